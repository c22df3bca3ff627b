import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  CapacitySize,
  InstanceType,
  LatencyObjective,
  Scaling,
  TritonAsyncEndpoint,
  TritonAsyncEndpointProps,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonMultiModelEndpointProps,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
  UpdateStrategy,
} from '../../../lib';
import {
  ARCHIVED_VERSIONS,
  defineEngineStack,
  ENGINE_VERSIONS,
  EngineVersion,
  isEngineVersion,
} from './engine-versions';
import { ComponentsVersion, describeComponents } from './components/versions';
import { createModel } from './test-models';
import { isolatedNetwork, parameterNetwork, sharedNetwork } from './network';
import { SynthesizedStack, synthesize } from './synthesize';

/** The name of a stack that histories (sequences of deployments) can deploy. */
export type NamedVersion = keyof typeof REALTIME | keyof typeof MULTI_MODEL | keyof typeof ASYNCHRONOUS | EngineVersion;
/** The name of a stack, or the changes that distinguish a stack with inference components from the first version of this stack. */
export type Version = NamedVersion | ComponentsVersion;
/** A kind of stack. A random history deploys versions of only one family. */
export type Family = 'realtime' | 'multi-model' | 'asynchronous' | 'engines' | 'components';

type RealtimeProps = Partial<TritonRealtimeEndpointProps>;
const G4 = InstanceType.G4DN_XLARGE;
const G5 = InstanceType.G5_XLARGE;
const scaling = Scaling.concurrentRequests({ requestsPerInstance: 8, minCapacity: 2, maxCapacity: 6 });

/**
 * Step scaling with a user-defined metric. No history publishes the metric, because histories check only that the alarms for step scaling
 * invoke existing policies.
 */
function stepScaling(change: number): Scaling {
  return Scaling.steps({
    minCapacity: 2,
    maxCapacity: 6,
    metric: new Metric({ namespace: 'Work', metricName: 'Waiting' }),
    steps: [
      { upper: 5, change: -1 },
      { lower: 20, change },
    ],
  });
}

/** Properties of real-time endpoints. The key is the name of the version. By default, each version has a different model. */
const REALTIME = {
  plain: () => ({}),
  'other model': () => ({}),
  'other instance type': () => ({ instanceType: G5 }),
  'other instance type, without scaling': () => ({ instanceType: G5, scaling: Scaling.none() }),
  'three instances': () => ({ instanceCount: 3 }),
  scaled: () => ({ scaling, instanceCount: 2 }),
  'scaled, other model': () => ({ scaling, instanceCount: 2 }),
  'scaled, other instance type': () => ({ scaling, instanceCount: 2, instanceType: G5 }),
  'scaled further': () => ({
    scaling: Scaling.concurrentRequests({ requestsPerInstance: 4, minCapacity: 3, maxCapacity: 8 }),
    instanceCount: 3,
  }),
  'scaled by steps': () => ({ scaling: stepScaling(1), instanceCount: 2 }),
  'scaled by steps, other instance type': () => ({ scaling: stepScaling(1), instanceCount: 2, instanceType: G5 }),
  'scaled by wider steps': () => ({ scaling: stepScaling(2), instanceCount: 2 }),
  'scaled by GPU': () => ({
    scaling: Scaling.gpuUtilization({ percent: 60, minCapacity: 2, maxCapacity: 5 }),
    instanceCount: 2,
  }),
  'with server metrics': () => ({
    scaling,
    monitoring: { serverMetrics: true },
    instanceCount: 2,
  }),
  canary: () => ({
    instanceCount: 4,
    updateStrategy: UpdateStrategy.canary({
      size: CapacitySize.percent(25),
      waitInterval: Duration.minutes(5),
      bakeTime: Duration.minutes(10),
    }),
  }),
  rolling: () => ({
    instanceCount: 4,
    updateStrategy: UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.percent(25) }),
  }),
  'rolling, other model': () => ({
    instanceCount: 4,
    updateStrategy: UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.percent(25) }),
  }),
  linear: () => ({
    instanceCount: 4,
    updateStrategy: UpdateStrategy.linear({ stepSize: CapacitySize.percent(25), waitInterval: Duration.minutes(5) }),
  }),
  'two variants': () => ({
    variants: [
      { variantName: 'Old', weight: 3, instanceCount: 2 },
      { variantName: 'New', weight: 1, instanceCount: 1 },
    ],
  }),
  'two variants, other weights': () => ({
    variants: [
      { variantName: 'Old', weight: 1, instanceCount: 2 },
      { variantName: 'New', weight: 2, instanceCount: 1 },
    ],
  }),
  'scaled next to one instance': () => ({
    variants: [
      { variantName: 'Old', weight: 3, scaling, instanceCount: 2 },
      { variantName: 'New', weight: 1, scaling: Scaling.none(), instanceCount: 1 },
    ],
  }),
  'scaled next to three instances': () => ({
    variants: [
      { variantName: 'Old', weight: 3, scaling, instanceCount: 2 },
      { variantName: 'New', weight: 1, scaling: Scaling.none(), instanceCount: 3 },
    ],
  }),
  'two scaled variants': () => ({
    variants: [
      { variantName: 'Old', weight: 3, scaling, instanceCount: 2 },
      { variantName: 'New', weight: 1, scaling, instanceCount: 2, instanceType: G5 },
    ],
  }),
  shadow: () => ({ shadowVariants: [{ variantName: 'Shadow', model: createModel('shadow') }] }),
  capture: () => ({ dataCapture: { samplingPercentage: 10 } }),
  'scaled, capture': () => ({ scaling, instanceCount: 2, dataCapture: { samplingPercentage: 10 } }),
  'scaled, more capture': () => ({ scaling, instanceCount: 2, dataCapture: { samplingPercentage: 50 } }),
  private: (stack: Stack) => ({
    ...isolatedNetwork(stack),
    networkIsolation: true,
  }),
  'private, in shared subnets': sharedNetwork,
  'private, in subnets of a parameter': parameterNetwork,
  // The instance type must support a KMS key. Types with known local storage do not.
  encrypted: (stack: Stack) => ({
    instanceType: InstanceType.G7_2XLARGE,
    encryptionKey: new Key(stack, 'Key'),
  }),
  renamed: () => ({ endpointName: 'another-name' }),
  'without a GPU': () => ({ instanceType: InstanceType.of('ml.c6i.large') }),
  'without a GPU, other model': () => ({ instanceType: InstanceType.of('ml.c6i.large') }),
} satisfies Record<string, (stack: Stack) => RealtimeProps>;

