import * as path from 'path';
import { Arn, ArnFormat, CfnMapping, CustomResource, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnScalableTarget, CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import {
  Alarm,
  CfnAlarm,
  AlarmRule,
  AlarmStatusWidget,
  ComparisonOperator,
  CompositeAlarm,
  Dashboard,
  GraphWidget,
  IMetric,
  LogQueryWidget,
  MathExpression,
  Metric,
  SingleValueWidget,
  TextWidget,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { ManagedPolicy, Policy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { CfnEndpoint, CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';

const VARIANT = 'AllTraffic';
const INSTANCE_TYPE = 'ml.g4dn.2xlarge';
/** What the smoke test has to know of the model, and how fast it has to be. */
const TENSORS = {
  maxBatchSize: 16,
  inputs: [{ name: 'INPUT__0', dataType: 'FP32', dims: ['3', '32', '32'] }],
  outputs: [{ name: 'OUTPUT__0', dataType: 'FP32', dims: ['10'] }],
};
const LATENCY = { percentile: 99, milliseconds: 500, requests: 100, concurrency: 1, warmup: 5 };
const HANDLERS = path.join(__dirname, '..', '..', 'assets', 'lambda');

/**
 * What a careful user writes with aws-cdk-lib alone for the endpoint of `ours.ts`; the model archive and the probe's plan are made
 * beforehand.
 */
export class HandwrittenEndpoint extends Construct {
  constructor(scope: Construct, id: string, endpointName: string, archive: string, probePlan: string) {
    super(scope, id);
    const stack = Stack.of(this);
    const metric = (name: string, statistic: string, label?: string, namespace = 'AWS/SageMaker'): Metric =>
      new Metric({
        namespace,
        metricName: name,
        statistic,
        label,
        period: Duration.minutes(1),
        dimensionsMap: { EndpointName: endpointName, VariantName: VARIANT },
      });
    const host = (name: string, label: string): Metric => metric(name, 'Average', label, '/aws/sagemaker/Endpoints');

    const model = new Asset(this, 'ModelData', { path: archive });
    const readAsset = ({ s3BucketName, s3ObjectKey }: Asset): PolicyStatement =>
      new PolicyStatement({
        actions: ['s3:GetObject'],
        resources: [
          Arn.format(
            { service: 's3', region: '', account: '', resource: s3BucketName, resourceName: s3ObjectKey },
            stack,
          ),
        ],
      });
    const logGroup = new LogGroup(this, 'LogGroup', {
      logGroupName: `/aws/sagemaker/Endpoints/${endpointName}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });

    for (const [name, pattern] of [
      ['LoadFailures', FilterPattern.anyTerm('failed to load', 'failed to poll model', 'Poll failed for model')],
      ['OutOfMemory', FilterPattern.anyTerm('out of memory', 'OUT_OF_MEMORY', 'MemoryError', 'bad_alloc')],
    ] as const) {
      new MetricFilter(this, name, {
        logGroup,
        filterPattern: pattern,
        metricNamespace: `Triton/${endpointName}`,
        metricName: name,
        metricValue: '1',
      });
    }

    const period = Duration.minutes(1);
    const math = (expression: string, usingMetrics: Record<string, IMetric>, label?: string): MathExpression =>
      new MathExpression({ expression, usingMetrics, label, period });
    const invocations = metric('Invocations', 'Sum');
    const perInstance = metric('InvocationsPerInstance', 'Sum');
    const rate = (name: string): MathExpression =>
      math('100 * errors / invocations', { errors: metric(name, 'Sum'), invocations });
    const instances = (): MathExpression =>
      math('FLOOR(invocations / perInstance + 0.5)', { invocations, perInstance });
    const above = (id: string, alarmDescription: string, metric: IMetric, threshold: number, minutes: number): Alarm =>
      new Alarm(this, id, {
        metric,
        threshold,
        alarmDescription,
        evaluationPeriods: minutes === 3 ? 5 : 15,
        datapointsToAlarm: minutes,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      });
    const latency = above(
      'LatencyAlarm',
      'ModelLatency p99 is above 500 ms.',
      metric('ModelLatency', 'p99'),
      500_000,
      3,
    );
    const errors = above('ErrorAlarm', 'More than 1 % of the requests fail.', rate('Invocation5XXErrors'), 1, 3);
    const probeMetric = (metricName: string, statistic: string): Metric =>
      metric(metricName, statistic, metricName, 'TritonOnSageMaker');
    const wrong = new Alarm(this, 'ProbeAlarm', {
      metric: probeMetric('ProbeSuccess', 'Minimum'),
      threshold: 1,
      evaluationPeriods: 7,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    });
    const unhealthy = new CompositeAlarm(this, 'Unhealthy', { alarmRule: AlarmRule.anyOf(latency, errors, wrong) });
    const others = [
      above('OverheadAlarm', 'OverheadLatency is above 250 ms.', metric('OverheadLatency', 'Average'), 250_000, 3),
      above('ClientErrorAlarm', 'More than 5 % of the requests are wrong.', rate('Invocation4XXErrors'), 5, 10),
      above(
        'GpuAlarm',
        'The GPU is busy and latency rises.',
        math('IF(latency > 400000, gpu, 0)', {
          latency: metric('ModelLatency', 'p50'),
          gpu: host('GPUUtilization', 'GPU'),
        }),
        90,
        10,
      ),
      above('MaximumAlarm', 'All 23 instances are in use.', instances(), 22, 15),
      above('MissingAlarm', 'Instances are missing.', math('2 - count', { count: instances() }), 0, 15),
    ];

    const graph = (title: string, width: number, left: IMetric[], value?: number): GraphWidget =>
      new GraphWidget({ title, width, left, leftAnnotations: value === undefined ? [] : [{ value, label: title }] });
    const costPerHour = math('FILL(invocations / perInstance, REPEAT) * 0.94', { invocations, perInstance });
    const costPerMillion = math('1000000 * 0.94 / (60 * perInstance)', { perInstance });
    const statistics = ['p50', 'p99', 'p99.9'];
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [new TextWidget({ markdown: `# ${endpointName}`, width: 24, height: 2 })],
        [
          new SingleValueWidget({
            title: 'Now',
            width: 24,
            metrics: [
              metric('ModelLatency', 'p99'),
              invocations,
              rate('Invocation5XXErrors'),
              instances(),
              costPerHour,
              costPerMillion,
            ],
          }),
        ],
        [
          graph(
            'Latency',
            8,
            statistics.map((statistic) => metric('ModelLatency', statistic, statistic)),
            500_000,
          ),
          graph('Requests', 8, [metric('Invocations', 'Sum', 'requests')]),
          graph('Errors', 8, [
            metric('Invocation5XXErrors', 'Sum', '5XX'),
            metric('Invocation4XXErrors', 'Sum', '4XX'),
            metric('InvocationModelErrors', 'Sum', 'model'),
          ]),
        ],
        [
          new AlarmStatusWidget({
            title: 'Alarms',
            alarms: [unhealthy, latency, errors, wrong, ...others],
            width: 24,
            height: 3,
          }),
        ],
        [
          graph('ModelLatency', 6, [metric('ModelLatency', 'p99', 'p99')], 500_000),
          graph('OverheadLatency', 6, [metric('OverheadLatency', 'p99', 'p99')], 500_000),
          graph(
            'Both',
            6,
            [
              math('model + overhead', {
                model: metric('ModelLatency', 'p99'),
                overhead: metric('OverheadLatency', 'p99'),
              }),
            ],
            500_000,
          ),
          graph('End to end', 6, [probeMetric('EndToEndLatency', 'p99')], 500_000),
        ],
        [
          graph('Instances', 8, [instances()], 23),
          graph('Per instance', 8, [metric('InvocationsPerInstance', 'Sum', 'requests')], 1320),
          graph('In flight', 8, [metric('ConcurrentRequestsPerModel', 'Maximum', 'most')]),
        ],
        [
          graph('GPU', 6, [host('GPUUtilization', 'GPU')], 100),
          graph('GPU memory', 6, [host('GPUMemoryUtilization', 'GPU memory')], 100),
          graph('CPU', 6, [host('CPUUtilization', 'CPU')], 800),
          graph('Memory and disk', 6, [host('MemoryUtilization', 'memory'), host('DiskUtilization', 'disk')], 100),
        ],
        [graph('Cost per hour', 12, [costPerHour]), graph('Cost per million requests', 12, [costPerMillion])],
        [graph('Right answers', 24, [probeMetric('ProbeSuccess', 'Minimum')])],
        [
          graph(
            'Log lines',
            8,
            ['LoadFailures', 'OutOfMemory'].map(
              (metricName) => new Metric({ namespace: `Triton/${endpointName}`, metricName, statistic: 'Sum', period }),
            ),
          ),
          new LogQueryWidget({
            title: 'Errors in the log',
            width: 16,
            logGroupNames: [logGroup.logGroupName],
            queryLines: [
              'fields @timestamp, @message',
              'filter @message like /^E/',
              'sort @timestamp desc',
              'limit 50',
            ],
          }),
        ],
      ],
    });

    const registry =
      (stack.node.tryFindChild('Registry') as CfnMapping | undefined) ??
      new CfnMapping(stack, 'Registry', {
        mapping: { 'us-east-1': { account: '763104351884' }, 'eu-west-1': { account: '763104351884' } },
      });
    const account = Fn.findInMap(registry.logicalId, stack.region, 'account');
    const role = new Role(this, 'ExecutionRole', {
      assumedBy: new ServicePrincipal('sagemaker.amazonaws.com'),
    });
    const permissions = new Policy(this, 'Permissions', {
      roles: [role],
      statements: [
        readAsset(model),
        new PolicyStatement({
          actions: ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
          resources: [
            stack.formatArn({
              service: 'ecr',
              account,
              resource: 'repository',
              resourceName: 'sagemaker-tritonserver',
            }),
          ],
        }),
        new PolicyStatement({ actions: ['ecr:GetAuthorizationToken'], resources: ['*'] }),
        new PolicyStatement({
          actions: ['cloudwatch:PutMetricData'],
          resources: ['*'],
          conditions: { StringLike: { 'cloudwatch:namespace': '/aws/sagemaker/*' } },
        }),
        new PolicyStatement({
          actions: ['logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
          resources: [
            stack.formatArn({
              service: 'logs',
              resource: 'log-group',
              resourceName: `/aws/sagemaker/Endpoints/${endpointName}:*`,
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          ],
        }),
      ],
    });
    const cfnModel = new CfnModel(this, 'Model', {
      executionRoleArn: role.roleArn,
      primaryContainer: {
        image: `${account}.dkr.ecr.${stack.region}.${stack.urlSuffix}/sagemaker-tritonserver:26.05-py3`,
        modelDataUrl: model.s3ObjectUrl,
        environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: endpointName },
      },
    });
    const config = new CfnEndpointConfig(this, 'EndpointConfig', {
      productionVariants: [
        {
          variantName: VARIANT,
          modelName: cfnModel.attrModelName,
          instanceType: INSTANCE_TYPE,
          initialInstanceCount: 2,
          initialVariantWeight: 1,
          modelDataDownloadTimeoutInSeconds: 600,
          containerStartupHealthCheckTimeoutInSeconds: 600,
          inferenceAmiVersion: 'al2023-ami-sagemaker-inference-gpu-4-1',
        },
      ],
    });
    cfnModel.node.addDependency(permissions);
    const rollback = (
      [
        ['Latency', metric('ModelLatency', 'p99'), 500_000],
        ['Errors', rate('Invocation5XXErrors'), 1],
        ['Probe', math('1 - success', { success: probeMetric('ProbeSuccess', 'Minimum') }), 0],
      ] as const
    ).map(([name, watched, threshold]) => {
      const alarm = above(`${name}Rollback`, `Rolls back: ${name}.`, watched, threshold, 3);
      (alarm.node.defaultChild as CfnAlarm).alarmName = `${endpointName}/${name}/${config.attrEndpointConfigName}`;
      return alarm;
    });
    const watch = new Policy(this, 'Watch', {
      roles: [role],
      statements: [
        new PolicyStatement({
          actions: ['cloudwatch:DescribeAlarms'],
          resources: rollback.map(({ alarmArn }) => alarmArn),
        }),
      ],
    });
    const ask = (name: string, timeout: Duration, statements: PolicyStatement[]): Function => {
      const logs = new LogGroup(this, `${name}Logs`, {
        retention: RetentionDays.ONE_MONTH,
        removalPolicy: RemovalPolicy.DESTROY,
      });
      const all = [
        new PolicyStatement({
          actions: ['sagemaker:DescribeEndpoint', 'sagemaker:InvokeEndpoint'],
          resources: [stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName: endpointName })],
        }),
        new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logs.logGroupArn] }),
        ...statements,
      ];
      const role = new Role(this, `${name}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
      const policy = new Policy(this, `${name}Policy`, { statements: all, roles: [role] });
      const handler = new Function(this, name, {
        runtime: Runtime.NODEJS_24_X,
        architecture: Architecture.ARM_64,
        code: Code.fromAsset(path.join(HANDLERS, 'smoke-test')),
        handler: 'index.handler',
        timeout,
        memorySize: 1769,
        logGroup: logs,
        role,
      });
      handler.node.addDependency(policy);
      return handler;
    };
    const plan = new Asset(this, 'ProbePlan', { path: probePlan });
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    const probeFunction = ask('Probe', Duration.seconds(90), [readAsset(plan)]);
    probeFunction.configureAsyncInvoke(once);
    const event = RuleTargetInput.fromObject({
      time: EventField.time,
      endpointName,
      endpointConfigName: config.attrEndpointConfigName,
      variantName: VARIANT,
      intervalMinutes: 5,
      planBucket: plan.s3BucketName,
      planKey: plan.s3ObjectKey,
    });
    const probe = new Rule(this, 'ProbeSchedule', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(probeFunction, { ...once, event })],
    });
    const endpoint = new CfnEndpoint(this, 'Endpoint', {
      endpointName,
      endpointConfigName: config.attrEndpointConfigName,
      retainAllVariantProperties: true,
      deploymentConfig: {
        autoRollbackConfiguration: { alarms: rollback.map(({ alarmName }) => ({ alarmName })) },
        blueGreenUpdatePolicy: {
          trafficRoutingConfiguration: { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 },
          terminationWaitInSeconds: 300,
        },
      },
    });
    const registrar = (stack.node.tryFindChild('Registrar') as Registrar | undefined) ?? new Registrar(stack);
    registrar.allow(endpointName);
    const capacity = { minCapacity: 2, maxCapacity: 23 };
    const tracking = {
      targetValue: 22 * 60,
      predefinedMetricSpecification: { predefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
      scaleInCooldown: 600,
      scaleOutCooldown: 200,
    };
    const scaled = {
      variantName: VARIANT,
      instanceTypes: [INSTANCE_TYPE],
      target: capacity,
      policies: [
        {
          policyName: 'target-tracking',
          policyType: 'TargetTrackingScaling',
          targetTrackingScalingPolicyConfiguration: tracking,
        },
      ],
    };
    const registration = (name: string, properties: object): CustomResource =>
      new CustomResource(this, name, {
        resourceType: `Custom::TritonScaling${name}`,
        serviceToken: registrar.handler.functionArn,
        serviceTimeout: Duration.hours(1),
        properties: { EndpointName: endpointName, Variants: JSON.stringify([scaled]), ...properties },
      });
    endpoint.node.addDependency(
      logGroup,
      watch,
      probe,
      registration('Release', { EndpointConfigName: config.attrEndpointConfigName }),
    );
    const registered = registration('Registration', {});
    registered.node.addDependency(endpoint);
    const target = new CfnScalableTarget(this, 'ScalableTarget', {
      serviceNamespace: 'sagemaker',
      scalableDimension: 'sagemaker:variant:DesiredInstanceCount',
      resourceId: `endpoint/${endpointName}/variant/${VARIANT}`,
      ...capacity,
    });
    target.node.addDependency(registered);
    const policy = new CfnScalingPolicy(this, 'ScalingPolicy', {
      policyName: 'target-tracking',
      policyType: 'TargetTrackingScaling',
      scalingTargetId: target.ref,
      targetTrackingScalingPolicyConfiguration: tracking,
    });

    const handler = ask('SmokeTest', Duration.minutes(15), [
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
      new PolicyStatement({
        actions: ['logs:DescribeLogStreams', 'logs:GetLogEvents'],
        resources: [`${logGroup.logGroupArn}:*`],
      }),
    ]);
    const test = new CustomResource(this, 'SmokeTestRun', {
      resourceType: 'Custom::TritonSmokeTest',
      serviceToken: handler.functionArn,
      serviceTimeout: Duration.minutes(15),
      properties: {
        EndpointName: endpointName,
        EndpointConfigName: config.attrEndpointConfigName,
        ContentHash: model.assetHash,
        Spec: JSON.stringify({ models: [{ name: endpointName, ...TENSORS }], latency: LATENCY }),
      },
    });
    test.node.addDependency(endpoint, target, policy);

    const watcher = (stack.node.tryFindChild('Watcher') as Watcher | undefined) ?? new Watcher(stack);
    watcher.allow(endpointName);
    const report = new CustomResource(this, 'Report', {
      resourceType: 'Custom::TritonFailureReport',
      serviceToken: watcher.handler.functionArn,
      serviceTimeout: Duration.hours(1),
      properties: { EndpointName: endpointName, EndpointConfigName: config.attrEndpointConfigName },
    });
    report.node.addDependency(...endpoint.node.dependencies);
  }
}

/** A function for all endpoints of a stack, which goes on in another invocation of itself. */
class StackFunction extends Construct {
  public readonly handler: Function;
  protected readonly policy = new PolicyDocument();

  constructor(stack: Stack, id: string, folder: string) {
    super(stack, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
    );
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const policy = new Policy(this, 'Policy', { document: this.policy, roles: [role] });
    this.handler = new Function(this, 'Handler', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(path.join(HANDLERS, folder)),
      handler: 'index.handler',
      timeout: Duration.minutes(15),
      memorySize: 256,
      logGroup,
      role,
    });
    this.handler.node.addDependency(policy);
    new ManagedPolicy(this, 'InvokeItself', {
      roles: [role],
      statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.handler.functionArn] })],
    });
  }
}

/** Takes registrations for scaling away and gives them back. */
class Registrar extends StackFunction {
  constructor(stack: Stack) {
    super(stack, 'Registrar', 'scaling-registration');
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['DeregisterScalableTarget', 'RegisterScalableTarget', 'PutScalingPolicy', 'PutScheduledAction'].map(
          (action) => `application-autoscaling:${action}`,
        ),
        resources: [
          stack.formatArn({ service: 'application-autoscaling', resource: 'scalable-target', resourceName: '*' }),
        ],
        conditions: { StringEquals: { 'application-autoscaling:service-namespace': 'sagemaker' } },
      }),
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpointConfig'],
        resources: [stack.formatArn({ service: 'sagemaker', resource: 'endpoint-config', resourceName: '*' })],
      }),
    );
  }

  public allow(endpointName: string): void {
    const stack = Stack.of(this);
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpointWeightsAndCapacities'],
        resources: [stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName: endpointName })],
      }),
      new PolicyStatement({
        actions: ['cloudwatch:DescribeAlarms', 'cloudwatch:PutMetricAlarm', 'cloudwatch:DeleteAlarms'],
        resources: [
          stack.formatArn({
            service: 'cloudwatch',
            resource: 'alarm',
            resourceName: `TargetTracking-endpoint/${endpointName}/variant/*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ],
      }),
    );
  }
}

/** Says why an endpoint failed. */
class Watcher extends StackFunction {
  constructor(stack: Stack) {
    super(stack, 'Watcher', 'failure-report');
  }

  public allow(endpointName: string): void {
    const stack = Stack.of(this);
    const group = (resourceName: string): string =>
      stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    const kept = `/cdk-sagemaker-triton/failed-deployments/${endpointName}`;
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint'],
        resources: [stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName: endpointName })],
      }),
      new PolicyStatement({
        actions: ['logs:DescribeLogStreams', 'logs:GetLogEvents'],
        resources: [group(`/aws/sagemaker/Endpoints/${endpointName}:*`)],
      }),
      new PolicyStatement({
        actions: ['logs:CreateLogGroup', 'logs:PutRetentionPolicy', 'logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [group(kept), group(`${kept}:*`)],
      }),
    );
  }
}
