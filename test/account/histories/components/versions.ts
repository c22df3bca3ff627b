import { Duration, Size, Stack } from 'aws-cdk-lib';
import {
  CapacitySize,
  InferenceComponentOptions,
  InstanceType,
  LatencyObjective,
  LogLevel,
  Scaling,
  TritonImage,
  TritonInferenceComponents,
  TritonInferenceComponentsProps,
} from '../../../../lib';
import { isolatedNetwork } from '../network';
import { synthesize, SynthesizedStack } from '../synthesize';
import { createModel } from '../test-models';

/** The components that versions can have. `lynx` is a renamed `cat`. */
export type ComponentName = 'cat' | 'dog' | 'owl' | 'lynx';

/** A component, and the version of its model, whose name is the name of the component. */
type DraftComponent = Partial<InferenceComponentOptions> & { componentName: string; modelVersion?: string };

/** A version of a stack, before it is synthesized. Changes modify it. */
interface Draft {
  components: DraftComponent[];
  fleet: Partial<TritonInferenceComponentsProps>;
  readonly stack: Stack;
}

const toZero = (): Scaling => Scaling.invocationsPerCopy({ minCapacity: 0, maxCapacity: 2, invocationsPerSecond: 2 });

function change(name: ComponentName, options: () => Partial<DraftComponent>): (draft: Draft) => void {
  return ({ components }) => {
    for (const component of components) if (component.componentName === name) Object.assign(component, options());
  };
}

/** Changes of the first version. A version has several of them. */
const CHANGES = {
  'cat has a different model': change('cat', () => ({ modelVersion: 'second' })),
  'dog has a different model': change('dog', () => ({ modelVersion: 'second' })),
  'cat has a different image': change('cat', () => ({ image: TritonImage.forRelease('26.04') })),
  'dog has different server options': change('dog', () => ({ server: { logLevel: LogLevel.WARNING } })),
  'cat reserves two GPUs': change('cat', () => ({ gpuCount: 2 })),
  'dog reserves 0.3 cores': change('dog', () => ({ cpuCores: 0.3 })),
  'dog reserves more memory': change('dog', () => ({ minMemory: Size.gibibytes(8) })),
  'cat has three copies': change('cat', () => ({ scaling: Scaling.none(), copyCount: 3 })),
  'cat has one copy': change('cat', () => ({ scaling: Scaling.none(), copyCount: 1 })),
  'cat scales further': change('cat', () => ({
    scaling: Scaling.concurrentRequestsPerCopy({ minCapacity: 2, maxCapacity: 4, requestsPerCopy: 4 }),
  })),
  'cat scales to zero': change('cat', () => ({ scaling: toZero() })),
  'dog scales to zero': change('dog', () => ({ scaling: toZero() })),
  'owl scales to zero': change('owl', () => ({ scaling: toZero() })),
  'dog is replaced copy by copy': change('dog', () => ({
    rollingUpdate: { maximumBatchSize: CapacitySize.percent(25), waitInterval: Duration.minutes(10) },
  })),
  'cat is packed': change('cat', () => ({ placement: { binpack: true }, dataCache: false })),
  'cat does not roll back on alarms': change('cat', () => ({ rollingUpdate: { autoRollback: false } })),
  'owl is added': ({ components }) => components.push({ componentName: 'owl' }),
  'cat is removed': (draft) => {
    draft.components = draft.components.filter(({ componentName }) => componentName !== 'cat');
  },
  'cat is renamed': change('cat', () => ({ componentName: 'lynx' })),
  'the order is reversed': (draft) => void draft.components.reverse(),
  'the fleet is larger': ({ fleet }) => Object.assign(fleet, { maxInstanceCount: 4 }),
  'the fleet has one instance': ({ fleet }) => Object.assign(fleet, { maxInstanceCount: 1 }),
  'the fleet has at least two instances': ({ fleet }) => Object.assign(fleet, { minInstanceCount: 2 }),
  'the fleet scales to zero': ({ fleet }) => Object.assign(fleet, { minInstanceCount: 0 }),
  'the fleet consolidates': ({ fleet }) => Object.assign(fleet, { scaleIn: { consolidate: true } }),
  'the instance type is different': ({ fleet }) => Object.assign(fleet, { instanceType: InstanceType.G6_12XLARGE }),
  'the fleet is in a VPC': ({ fleet, stack }) => Object.assign(fleet, isolatedNetwork(stack)),
  'the metrics are finer': ({ fleet }) =>
    Object.assign(fleet, { monitoring: { ...fleet.monitoring, serverMetrics: true } }),
  'there is no smoke test': ({ fleet }) => Object.assign(fleet, { smokeTest: { enabled: false } }),
  'the endpoint is renamed': ({ fleet }) => Object.assign(fleet, { endpointName: 'other' }),
} satisfies Record<string, (draft: Draft) => unknown>;

export type Change = keyof typeof CHANGES;
/** The changes that distinguish a version from the first version. */
export type ComponentsVersion = readonly Change[];
export const ALL_CHANGES = Object.keys(CHANGES) as Change[];

const cache = new Map<string, SynthesizedStack | string>();
const warnings = new Map<string, readonly string[]>();

/** The warnings of the library about a synthesized version. */
export function warningsOf(version: ComponentsVersion): readonly string[] {
  return warnings.get(describeComponents(version)) ?? [];
}

/** Returns the synthesized stack, or the error with which the library rejects the version. Each version is synthesized only once. */
export function synthesizedComponents(version: ComponentsVersion): SynthesizedStack | string {
  const key = describeComponents(version);
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  let result: SynthesizedStack | string;
  try {
    result = synthesize('App', (stack) => defineStack(stack, version));
  } catch (error) {
    result = (error as Error).message;
  }
  cache.set(key, result);
  return result;
}

export function describeComponents(version: ComponentsVersion): string {
  return version.length === 0 ? 'the first version' : version.join(', ');
}

function defineStack(stack: Stack, version: ComponentsVersion): void {
  const draft: Draft = {
    stack,
    fleet: {},
    components: [
      {
        componentName: 'cat',
        scaling: Scaling.concurrentRequestsPerCopy({ minCapacity: 1, maxCapacity: 2, requestsPerCopy: 8 }),
      },
      {
        componentName: 'dog',
        scaling: Scaling.invocationsPerCopy({ minCapacity: 1, maxCapacity: 3, invocationsPerSecond: 5 }),
      },
    ],
  };
  for (const name of ALL_CHANGES) if (version.includes(name)) CHANGES[name](draft);
  new TritonInferenceComponents(stack, 'Shared', {
    endpointName: 'shared',
    instanceType: InstanceType.G5_12XLARGE,
    maxInstanceCount: 3,
    components: draft.components.map(({ modelVersion = 'first', ...component }) => ({
      model: createModel(modelVersion, component.componentName),
      latencyObjective: LatencyObjective.p99(Duration.seconds(1)),
      ...component,
    })),
    ...draft.fleet,
  });
  const messages = stack.node.findAll().flatMap(({ node }) => node.metadata.map(({ data }) => String(data)));
  warnings.set(describeComponents(version), messages);
}
