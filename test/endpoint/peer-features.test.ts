import { Duration, Size, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { AwsSolutionsChecks } from 'cdk-nag';
import { artifact } from '../../bin/model-folders';
import {
  CapacitySize,
  InstanceType,
  LatencyObjective,
  Scaling,
  TritonImage,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
  UpdateStrategy,
} from '../../lib';
import { CapacityPlanner } from '../../lib/capacity';
import { dashboardOf } from '../monitoring/fixtures/rendered';
import { classifier, stackWith, statementsOf } from './fixtures';
import { templateOf } from '../template-of';

/*
 * Features that other projects for hosting models have: the alpha module of CDK, generative-ai-cdk-constructs, AWS Solutions Constructs,
 * Terraform modules, SageMaker's Python SDK, notebooks, Triton's Helm charts and KServe. The tests show that this library has the same
 * features. This file tests the features of endpoints. The file peer-model-features.test.ts tests the features of models.
 */

const IRELAND = { region: 'eu-west-1', account: '111122223333' };

function endpointTemplate(props: (stack: Stack) => Partial<TritonRealtimeEndpointProps>, env = IRELAND): Template {
  return templateOf(
    (stack) => new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), ...props(stack) }),
    new Stack(undefined, 'Stack', { env }),
  );
}

/** Returns the endpoint configuration, and in addition its first variant. */
function configurationOf(props: (stack: Stack) => Partial<TritonRealtimeEndpointProps>) {
  const [config] = Object.values(endpointTemplate(props).findResources('AWS::SageMaker::EndpointConfig'));
  return { ...config.Properties, variant: config.Properties.ProductionVariants[0] };
}

function deploymentOf(updateStrategy: UpdateStrategy) {
  const template = endpointTemplate(() => ({ updateStrategy, instanceCount: 4 }));
  const [endpoint] = Object.values(template.findResources('AWS::SageMaker::Endpoint'));
  return endpoint.Properties.DeploymentConfig;
}

function scalingPoliciesOf(scaling: Scaling) {
  const template = endpointTemplate(() => ({ scaling }));
  const policies = Object.values(template.findResources('AWS::ApplicationAutoScaling::ScalingPolicy'));
  return policies.map(({ Properties }) => Properties);
}

describe('an endpoint can have', () => {
  test('several variants with weights, for A/B tests', () => {
    const { ProductionVariants } = configurationOf(() => ({
      variants: [
        { variantName: 'champion', weight: 9 },
        { variantName: 'challenger', weight: 0, model: classifier({ maxBatchSize: 8 }) },
      ],
    }));
    expect(ProductionVariants).toMatchObject([
      { VariantName: 'champion', InitialVariantWeight: 9 },
      { VariantName: 'challenger', InitialVariantWeight: 0 },
    ]);
  });

  test('a shadow variant', () => {
    const { ShadowProductionVariants } = configurationOf(() => ({
      shadowVariants: [{ variantName: 'shadow', weight: 0.5 }],
    }));
    expect(ShadowProductionVariants).toMatchObject([{ VariantName: 'shadow', InitialVariantWeight: 0.5 }]);
  });

  test('two variants that both scale', () => {
    const scaling = Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 10 });
    const template = endpointTemplate(() => ({
      scaling,
      variants: [{ variantName: 'champion' }, { variantName: 'challenger' }],
    }));
    const targets = Object.values(template.findResources('AWS::ApplicationAutoScaling::ScalableTarget'));
    expect(targets.map(({ Properties }) => Properties.ResourceId).map((id) => id.split('/').pop())).toEqual([
      'champion',
      'challenger',
    ]);
  });

  test('several instance types in order of preference', () => {
    const { variant } = configurationOf(() => ({
      instancePools: [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G6_XLARGE }],
    }));
    expect(variant.InstancePools.map(({ InstanceType: name }: { InstanceType: string }) => name)).toEqual([
      'ml.g5.xlarge',
      'ml.g6.xlarge',
    ]);
  });

  test('timeouts, volume size and a GPU driver for the image', () => {
    const { variant } = configurationOf(() => ({
      instanceType: InstanceType.P3_2XLARGE,
      image: TritonImage.forRelease('24.09'),
      volumeSize: Size.gibibytes(100),
      modelDataDownloadTimeout: Duration.minutes(10),
      containerStartupHealthCheckTimeout: Duration.minutes(20),
    }));
    expect(variant).toMatchObject({
      VolumeSizeInGB: 100,
      ModelDataDownloadTimeoutInSeconds: 600,
      ContainerStartupHealthCheckTimeoutInSeconds: 1200,
      InferenceAmiVersion: 'al2-ami-sagemaker-inference-gpu-3-1',
    });
  });
});

