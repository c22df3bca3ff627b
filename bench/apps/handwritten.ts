import * as path from 'path';
import { Arn, ArnFormat, CfnMapping, CustomResource, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnScalableTarget, CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import {
  Alarm,
  AlarmStatusWidget,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { CfnEndpoint, CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';

const VARIANT = 'AllTraffic';
const HANDLER = path.join(__dirname, '..', '..', 'assets', 'lambda', 'smoke-test');

/** What a careful user writes with aws-cdk-lib alone for the endpoint of `ours.ts`; the model archive is made beforehand. */
export class HandwrittenEndpoint extends Construct {
  constructor(scope: Construct, id: string, endpointName: string, archive: string) {
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
    const logGroup = new LogGroup(this, 'LogGroup', {
      logGroupName: `/aws/sagemaker/Endpoints/${endpointName}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });

    const window = {
      evaluationPeriods: 5,
      datapointsToAlarm: 3,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    };
    const latency = new Alarm(this, 'LatencyAlarm', {
      ...window,
      metric: metric('ModelLatency', 'p99'),
      threshold: 500_000,
      alarmDescription: 'ModelLatency p99 is above 500 ms.',
    });
    const errors = new Alarm(this, 'ErrorAlarm', {
      ...window,
      metric: new MathExpression({
        expression: '100 * errors / invocations',
        usingMetrics: { errors: metric('Invocation5XXErrors', 'Sum'), invocations: metric('Invocations', 'Sum') },
        period: Duration.minutes(1),
      }),
      threshold: 1,
      alarmDescription: 'More than 1 % of the requests are answered with 5XX.',
    });
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: [latency, errors], width: 24, height: 2 })],
        [
          new GraphWidget({
            title: 'ModelLatency',
            width: 8,
            left: [metric('ModelLatency', 'p50', 'p50'), metric('ModelLatency', 'p99', 'p99')],
            leftAnnotations: [{ value: 500_000, label: 'objective' }],
          }),
          new GraphWidget({
            title: 'OverheadLatency',
            width: 8,
            left: [metric('OverheadLatency', 'p50', 'p50'), metric('OverheadLatency', 'p99', 'p99')],
          }),
          new GraphWidget({
            title: 'Invocations per minute',
            width: 8,
            left: [metric('Invocations', 'Sum', 'endpoint')],
            right: [metric('InvocationsPerInstance', 'Sum', 'per instance')],
          }),
        ],
        [
          new GraphWidget({
            title: 'Errors per minute',
            width: 8,
            left: [metric('Invocation4XXErrors', 'Sum', '4XX'), metric('Invocation5XXErrors', 'Sum', '5XX')],
          }),
          new GraphWidget({
            title: 'GPU',
            width: 8,
            left: [host('GPUUtilization', 'compute'), host('GPUMemoryUtilization', 'memory')],
          }),
          new GraphWidget({ title: 'CPU', width: 8, left: [host('CPUUtilization', 'CPU')] }),
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
      inlinePolicies: {
        Endpoint: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['s3:GetObject'],
              resources: [
                Arn.format(
                  {
                    service: 's3',
                    region: '',
                    account: '',
                    resource: model.s3BucketName,
                    resourceName: model.s3ObjectKey,
                  },
                  stack,
                ),
              ],
            }),
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
            new PolicyStatement({
              actions: ['cloudwatch:DescribeAlarms'],
              resources: [latency.alarmArn, errors.alarmArn],
            }),
          ],
        }),
      },
    });
    const cfnModel = new CfnModel(this, 'Model', {
      executionRoleArn: role.roleArn,
      primaryContainer: {
        image: `${account}.dkr.ecr.${stack.region}.${stack.urlSuffix}/sagemaker-tritonserver:24.09-py3`,
        modelDataUrl: model.s3ObjectUrl,
        environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'text-classifier' },
      },
    });
    const config = new CfnEndpointConfig(this, 'EndpointConfig', {
      productionVariants: [
        {
          variantName: VARIANT,
          modelName: cfnModel.attrModelName,
          instanceType: 'ml.g4dn.2xlarge',
          initialInstanceCount: 2,
          initialVariantWeight: 1,
          modelDataDownloadTimeoutInSeconds: 600,
          containerStartupHealthCheckTimeoutInSeconds: 600,
          inferenceAmiVersion: 'al2-ami-sagemaker-inference-gpu-3-1',
        },
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
      return new Function(this, name, {
        runtime: Runtime.NODEJS_24_X,
        architecture: Architecture.ARM_64,
        code: Code.fromAsset(HANDLER),
        handler: 'index.handler',
        timeout,
        memorySize: 1769,
        logGroup: logs,
        role: new Role(this, `${name}Role`, {
          assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
          inlinePolicies: { AskEndpoint: new PolicyDocument({ statements: all }) },
        }),
      });
    };
    const event = RuleTargetInput.fromObject({
      time: EventField.time,
      endpointName,
      endpointConfigName: config.attrEndpointConfigName,
      variantName: VARIANT,
      intervalMinutes: 5,
      planBucket: model.s3BucketName,
      planKey: 'plan.json',
    });
    const canary = new Rule(this, 'CanarySchedule', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [
        new LambdaFunction(ask('Canary', Duration.seconds(90), []), {
          retryAttempts: 0,
          maxEventAge: Duration.minutes(1),
          event,
        }),
      ],
    });
    const endpoint = new CfnEndpoint(this, 'Endpoint', {
      endpointName,
      endpointConfigName: config.attrEndpointConfigName,
      retainAllVariantProperties: true,
      deploymentConfig: {
        autoRollbackConfiguration: { alarms: [{ alarmName: latency.alarmName }, { alarmName: errors.alarmName }] },
        blueGreenUpdatePolicy: {
          trafficRoutingConfiguration: { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 },
          terminationWaitInSeconds: 300,
        },
      },
    });
    endpoint.node.addDependency(logGroup, latency, errors, canary);
    const target = new CfnScalableTarget(this, 'ScalableTarget', {
      serviceNamespace: 'sagemaker',
      scalableDimension: 'sagemaker:variant:DesiredInstanceCount',
      resourceId: `endpoint/${endpointName}/variant/${VARIANT}`,
      minCapacity: 2,
      maxCapacity: 23,
    });
    target.node.addDependency(endpoint);
    const policy = new CfnScalingPolicy(this, 'ScalingPolicy', {
      policyName: 'target-tracking',
      policyType: 'TargetTrackingScaling',
      scalingTargetId: target.ref,
      targetTrackingScalingPolicyConfiguration: {
        targetValue: 22 * 60,
        predefinedMetricSpecification: { predefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
        scaleInCooldown: 600,
        scaleOutCooldown: 200,
      },
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
      properties: { EndpointName: endpointName, ContentHash: model.assetHash, Spec: '{"models":[]}' },
    });
    test.node.addDependency(endpoint, target, policy);
  }
}
