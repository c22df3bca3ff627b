import { createHash } from 'crypto';
import { ArnFormat, CfnMapping, CustomResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnScalableTarget, CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { CfnEndpoint, CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { registryAccounts } from './handwritten-accounts';
import {
  alarmArn,
  FailureReporter,
  logGroupArn,
  Registrar,
  shared,
  Tests,
  versionedPolicy,
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
const LATENCY_TEST = { percentile: 99, milliseconds: 500, requests: 100, warmup: 5 };

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
 * The endpoint of `ours.ts`, written manually with aws-cdk-lib. The model file and the probe's plan must exist.
 */
export class HandwrittenEndpoint extends Construct {
  constructor(scope: Construct, id: string, endpointName: string, modelFile: string, probePlan: string) {
    super(scope, id);
    const stack = Stack.of(this);
    const model = new Asset(this, 'ModelData', { path: modelFile });
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

    const registry = shared(
      stack,
      'TritonRegistry2605',
      (name) => new CfnMapping(stack, name, { mapping: registryAccounts, lazy: true }),
    );
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
    const publisher = shared(stack, 'Publisher', (name) => new Publisher(stack, name, model.s3BucketName));
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
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
        resources: [logGroupArn(stack, `/aws/sagemaker/Endpoints/${endpointName}:*`)],
      }),
      new PolicyStatement({
        actions: ['cloudwatch:DescribeAlarms'],
        resources: [alarmArn(stack, `${endpointName}/*`)],
      }),
    );
    permissions.node.addDependency(logGroup);
    const { url, publication } = publisher.publish(this, endpointName, model, permissions);
    const cfnModel = new CfnModel(this, 'Model', {
      executionRoleArn: role.roleArn,
      primaryContainer: {
        image: `${account}.dkr.ecr.${stack.region}.${stack.urlSuffix}/sagemaker-tritonserver:26.05-py3`,
        modelDataSource: { s3DataSource: { s3Uri: url, s3DataType: 'S3Prefix', compressionType: 'None' } },
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

    const tests = shared(stack, 'Tests', (name) => new Tests(stack, name));
    const plan = tests.addPlan(probePlan);
    tests.add(endpointName);
    const event = {
      time: EventField.time,
      endpointName,
      endpointConfigName,
      variantName: VARIANT,
      targetVariant: false,
      sharesTraffic: false,
      intervalMinutes: 5,
      timeoutSeconds: 85,
      planBucket: plan.bucketName,
      planKey: plan.objectKey,
    };
    const probe = new Rule(this, 'Probe', {
      description: `Invokes the endpoint ${endpointName}`,
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [{ bind: () => ({ arn: tests.handler.functionArn, input: RuleTargetInput.fromObject(event) }) }],
    });
    probe.node.addDependency(tests.policy);

    const deploymentConfig = {
      autoRollbackConfiguration: { alarms: rollbackAlarms.map(({ alarmName }) => ({ alarmName })) },
      blueGreenUpdatePolicy: {
        trafficRoutingConfiguration: { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 },
        terminationWaitInSeconds: 480,
      },
    };
    const endpoint = new CfnEndpoint(this, 'Resource', {
      endpointName,
      endpointConfigName,
      retainAllVariantProperties: true,
      excludeRetainedVariantProperties: [{ variantPropertyType: 'DesiredWeight' }],
      deploymentConfig,
    });
    endpoint.node.addDependency(logGroup, role, permissions, probe);

    const registrar = shared(stack, 'Registrar', (name) => new Registrar(stack, name));
    registrar.add(endpointName);
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

    const smokeTest = new CustomResource(this, 'SmokeTest', {
      resourceType: 'Custom::TritonSmokeTest',
      serviceToken: tests.handler.functionArn,
      serviceTimeout: Duration.hours(1),
      properties: {
        EndpointName: endpointName,
        EndpointConfigName: endpointConfigName,
        ContentHash: model.assetHash,
        Spec: JSON.stringify({ models: [{ name: endpointName, ...TENSORS }], latency: LATENCY_TEST }),
      },
    });
    smokeTest.node.addDependency(endpoint, target, policy, tests.policy);

    const reporter = shared(stack, 'FailureReporter', (name) => new FailureReporter(stack, name));
    reporter.add(endpointName, { endpoint: endpoint.logicalId, config: config.logicalId });
    endpoint.node.addDependency(reporter);
  }
}