/** Properties and model names of multi-model endpoints. The key is the name of the version. */
const MULTI_MODEL = {
  'two models': () => [{}, ['one', 'two']],
  'one more model': () => [{}, ['one', 'two', 'three']],
  'one model less': () => [{}, ['two']],
  'open prefix': () => [{ openPrefix: true }, ['one', 'two']],
  'open prefix, one more model': () => [{ openPrefix: true }, ['one', 'two', 'three']],
  'scaled models': () => [{ scaling, instanceCount: 2 }, ['one', 'two']],
} satisfies Record<string, () => [Partial<TritonMultiModelEndpointProps>, string[]]>;

/** Properties of asynchronous endpoints. The key is the name of the version. */
const ASYNCHRONOUS = {
  'from zero': () => ({}),
  'from zero, other model': () => ({}),
  'from zero, other instance type': () => ({ instanceType: G5 }),
  'from zero, without a GPU': () => ({ instanceType: InstanceType.of('ml.c6i.large') }),
  'from zero to five': () => ({
    scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 5, backlogPerInstance: 2 }),
  }),
  'from one': () => ({
    scaling: Scaling.backlogPerInstance({ minCapacity: 1, maxCapacity: 3, backlogPerInstance: 4 }),
  }),
  'queue that does not scale': () => ({ scaling: Scaling.none(), instanceCount: 2 }),
  'from zero, rolling': () => ({
    updateStrategy: UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.percent(50) }),
  }),
} satisfies Record<string, () => Partial<TritonAsyncEndpointProps>>;

export const VERSIONS: Readonly<Record<Exclude<Family, 'components'>, readonly NamedVersion[]>> = {
  realtime: Object.keys(REALTIME) as NamedVersion[],
  'multi-model': [...(Object.keys(MULTI_MODEL) as NamedVersion[]), ...ARCHIVED_VERSIONS],
  asynchronous: Object.keys(ASYNCHRONOUS) as NamedVersion[],
  engines: ENGINE_VERSIONS,
};

const cache = new Map<string, SynthesizedStack>();

/** Returns the synthesized stack. Each version is synthesized only once. */
export function synthesizedVersion(name: NamedVersion, stackName = 'App'): SynthesizedStack {
  const key = `${stackName}/${name}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const synthesized = synthesize(stackName, (stack) => defineStack(stack, name));
  cache.set(key, synthesized);
  return synthesized;
}

export function hasComponents(version: Version): version is ComponentsVersion {
  return typeof version !== 'string';
}

export function describeVersion(version: Version): string {
  return hasComponents(version) ? describeComponents(version) : version;
}

function defineStack(stack: Stack, name: NamedVersion): void {
  if (isEngineVersion(name)) return defineEngineStack(stack, name);
  const common = { instanceType: G4, latencyObjective: LatencyObjective.p99(Duration.seconds(1)) };
  const commonWithModel = { ...common, model: createModel(name.replaceAll(/\W+/g, '-')) };
  if (name in REALTIME) {
    const props: RealtimeProps = REALTIME[name as keyof typeof REALTIME](stack);
    new TritonRealtimeEndpoint(stack, 'Endpoint', { ...commonWithModel, ...props });
    return;
  }
  if (name in ASYNCHRONOUS) {
    new TritonAsyncEndpoint(stack, 'Endpoint', {
      ...commonWithModel,
      ...ASYNCHRONOUS[name as keyof typeof ASYNCHRONOUS](),
    });
    return;
  }
  const [props, modelNames]: [Partial<TritonMultiModelEndpointProps>, string[]] =
    MULTI_MODEL[name as keyof typeof MULTI_MODEL]();
  const models: TritonModel[] = modelNames.map((modelName) => createModel('1', modelName));
  new TritonMultiModelEndpoint(stack, 'Endpoint', { ...common, models, ...props });
}
