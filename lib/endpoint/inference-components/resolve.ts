import { Duration, SizeRoundingBehavior, Token } from 'aws-cdk-lib';
import { InferenceAmi, LatencyObjective, RoutingStrategy } from '../../platform';
import { AMI_DRIVERS } from '../../platform/inference-ami';
import { Scaling } from '../../scaling';
import { bindPools } from '../engines';
import { inferenceAmiVersionOf } from '../image/inference-ami-version';
import { buildContents } from '../realtime/build';
import { checkServing } from '../realtime/check';
import { defaultMaxCapacity, defaultScaling, resolveHosting } from '../variant/resolve';
import { ComponentFleet, CopyReservation, ResolvedRollingUpdate } from './component';
import { CopyShare } from './copy-share';
import { ComponentVariant } from './fleet-size';
import { ComponentRollingUpdateOptions, InferenceComponentOptions, TritonInferenceComponentsProps } from './options';

/** Smallest reservation that AWS's example notebooks use, and that 16 GiB instance types accept. */
const DEFAULT_MEMORY_MIB = 1024;

/** The components of an endpoint and their fleet. */
export interface ResolvedComponents {
  readonly components: ComponentVariant[];
  readonly fleet: ComponentFleet;
}

/** Resolves the components and their fleet. */
export function resolveComponents(props: TritonInferenceComponentsProps, endpointName: string): ResolvedComponents {
  const components = withSharedAmi(
    props.components.map((options, index) => resolveComponent(options, index, props, endpointName)),
    props,
  );
  const { minInstanceCount = 1, maxInstanceCount } = props;
  const atLeastOne = Token.isUnresolved(minInstanceCount) ? minInstanceCount : Math.max(1, minInstanceCount);
  const { instanceType, scaleIn, volumeSize, routingStrategy = RoutingStrategy.LEAST_OUTSTANDING_REQUESTS } = props;
  return {
    components,
    fleet: {
      instanceType,
      minInstanceCount,
      initialInstanceCount: props.instanceCount ?? atLeastOne,
      maxInstanceCount,
      scaleIn,
      routingStrategy,
      inferenceAmi: components[0]?.inferenceAmi,
      volumeSize,
    },
  };
}

/** Selects the AMI with the newest driver that an image requires, since all components run on the same instances. */
function withSharedAmi(
  components: ComponentVariant[],
  { instanceType, inferenceAmi }: TritonInferenceComponentsProps,
): ComponentVariant[] {
  if (inferenceAmi) return components;
  const versions = new Set(components.map(({ image }) => inferenceAmiVersionOf(image, [instanceType])));
  if (versions.size <= 1) return components;
  const driverOf = (version: string): number => AMI_DRIVERS[version] ?? 0;
  const [newest] = [...versions].flatMap((version) => version ?? []).sort((a, b) => driverOf(b) - driverOf(a));
  return components.map((component) => ({ ...component, inferenceAmi: InferenceAmi.of(newest) }));
}

function resolveComponent(
  options: InferenceComponentOptions,
  index: number,
  props: TritonInferenceComponentsProps,
  endpointName: string,
): ComponentVariant {
  const { componentName, copyCount, scaling, placement, dataCache = true } = options;
  const { instanceType, inferenceAmi, volumeSize, purpose } = props;
  const reservation = resolveReservation(options, instanceType.gpuCount);
  // A container sees only the GPUs that its copy reserves.
  const reservedType = Token.isUnresolved(reservation.gpuCount)
    ? instanceType
    : instanceType._withGpus(reservation.gpuCount);
  const hosting = resolveHosting({ ...options, inferenceAmi, volumeSize }, [reservedType]);
  const [{ model }] = bindPools([{ instanceType: reservedType, model: options.model }], hosting.image);
  const initialInstanceCount = copyCount ?? scaling?._initialCapacity ?? 1;
  return {
    ...hosting,
    path: `components[${index}]`,
    variantName: componentName,
    weight: 1,
    pools: [{ instanceType: reservedType, models: [model] }],
    initialInstanceCount,
    latencyObjective: options.latencyObjective ?? LatencyObjective.p99(Duration.seconds(1)),
    scaling: scaling ?? defaultScaling(purpose, oneBatchPerCopy(model.maxBatchSize, initialInstanceCount)),
    smokeTest: options.smokeTest,
    serving: {
      check: (variant) => checkServing(variant, { ...options, variantName: componentName }),
      build: (scope, pools, environment) => buildContents(scope, model, pools, environment, options),
    },
    component: {
      inferenceComponentName: `${endpointName}-${componentName}`,
      reservation,
      placement,
      dataCache,
      rollingUpdate: resolveUpdate(options.rollingUpdate),
    },
  };
}

function resolveReservation(
  { gpuCount, cpuCores, minMemory, maxMemory }: InferenceComponentOptions,
  gpusOfType: number | undefined,
): CopyReservation {
  const reservedGpus = gpuCount ?? (gpusOfType === 0 ? 0 : 1);
  return {
    gpuCount: reservedGpus,
    cpuCores: cpuCores ?? (reservedGpus === 0 ? 1 : undefined),
    // The checks reject a fraction.
    minMemory: minMemory?.toMebibytes({ rounding: SizeRoundingBehavior.NONE }) ?? DEFAULT_MEMORY_MIB,
    maxMemory: maxMemory?.toMebibytes({ rounding: SizeRoundingBehavior.NONE }),
  };
}

function resolveUpdate(options: ComponentRollingUpdateOptions = {}): ResolvedRollingUpdate {
  const { maximumBatchSize = CopyShare.percent(50), rollbackBatchSize = maximumBatchSize } = options;
  return { ...options, maximumBatchSize, rollbackBatchSize };
}

/** Scaling with a target of one batch of concurrent requests per copy. Additional requests wait in the queue. */
function oneBatchPerCopy(maxBatchSize: number, copyCount: number): Scaling {
  return Scaling.concurrentRequestsPerCopy({
    maxCapacity: defaultMaxCapacity(copyCount),
    requestsPerCopy: Math.max(1, maxBatchSize),
  });
}
