import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  FleetShare,
  InstanceType,
  LatencyObjective,
  Packaging,
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
import { ARCHIVED_VERSIONS, defineEngine, ENGINE_VERSIONS, EngineVersion, isEngineVersion } from './engine-versions';
import { model } from './models';
import { isolatedNetwork, parameterNetwork, sharedNetwork } from './network';
import { Synthesized, synthesize } from './synthesize';

/** A state that an app can be deployed in. */
export type Version = keyof typeof REALTIME | keyof typeof MULTI_MODEL | keyof typeof ASYNCHRONOUS | EngineVersion;
export type Family = 'realtime' | 'multi-model' | 'asynchronous' | 'engines';

type Realtime = Partial<TritonRealtimeEndpointProps>;
const G4 = InstanceType.G4DN_XLARGE;
const G5 = InstanceType.G5_XLARGE;
const scaling = Scaling.concurrentRequests({ requestsPerInstance: 8, minCapacity: 2, maxCapacity: 6 });

/** On a metric of the user's, which nobody publishes here: what counts is whether the alarms call policies that are there. */
function steps(change: number): Scaling {
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

/** Properties by name; each has a model of its own version, unless it says which. */
const REALTIME = {
  plain: () => ({}),
  'other model': () => ({}),
  'plain, as an archive': () => ({ packaging: Packaging.ARCHIVE, model: model('plain') }),
  'other model, as an archive': () => ({ packaging: Packaging.ARCHIVE, model: model('other-model') }),
  'other instance type': () => ({ instanceType: G5 }),
  'three instances': () => ({ instanceCount: 3 }),
  scaled: () => ({ scaling, instanceCount: 2 }),
  'scaled, other model': () => ({ scaling, instanceCount: 2 }),
  'scaled, other instance type': () => ({ scaling, instanceCount: 2, instanceType: G5 }),
  'scaled further': () => ({
    scaling: Scaling.concurrentRequests({ requestsPerInstance: 4, minCapacity: 3, maxCapacity: 8 }),
    instanceCount: 3,
  }),
  'scaled by steps': () => ({ scaling: steps(1), instanceCount: 2 }),
  'scaled by steps, other instance type': () => ({ scaling: steps(1), instanceCount: 2, instanceType: G5 }),
  'scaled by wider steps': () => ({ scaling: steps(2), instanceCount: 2 }),
  'scaled by GPU': () => ({
    scaling: Scaling.gpuUtilization({ percent: 60, minCapacity: 2, maxCapacity: 5 }),
    instanceCount: 2,
  }),
  canary: () => ({
    instanceCount: 4,
    updateStrategy: UpdateStrategy.canary({
      size: FleetShare.percent(25),
      waitInterval: Duration.minutes(5),
      bakeTime: Duration.minutes(10),
    }),
  }),
  rolling: () => ({
    instanceCount: 4,
    updateStrategy: UpdateStrategy.rolling({ maximumBatchSize: FleetShare.instances(1) }),
  }),
  'rolling, other model': () => ({
    instanceCount: 4,
    updateStrategy: UpdateStrategy.rolling({ maximumBatchSize: FleetShare.instances(1) }),
  }),
  linear: () => ({
    instanceCount: 4,
    updateStrategy: UpdateStrategy.linear({ stepSize: FleetShare.percent(25), waitInterval: Duration.minutes(5) }),
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
  'scaled next to one': () => ({
    variants: [
      { variantName: 'Old', weight: 3, scaling, instanceCount: 2 },
      { variantName: 'New', weight: 1, scaling: Scaling.none(), instanceCount: 1 },
    ],
  }),
  'scaled next to three': () => ({
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
  shadow: () => ({ shadowVariants: [{ variantName: 'Shadow', model: model('shadow') }] }),
  capture: () => ({ dataCapture: { samplingPercentage: 10 } }),
  'scaled, capture': () => ({ scaling, instanceCount: 2, dataCapture: { samplingPercentage: 10 } }),
  'scaled, more capture': () => ({ scaling, instanceCount: 2, dataCapture: { samplingPercentage: 50 } }),
  private: (stack: Stack) => ({
    ...isolatedNetwork(stack),
    networkIsolation: true,
  }),
  'private, in shared subnets': sharedNetwork,
  'private, in subnets of a parameter': parameterNetwork,
  // Instances that are known to have drives of their own take no key.
  encrypted: (stack: Stack) => ({
    instanceType: InstanceType.G7_2XLARGE,
    encryptionKey: new Key(stack, 'Key'),
  }),
  renamed: () => ({ endpointName: 'another-name' }),
  'without a GPU': () => ({ instanceType: InstanceType.of('ml.c6i.large') }),
  'without a GPU, other model': () => ({ instanceType: InstanceType.of('ml.c6i.large') }),
} satisfies Record<string, (stack: Stack) => Realtime>;

const MULTI_MODEL = {
  'two models': () => [{}, ['one', 'two']],
  'a model more': () => [{}, ['one', 'two', 'three']],
  'a model less': () => [{}, ['two']],
  'open prefix': () => [{ openPrefix: true }, ['one', 'two']],
  'open prefix, a model more': () => [{ openPrefix: true }, ['one', 'two', 'three']],
  'scaled models': () => [{ scaling, instanceCount: 2 }, ['one', 'two']],
} satisfies Record<string, () => [Partial<TritonMultiModelEndpointProps>, string[]]>;

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
    updateStrategy: UpdateStrategy.rolling({ maximumBatchSize: FleetShare.percent(50) }),
  }),
} satisfies Record<string, () => Partial<TritonAsyncEndpointProps>>;

export const VERSIONS: Readonly<Record<Family, readonly Version[]>> = {
  realtime: Object.keys(REALTIME) as Version[],
  'multi-model': [...(Object.keys(MULTI_MODEL) as Version[]), ...ARCHIVED_VERSIONS],
  asynchronous: Object.keys(ASYNCHRONOUS) as Version[],
  engines: ENGINE_VERSIONS,
};

const cache = new Map<string, Synthesized>();

/** A version as its app synthesizes it, once in this process. */
export function versionOf(name: Version, stackName = 'App'): Synthesized {
  const key = `${stackName}/${name}`;
  const kept = cache.get(key);
  if (kept) return kept;
  const fresh = synthesize(stackName, (stack) => define(stack, name));
  cache.set(key, fresh);
  return fresh;
}

function define(stack: Stack, name: Version): void {
  if (isEngineVersion(name)) return defineEngine(stack, name);
  const common = { instanceType: G4, latencyObjective: LatencyObjective.p99(Duration.seconds(1)) };
  const own = { ...common, model: model(name.replaceAll(/\W+/g, '-')) };
  if (name in REALTIME) {
    const props: Realtime = REALTIME[name as keyof typeof REALTIME](stack);
    new TritonRealtimeEndpoint(stack, 'Endpoint', { ...own, ...props });
    return;
  }
  if (name in ASYNCHRONOUS) {
    new TritonAsyncEndpoint(stack, 'Endpoint', { ...own, ...ASYNCHRONOUS[name as keyof typeof ASYNCHRONOUS]() });
    return;
  }
  const [props, names]: [Partial<TritonMultiModelEndpointProps>, string[]] =
    MULTI_MODEL[name as keyof typeof MULTI_MODEL]();
  const models: TritonModel[] = names.map((each) => model('1', each));
  new TritonMultiModelEndpoint(stack, 'Endpoint', { ...common, models, ...props });
}
