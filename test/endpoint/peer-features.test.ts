import * as fs from 'fs';
import * as path from 'path';
import { Duration, Size, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import {
  FleetShare,
  InstanceType,
  Scaling,
  TritonImage,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
  UpdateStrategy,
} from '../../lib';
import { classifier } from './fixtures';

/*
 * What other modules that host models have (the alpha module, generative-ai-cdk-constructs, AWS Solutions Constructs, Terraform
 * modules, SageMaker's Python SDK, notebooks, Triton's Helm charts, KServe), each shown here or in the test that is named.
 */

const ROOT = path.join(__dirname, '..', '..');
const IRELAND = { region: 'eu-west-1', account: '111122223333' };

function templateOf(props: (stack: Stack) => Partial<TritonRealtimeEndpointProps>, env = IRELAND): Template {
  const stack = new Stack(undefined, 'Stack', { env });
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), ...props(stack) });
  return Template.fromStack(stack);
}

/** Configuration of the endpoint, and of its first variant. */
function configurationOf(props: (stack: Stack) => Partial<TritonRealtimeEndpointProps>) {
  const [config] = Object.values(templateOf(props).findResources('AWS::SageMaker::EndpointConfig'));
  return { ...config.Properties, variant: config.Properties.ProductionVariants[0] };
}

function deploymentOf(updateStrategy: UpdateStrategy) {
  const template = templateOf(() => ({ updateStrategy, instanceCount: 4 }));
  const [endpoint] = Object.values(template.findResources('AWS::SageMaker::Endpoint'));
  return endpoint.Properties.DeploymentConfig;
}

function scalingPoliciesOf(scaling: Scaling) {
  const template = templateOf(() => ({ scaling }));
  const policies = Object.values(template.findResources('AWS::ApplicationAutoScaling::ScalingPolicy'));
  return policies.map(({ Properties }) => Properties);
}

describe('variants', () => {
  test('several with weights, for A/B', () => {
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

  test('a shadow', () => {
    const { ShadowProductionVariants } = configurationOf(() => ({
      shadowVariants: [{ variantName: 'shadow', weight: 0.5 }],
    }));
    expect(ShadowProductionVariants).toMatchObject([{ VariantName: 'shadow', InitialVariantWeight: 0.5 }]);
  });

  test('two that scale', () => {
    const scaling = Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 10 });
    const template = templateOf(() => ({
      scaling,
      variants: [{ variantName: 'champion' }, { variantName: 'challenger' }],
    }));
    const targets = Object.values(template.findResources('AWS::ApplicationAutoScaling::ScalableTarget'));
    expect(targets.map(({ Properties }) => Properties.ResourceId).map((id) => id.split('/').pop())).toEqual([
      'champion',
      'challenger',
    ]);
  });

  test('instance types to fall back to', () => {
    const { variant } = configurationOf(() => ({
      instancePools: [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G6_XLARGE }],
    }));
    expect(variant.InstancePools.map(({ InstanceType: name }: { InstanceType: string }) => name)).toEqual([
      'ml.g5.xlarge',
      'ml.g6.xlarge',
    ]);
  });

  test('timeouts, volume size and a driver for the image', () => {
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
      InferenceAmiVersion: expect.any(String),
    });
  });
});

