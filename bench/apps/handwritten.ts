import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import {
  Arn,
  ArnFormat,
  CfnMapping,
  CustomResource,
  Duration,
  FileAssetPackaging,
  RemovalPolicy,
  Stack,
} from 'aws-cdk-lib';
import { CfnScalableTarget, CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { CfnEndpoint, CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { registryAccounts } from './handwritten-accounts';
import {
  InvokingFunction,
  Registrar,
  versionedPolicy,
  EndpointCleanup,
  FailureReporter,
} from './handwritten-functions';
import { makeAlarms, makeDashboard, Metrics, symptoms } from './handwritten-monitoring';
import { Publisher } from './handwritten-publisher';

const VARIANT = 'AllTraffic';
const INSTANCE_TYPE = 'ml.g4dn.2xlarge';
/** Tensors of the model, for the smoke test. */
const TENSORS = {
  maxBatchSize: 16,
  inputs: [{ name: 'INPUT__0', dataType: 'FP32', dims: ['3', '32', '32'], optional: false }],
  outputs: [{ name: 'OUTPUT__0', dataType: 'FP32', dims: ['10'], optional: false }],
};
const LATENCY_TEST = { percentile: 99, milliseconds: 500, requests: 100, concurrency: 1, warmup: 5 };

/** Patterns of the server's log for metric filters. */
const LOG_METRICS = {
  LoadFailure: ['failed to load', 'failed to poll model', 'Poll failed for model', 'load failed for model'],
  OutOfMemory: [
    'out of memory',
    'OutOfMemory',
    'OUT_OF_MEMORY',
    'Failed to allocate memory',
    'MemoryError',
    'bad_alloc',
    'No space left on device',
  ],
};

/**
 * The endpoint of `ours.ts`, written manually with aws-cdk-lib. The model archive and the probe's plan must exist.
 */
export class HandwrittenEndpoint extends Construct {
  constructor(scope: Construct, id: string, endpointName: string, archive: string, probePlan: string) {
    super(scope, id);
    const stack = Stack.of(this);
    const model = new Asset(this, 'ModelData', { path: archive });
    const logArn = stack.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: `/aws/sagemaker/Endpoints/${endpointName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const logGroup = new LogGroup(this, 'LogGroup', {
      logGroupName: `/aws/sagemaker/Endpoints/${endpointName}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    for (const [name, texts] of Object.entries(LOG_METRICS)) {
      new MetricFilter(this, name, {
        logGroup,
        filterPattern: FilterPattern.anyTerm(...texts),
        metricNamespace: `TritonOnSageMaker/${endpointName}`,
        metricName: `${name}Lines`,
        metricValue: '1',
      });
    }

    const dimensions = { EndpointName: endpointName, VariantName: VARIANT };
    const metrics = new Metrics(dimensions);
    const alarms = makeAlarms(this, stack.stackName, endpointName, metrics);
    makeDashboard(this, endpointName, metrics, alarms);

    const registry =
      (stack.node.tryFindChild('TritonRegistry2605') as CfnMapping | undefined) ??
      new CfnMapping(stack, 'TritonRegistry2605', { mapping: registryAccounts, lazy: true });
    const account = registry.findInMap(stack.region, 'account');
    const role = new Role(this, 'ExecutionRole', {
      assumedBy: new ServicePrincipal('sagemaker.amazonaws.com', {
        conditions: {
          ArnLike: {
            'aws:SourceArn': stack.formatArn({
              service: 'sagemaker',
              resource: '*',
              arnFormat: ArnFormat.NO_RESOURCE_NAME,
            }),
          },
        },
      }),
      description: 'SageMaker runs the Triton endpoint with this role',
    });
    const publisher =
      (stack.node.tryFindChild('Publisher') as Publisher | undefined) ?? new Publisher(stack, model.s3BucketName);
    const permissions = versionedPolicy(this, 'Permissions', role, () => endpointName);
    permissions.addStatements(
      new PolicyStatement({
        actions: ['cloudwatch:PutMetricData'],
        resources: ['*'],
        conditions: { StringLike: { 'cloudwatch:namespace': '/aws/sagemaker/*' } },
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
      ...publisher.readStatements(endpointName),
    );
    const { url, publication } = publisher.publish(this, endpointName, model, permissions);
    const cfnModel = new CfnModel(this, 'Model', {
      executionRoleArn: role.roleArn,
      primaryContainer: {
        image: `${account}.dkr.ecr.${stack.region}.${stack.urlSuffix}/sagemaker-tritonserver:26.05-py3`,
        modelDataUrl: url,
        environment: { SAGEMAKER_TRITON_LOG_VERBOSE: 'false', SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: endpointName },
      },
    });
    publication.node.addDependency(role);
    cfnModel.node.addDependency(role, permissions, publication);
    const config = new CfnEndpointConfig(this, 'EndpointConfig', {
      productionVariants: [
        {
          variantName: VARIANT,
          modelName: cfnModel.attrModelName,
          instanceType: INSTANCE_TYPE,
          initialInstanceCount: 2,
          initialVariantWeight: 1,
          routingConfig: { routingStrategy: 'LEAST_OUTSTANDING_REQUESTS' },
          modelDataDownloadTimeoutInSeconds: 301,
          containerStartupHealthCheckTimeoutInSeconds: 301,
          inferenceAmiVersion: 'al2023-ami-sagemaker-inference-gpu-4-1',
        },
      ],
      metricsConfig: { enableEnhancedMetrics: false, enableDetailedObservability: false },
    });
    const endpointConfigName = config.attrEndpointConfigName;
    const metricsOfConfig = new Metrics({ ...dimensions, EndpointConfigName: endpointConfigName });
    const rollbackAlarms = Object.entries(symptoms(metricsOfConfig)).map(
      ([name, props]) =>
        new Alarm(this, `${name}Rollback`, {
          ...props,
          alarmName: `${endpointName}/${VARIANT}/${name}/${endpointConfigName}`,
          alarmDescription: `${props.alarmDescription} A deployment of the fleet rolls back when this alarm fires.`,
        }),
    );
    const alarmPolicy = versionedPolicy(this, 'Watch', role, () => endpointName);
    alarmPolicy.addStatements(
      new PolicyStatement({
        actions: ['cloudwatch:DescribeAlarms'],
        resources: [
          stack.formatArn({
            service: 'cloudwatch',
            resource: 'alarm',
            resourceName: `${endpointName}/*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ],
      }),
    );

    const planHash = createHash('sha256').update(fs.readFileSync(probePlan)).digest('hex');
    // The probe's policy replaces the hash with *, so it is the same for each plan.
    const plan = stack.synthesizer.addFileAsset({
      fileName: path.resolve(probePlan),
      packaging: FileAssetPackaging.FILE,
      sourceHash: `${this.node.addr}-${planHash}`,
    });
    const withoutRetries = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    const probe = new InvokingFunction(
      this,
      'Probe',
      endpointName,
      { description: `Probe of the endpoint ${endpointName}`, timeout: Duration.seconds(90) },
      [
        new PolicyStatement({
          actions: ['s3:GetObject'],
          resources: [
            Arn.format(
              {
                service: 's3',
                region: '',
                account: '',
                resource: plan.bucketName,
                resourceName: plan.objectKey.replace(planHash, '*'),
              },
              stack,
            ),
          ],
        }),
      ],
      planHash,
    );
    probe.handler.configureAsyncInvoke(withoutRetries);
    const event = RuleTargetInput.fromObject({
      time: EventField.time,
      endpointName,
      endpointConfigName,
      variantName: VARIANT,
      targetVariant: false,
      sharesTraffic: false,
      intervalMinutes: 5,
      planBucket: plan.bucketName,
      planKey: plan.objectKey,
    });
    new Rule(probe, 'Schedule', {
      description: `Invokes the endpoint ${endpointName}`,
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(probe.handler, { ...withoutRetries, event })],
    });

    const deploymentConfig = {
      autoRollbackConfiguration: { alarms: rollbackAlarms.map(({ alarmName }) => ({ alarmName })) },
      blueGreenUpdatePolicy: {
        trafficRoutingConfiguration: { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 },
        terminationWaitInSeconds: 480,
      },
    };
    const endpoint = new CfnEndpoint(this, 'Endpoint', {
      endpointName,
      endpointConfigName,
      retainAllVariantProperties: true,
      excludeRetainedVariantProperties: [{ variantPropertyType: 'DesiredWeight' }],
      deploymentConfig,
    });
    const cleanupFunction =
      (stack.node.tryFindChild('EndpointCleanup') as EndpointCleanup | undefined) ?? new EndpointCleanup(stack);
    cleanupFunction.allow(endpointName);
    const cleanup = new CustomResource(this, 'Cleanup', {
      resourceType: 'Custom::TritonEndpointCleanup',
      serviceToken: cleanupFunction.handler.functionArn,
      serviceTimeout: Duration.hours(1),
      properties: { EndpointName: endpointName, SecurityGroupIds: [], RoleArn: role.roleArn, KeyArns: [] },
    });
    cleanup.node.addDependency(cleanupFunction, logGroup, role);
    // CloudFormation deletes in the reverse order: first the endpoint, then the cleanup, which deletes the log group.
    permissions.node.addDependency(cleanup);
    permissions.addStatements(
      new PolicyStatement({
        actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
        resources: [logArn],
      }),
    );
    endpoint.node.addDependency(logGroup, role, permissions, alarmPolicy, probe, cleanup);

    const registrar = (stack.node.tryFindChild('Registrar') as Registrar | undefined) ?? new Registrar(stack);
    registrar.allow(endpointName);
    const capacity = { minCapacity: 2, maxCapacity: 23 };
    const tracking = {
      targetValue: 22 * 60,
      predefinedMetricSpecification: { predefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
      scaleInCooldown: 600,
      scaleOutCooldown: 200,
    };
    // A policy with a different configuration has a different name: after a rollback, CloudFormation may not find a policy to update.
    const version = createHash('sha256')
      .update(JSON.stringify([INSTANCE_TYPE, tracking]))
      .digest('hex')
      .slice(0, 16);
    const scalingPolicy = {
      policyName: `InvocationsPerInstance-${INSTANCE_TYPE}-${version}`,
      policyType: 'TargetTrackingScaling',
      targetTrackingScalingPolicyConfiguration: tracking,
    };
    const scaledVariant = {
      variantName: VARIANT,
      instanceTypes: [INSTANCE_TYPE],
      instanceCount: 2,
      target: capacity,
      policies: [scalingPolicy],
    };
    const properties = {
      EndpointName: endpointName,
      EndpointConfigName: endpointConfigName,
      Deployment: JSON.stringify(deploymentConfig),
      Variants: JSON.stringify([scaledVariant]),
    };
    const registrationStep = (name: string): CustomResource => {
      const resource = new CustomResource(this, name, {
        resourceType: `Custom::TritonScaling${name}`,
        serviceToken: registrar.handler.functionArn,
        serviceTimeout: Duration.hours(1),
        properties,
      });
      resource.node.addDependency(registrar);
      return resource;
    };
    const suspension = registrationStep('Release');
    endpoint.node.addDependency(suspension);
    const registrationResource = registrationStep('Registration');
    registrationResource.node.addDependency(endpoint);
    const target = new CfnScalableTarget(this, 'ScalableTarget', {
      serviceNamespace: 'sagemaker',
      scalableDimension: 'sagemaker:variant:DesiredInstanceCount',
      resourceId: `endpoint/${endpointName}/variant/${VARIANT}`,
      ...capacity,
    });
    target.node.addDependency(registrationResource);
    const policy = new CfnScalingPolicy(this, 'ScalingPolicy', { ...scalingPolicy, scalingTargetId: target.ref });

    const smokeTest = new InvokingFunction(
      this,
      'SmokeTest',
      endpointName,
      { description: `Smoke test of the endpoint ${endpointName}`, timeout: Duration.minutes(15) },
      [
        new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
        new PolicyStatement({ actions: ['logs:DescribeLogStreams', 'logs:GetLogEvents'], resources: [logArn] }),
      ],
    );
    const smokeTestRun = new CustomResource(smokeTest, 'Run', {
      resourceType: 'Custom::TritonSmokeTest',
      serviceToken: smokeTest.handler.functionArn,
      serviceTimeout: Duration.minutes(15),
      properties: {
        EndpointName: endpointName,
        EndpointConfigName: endpointConfigName,
        ContentHash: model.assetHash,
        Spec: JSON.stringify({ models: [{ name: endpointName, ...TENSORS }], latency: LATENCY_TEST }),
      },
    });
    smokeTestRun.node.addDependency(endpoint, suspension, registrationResource, target, policy, smokeTest.policy);

    const failureReporter =
      (stack.node.tryFindChild('FailureReporter') as FailureReporter | undefined) ?? new FailureReporter(stack);
    failureReporter.allow(endpointName, { endpoint: endpoint.logicalId, config: config.logicalId });
    endpoint.node.addDependency(failureReporter);
  }
}