describe('an update', () => {
  test('keeps the number of instances that scaling has set, and rolls back on alarms', () => {
    endpointTemplate(() => ({})).hasResourceProperties('AWS::SageMaker::Endpoint', {
      RetainAllVariantProperties: true,
      DeploymentConfig: { AutoRollbackConfiguration: { Alarms: Match.anyValue() } },
    });
  });

  test('can be blue/green with a canary', () => {
    const { BlueGreenUpdatePolicy } = deploymentOf(UpdateStrategy.canary({ size: CapacitySize.percent(25) }));
    expect(BlueGreenUpdatePolicy.TrafficRoutingConfiguration).toMatchObject({
      Type: 'CANARY',
      CanarySize: { Type: 'CAPACITY_PERCENT', Value: 25 },
    });
  });

  test('can be blue/green in linear steps', () => {
    const { BlueGreenUpdatePolicy } = deploymentOf(UpdateStrategy.linear({ stepSize: CapacitySize.percent(20) }));
    expect(BlueGreenUpdatePolicy.TrafficRoutingConfiguration).toMatchObject({
      Type: 'LINEAR',
      LinearStepSize: { Type: 'CAPACITY_PERCENT', Value: 20 },
    });
  });

  test('can be rolling', () => {
    const { RollingUpdatePolicy } = deploymentOf(
      UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.percent(25) }),
    );
    expect(RollingUpdatePolicy.MaximumBatchSize).toEqual({ Type: 'CAPACITY_PERCENT', Value: 25 });
  });
});

describe('an endpoint can scale', () => {
  test('on requests per instance', () => {
    const [policy] = scalingPoliciesOf(Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 10 }));
    expect(policy.TargetTrackingScalingPolicyConfiguration).toMatchObject({
      PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
      TargetValue: 600,
    });
  });

  test('on concurrent requests, at high resolution', () => {
    const [policy] = scalingPoliciesOf(Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 5 }));
    expect(policy.TargetTrackingScalingPolicyConfiguration.PredefinedMetricSpecification.PredefinedMetricType).toBe(
      'SageMakerVariantConcurrentRequestsPerModelHighResolution',
    );
  });

  test('on GPU utilization', () => {
    const [policy] = scalingPoliciesOf(Scaling.gpuUtilization({ maxCapacity: 4, percent: 60 }));
    expect(JSON.stringify(policy.TargetTrackingScalingPolicyConfiguration)).toContain('GPUUtilization');
  });

  test('on a custom metric', () => {
    const metric = new Metric({ namespace: 'Mine', metricName: 'Queue' });
    const [policy] = scalingPoliciesOf(Scaling.custom({ maxCapacity: 4, metric, targetValue: 3 }));
    expect(JSON.stringify(policy.TargetTrackingScalingPolicyConfiguration)).toContain('Queue');
  });

  test('in steps', () => {
    const metric = new Metric({ namespace: 'Mine', metricName: 'Queue' });
    const steps = [
      { upper: 1, change: -1 },
      { lower: 10, change: +1 },
      { lower: 50, change: +3 },
    ];
    const policies = scalingPoliciesOf(Scaling.steps({ maxCapacity: 4, metric, steps }));
    expect(policies.map(({ PolicyType }) => PolicyType)).toEqual(['StepScaling', 'StepScaling']);
  });

  test('on a schedule', () => {
    const actions = [{ name: 'morning', schedule: Schedule.cron({ hour: '7', minute: '0' }), minCapacity: 3 }];
    endpointTemplate(() => ({ scaling: Scaling.scheduled({ maxCapacity: 4, actions }) })).hasResourceProperties(
      'AWS::ApplicationAutoScaling::ScalableTarget',
      { ScheduledActions: [Match.objectLike({ ScalableTargetAction: { MinCapacity: 3 } })] },
    );
  });
});

describe('for security, an endpoint has', () => {
  test('a VPC with security groups', () => {
    const template = endpointTemplate((stack) => ({ vpc: new Vpc(stack, 'Vpc') }));
    template.hasResourceProperties('AWS::SageMaker::Model', {
      VpcConfig: { Subnets: Match.anyValue(), SecurityGroupIds: Match.anyValue() },
    });
  });

  test('network isolation', () => {
    endpointTemplate(() => ({ networkIsolation: true })).hasResourceProperties('AWS::SageMaker::Model', {
      EnableNetworkIsolation: true,
    });
  });

  test('a key for the volumes', () => {
    const config = configurationOf((stack) => ({
      instanceType: InstanceType.P3_2XLARGE,
      image: TritonImage.forRelease('24.09'),
      encryptionKey: new Key(stack, 'Key'),
    }));
    expect(config.KmsKeyId).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] });
  });

  test('permissions that exist before the model is created', () => {
    const template = endpointTemplate(() => ({}));
    template.hasResource('AWS::SageMaker::Model', {
      DependsOn: Match.arrayWith([Match.stringLikeRegexp('^EndpointExecutionPolicy')]),
      Properties: { ExecutionRoleArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^EndpointExecutionRole'), 'Arn'] } },
    });
  });

  test('least privilege: a wildcard resource only for actions without resource-level permissions', () => {
    const wildcardStatements = statementsOf(endpointTemplate(() => ({}))).filter(({ Resource }) =>
      [Resource].flat().includes('*'),
    );
    expect(wildcardStatements.map(({ Action }) => Action)).toEqual([
      'cloudwatch:PutMetricData',
      'ecr:GetAuthorizationToken',
    ]);
  });

  test('no findings of cdk-nag except access logs of the bucket', () => {
    const { violations } = new AwsSolutionsChecks().validateScope(stackWith());
    expect(violations.map(({ ruleName }) => ruleName)).toEqual(['AwsSolutions-S1']); // a modelBucket with access logs satisfies this rule
  });
});