describe('updates', () => {
  test('keep the scaled-out fleet, and roll back on alarms', () => {
    templateOf(() => ({})).hasResourceProperties('AWS::SageMaker::Endpoint', {
      RetainAllVariantProperties: true,
      DeploymentConfig: { AutoRollbackConfiguration: { Alarms: Match.anyValue() } },
    });
  });

  test('blue/green with a canary', () => {
    const { BlueGreenUpdatePolicy } = deploymentOf(UpdateStrategy.canary({ size: FleetShare.percent(25) }));
    expect(BlueGreenUpdatePolicy.TrafficRoutingConfiguration).toMatchObject({
      Type: 'CANARY',
      CanarySize: { Type: 'CAPACITY_PERCENT', Value: 25 },
    });
  });

  test('blue/green in linear steps', () => {
    const { BlueGreenUpdatePolicy } = deploymentOf(UpdateStrategy.linear({ stepSize: FleetShare.instances(1) }));
    expect(BlueGreenUpdatePolicy.TrafficRoutingConfiguration).toMatchObject({
      Type: 'LINEAR',
      LinearStepSize: { Type: 'INSTANCE_COUNT', Value: 1 },
    });
  });

  test('rolling', () => {
    const { RollingUpdatePolicy } = deploymentOf(UpdateStrategy.rolling({ maximumBatchSize: FleetShare.percent(25) }));
    expect(RollingUpdatePolicy.MaximumBatchSize).toEqual({ Type: 'CAPACITY_PERCENT', Value: 25 });
  });
});

describe('scaling', () => {
  test('on requests per instance', () => {
    const [policy] = scalingPoliciesOf(Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 10 }));
    expect(policy.TargetTrackingScalingPolicyConfiguration).toMatchObject({
      PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
      TargetValue: 600,
    });
  });

  test('on requests in flight, at high resolution', () => {
    const [policy] = scalingPoliciesOf(Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 5 }));
    expect(policy.TargetTrackingScalingPolicyConfiguration.PredefinedMetricSpecification.PredefinedMetricType).toBe(
      'SageMakerVariantConcurrentRequestsPerModelHighResolution',
    );
  });

  test('on the use of the GPUs', () => {
    const [policy] = scalingPoliciesOf(Scaling.gpuUtilization({ maxCapacity: 4, percent: 60 }));
    expect(JSON.stringify(policy.TargetTrackingScalingPolicyConfiguration)).toContain('GPUUtilization');
  });

  test('on a metric of one’s own', () => {
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

  test('by the clock', () => {
    const actions = [{ name: 'morning', schedule: Schedule.cron({ hour: '7', minute: '0' }), minCapacity: 3 }];
    templateOf(() => ({ scaling: Scaling.scheduled({ maxCapacity: 4, actions }) })).hasResourceProperties(
      'AWS::ApplicationAutoScaling::ScalableTarget',
      { ScheduledActions: [Match.objectLike({ ScalableTargetAction: { MinCapacity: 3 } })] },
    );
  });
});

describe('security', () => {
  test('a VPC with security groups', () => {
    const template = templateOf((stack) => ({ vpc: new Vpc(stack, 'Vpc') }));
    template.hasResourceProperties('AWS::SageMaker::Model', {
      VpcConfig: { Subnets: Match.anyValue(), SecurityGroupIds: Match.anyValue() },
    });
  });

  test('network isolation', () => {
    templateOf(() => ({ networkIsolation: true })).hasResourceProperties('AWS::SageMaker::Model', {
      EnableNetworkIsolation: true,
    });
  });

  test('a key for the volumes', () => {
    const config = configurationOf((stack) => ({
      instanceType: InstanceType.P3_2XLARGE,
      encryptionKey: new Key(stack, 'Key'),
    }));
    expect(config.KmsKeyId).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] });
  });

  test('permissions that exist before the model is made', () => {
    const template = templateOf(() => ({}));
    template.resourceCountIs('AWS::IAM::Policy', 0); // inline in the role, on which the model depends
    template.hasResourceProperties('AWS::SageMaker::Model', {
      ExecutionRoleArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^EndpointExecutionRole'), 'Arn'] },
    });
  });
});

test('requests and answers are captured', () => {
  const { DataCaptureConfig } = configurationOf(() => ({ dataCapture: { samplingPercentage: 10 } }));
  expect(DataCaptureConfig).toMatchObject({ EnableCapture: true, InitialSamplingPercentage: 10 });
});

test.each([
  ['eu-west-1', /^763104351884\.dkr\.ecr\.eu-west-1\./],
  ['ca-west-1', /^\d{12}\.dkr\.ecr\.ca-west-1\./],
])('the image of %s is known', (region, image) => {
  const [model] = Object.values(templateOf(() => ({}), { ...IRELAND, region }).findResources('AWS::SageMaker::Model'));
  expect(JSON.stringify(model.Properties.PrimaryContainer.Image)).toMatch(new RegExp(image.source.replace('^', '"')));
});

/** Features that have a test where they live. */
test.each([
  ['a typed Triton configuration', 'test/model/triton-model.test.ts', 'says what the properties say'],
  ['dynamic batching, queue policies', 'test/model/rendering.test.ts', 'dynamic batching'],
  ['instance groups', 'test/model/rendering.test.ts', 'instance groups'],
  ['ensembles', 'test/model-config/repository.test.ts', 'every rule of the wiring has an example'],
  ['sequence batching', 'test/model/rendering.test.ts', 'sequence batching with a slot for each sequence'],
  ['warmup', 'test/model/rendering.test.ts', 'warmups take the inputs of the model'],
  ['backends', 'test/model/rendering.test.ts', 'well-known parameters of the backends'],
  ['validation of the configuration', 'test/endpoint/broken-models.test.ts', 'a preferred batch size beyond'],
  ['validation of the files', 'test/endpoint/broken-models.test.ts', 'no version folder'],
  ['typed server settings', 'test/endpoint/server-environment.test.ts', 'a multi-model endpoint is healthy'],
  ['models that call others (BLS)', 'test/endpoint/server-environment.test.ts', 'the models that a Python model calls'],
  ['a driver for the image', 'test/endpoint/image-findings.test.ts', 'the AMI of a variant has a driver'],
  ['an image of one’s own', 'test/endpoint/image.test.ts', 'an image of a repository, by tag or digest'],
  ['SageMaker’s limits', 'test/endpoint/limits.test.ts', 'an endpoint within all limits has no findings'],
  ['packing of models', 'test/repository/model-archive.test.ts', 'bytes and hash depend on paths and contents alone'],
  ['models that are in S3', 'test/endpoint/model-data.test.ts', 'of another version is another model'],
  ['least privilege', 'test/endpoint/triton-realtime-endpoint.test.ts', 'no action is allowed on everything'],
  ['alarms', 'test/monitoring/endpoint-alarms.test.ts', 'is on latency, errors and canary'],
  ['dashboards', 'test/monitoring/dashboard.test.ts', 'latencies from inside out stand side by side'],
  ['what the server logs, as metrics', 'test/monitoring/endpoint-logs.test.ts', 'the filters count load failures'],
  ['a smoke test', 'test/lambda/smoke-test.test.ts', 'lets the deployment pass and says what was checked'],
  ['capacity and cost', 'test/sizing/inference-recommender.test.ts', 'is served by TensorRT with dynamic batching'],
  ['grants', 'test/endpoint/grants.test.ts', 'are allowed on this endpoint and nothing else'],
  ['metrics', 'test/endpoint/metrics.test.ts', 'is reachable by its published name'],
  ['imports', 'test/endpoint/imports.test.ts', 'account and region are the ARN’s'],
  ['cdk-nag', 'test/endpoint/nag.test.ts', 'with every default left alone all packs are content'],
  ['multi-model endpoints', 'test/endpoint/multi-model/triton-multi-model-endpoint.test.ts', 'multi-model mode'],
  ['callers of named models only', 'test/endpoint/multi-model/permissions.test.ts', 'the named models only'],
  ['model packages', 'test/recommender/job.test.ts', 'is a package with archive, payload, domain, task'],
  ['Inference Recommender', 'test/recommender/workflow/workflow.test.ts', 'describe('],
  ['an own server on this machine', 'test/local/real-triton.test.ts', '--keep'],
  ['Python', 'scripts/check-wheel.sh', 'The Python stack'],
])('%s: %s', (_, file, name) => {
  expect(fs.readFileSync(path.join(ROOT, file), 'utf8')).toContain(name);
});