describe('for operation, an endpoint has', () => {
  test('alarms', () => {
    const latencyObjective = LatencyObjective.p99(Duration.millis(250));
    endpointTemplate(() => ({ latencyObjective })).hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ModelLatency',
      Threshold: 250_000,
    });
  });

  test('a dashboard', () => {
    const titles = dashboardOf(endpointTemplate(() => ({}))).widgets.map(({ properties: { title } }) => title);
    expect(titles).toContain('Latency: container (ModelLatency)');
  });

  test('metrics from the server log', () => {
    endpointTemplate(() => ({})).hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: Match.stringLikeRegexp('failed to load'),
      MetricTransformations: [Match.objectLike({ MetricName: 'LoadFailureLines' })],
    });
  });

  test('a smoke test', () => {
    endpointTemplate(() => ({ endpointName: 'vision' })).hasResourceProperties('Custom::TritonSmokeTest', {
      EndpointName: 'vision',
      Spec: Match.stringLikeRegexp('"scores"'),
    });
  });

  test('metrics', () => {
    const metric = new TritonRealtimeEndpoint(new Stack(), 'Endpoint', {
      model: classifier(),
      endpointName: 'vision',
    }).metricModelLatency();
    expect(metric).toMatchObject({ namespace: 'AWS/SageMaker', metricName: 'ModelLatency', statistic: 'p99' });
  });

  test('capacity and cost from a capacity plan', () => {
    const sizing = CapacityPlanner.fromInferenceRecommenderCsv(artifact('bert-large-inference-recommender.csv')).plan({
      requestsPerSecond: 500,
      latencyObjective: LatencyObjective.p99(Duration.millis(500)),
    });
    expect(sizing.pick.costPerHour).toBe(21.62);
    expect(configurationOf(() => ({ sizing })).variant).toMatchObject({
      InstanceType: 'ml.g4dn.2xlarge',
      InitialInstanceCount: 23,
    });
  });
});

test('an imported endpoint has grants', () => {
  const stack = new Stack();
  const endpointArn = 'arn:aws:sagemaker:eu-west-1:111122223333:endpoint/vision';
  const caller = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const attributes = { endpointName: 'vision', endpointArn };
  TritonRealtimeEndpoint.fromEndpointAttributes(stack, 'Endpoint', attributes).grantInvoke(caller);
  Template.fromStack(stack).hasResourceProperties('AWS::IAM::Policy', {
    PolicyDocument: { Statement: [{ Action: 'sagemaker:InvokeEndpoint', Effect: 'Allow', Resource: endpointArn }] },
  });
});

test('limits of SageMaker are checked', () => {
  expect(() => endpointTemplate(() => ({ endpointName: 'e'.repeat(64) }))).toThrow(/1 to 63 letters.*\/sm\.ec-name\)/);
});

test('requests and responses are captured', () => {
  const { DataCaptureConfig } = configurationOf(() => ({ dataCapture: { samplingPercentage: 10 } }));
  expect(DataCaptureConfig).toMatchObject({ EnableCapture: true, InitialSamplingPercentage: 10 });
});

test.each([
  ['eu-west-1', /^763104351884\.dkr\.ecr\.eu-west-1\./],
  ['ca-west-1', /^\d{12}\.dkr\.ecr\.ca-west-1\./],
])('the library selects the image of the Region: %s', (region, image) => {
  const [model] = Object.values(
    endpointTemplate(() => ({}), { ...IRELAND, region }).findResources('AWS::SageMaker::Model'),
  );
  expect(JSON.stringify(model.Properties.PrimaryContainer.Image)).toMatch(new RegExp(image.source.replace('^', '"')));
});

test('a user can supply an image', () => {
  const image = '111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:1';
  const template = endpointTemplate(() => ({ image: TritonImage.of(image, { release: '22.12' }) }));
  template.hasResourceProperties('AWS::SageMaker::Model', { PrimaryContainer: { Image: image } });
});
