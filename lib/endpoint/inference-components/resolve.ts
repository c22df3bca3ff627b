import { SizeRoundingBehavior } from 'aws-cdk-lib';
import { InferenceAmi, RoutingStrategy } from '../../platform';
import { AMI_DRIVERS } from '../../platform/inference-ami';
import { Scaling } from '../../scaling';
import { bindPools } from '../engines';
import { inferenceAmiVersionOf } from '../image/inference-ami-version';
import { buildContents } from '../serving/build';
import { checkServing } from '../serving/check';
import { defaultMaxCapacity, defaultScaling, resolveHosting } from '../variant/resolve';
import { Component, ComponentUpdate, CopyReservation } from '../resolved/component';
import { ComponentEndpoint, EndpointSettings } from '../resolved/endpoint';
import { withPools } from '../resolved/host';
import { resolveSettings, withMonitoring } from '../hosting/resolve';
import { InferenceComponentOptions, TritonInferenceComponentsProps } from '../options/component-options';
import { RollingUpdateOptions } from '../update/options';
import { DEFAULT_BATCH_SIZE } from '../update/rolling';
import { isUnresolved } from '../../findings/is-unresolved';

/** Smallest reservation that AWS's example notebooks use, and that 16 GiB instance types accept. */
const DEFAULT_MEMORY_MIB = 1024;

/** Resolves an endpoint with its components and their fleet. */
export function resolveComponents(endpointName: string, props: TritonInferenceComponentsProps): ComponentEndpoint {
  const settings = resolveSettings(endpointName, props);
  const resolved = props.components.map((options, index) => resolveComponent(options, index, props, settings));
  const components = withSharedAmi(resolved, props).map((component) =>
    withMonitoring(component, settings, {
      multiModel: false,
      inferenceComponentName: component.inferenceComponentName,
      gpusPerCopy: component.reservation.gpuCount,
    }),
  );
  const { minInstanceCount = 1, maxInstanceCount, instanceType, scaleIn, volumeSize } = props;
  const atLeastOne = isUnresolved(minInstanceCount) ? minInstanceCount : Math.max(1, minInstanceCount);
  const fleet = {
    instanceType,
    minInstanceCount,
    initialInstanceCount: props.instanceCount ?? atLeastOne,
    maxInstanceCount,
    scaleIn,
    routingStrategy: props.routingStrategy ?? RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
    inferenceAmi: components[0]?.inferenceAmi,
    volumeSize,
  };
  return { ...settings, multiModel: false, hosts: components, shadowVariants: [], components, fleet };
}

/** Selects the AMI with the newest driver that an image requires, since all components run on the same instances. */
function withSharedAmi(
  components: Component[],
  { instanceType, inferenceAmi }: TritonInferenceComponentsProps,
): Component[] {
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
  { instanceType, inferenceAmi, volumeSize, purpose, probe }: TritonInferenceComponentsProps,
  { endpointName, probe: { enabled: hasProbe } }: EndpointSettings,
): Component {
  const { componentName, placement, dataCache = true, smokeTest } = options;
  const reservation = resolveReservation(options, instanceType.gpuCount);
  // A container sees only the GPUs that its copy reserves.
  const reservedType = isUnresolved(reservation.gpuCount) ? instanceType : instanceType._withGpus(reservation.gpuCount);
  const hosting = resolveHosting({ ...options, inferenceAmi, volumeSize }, [reservedType]);
  const [{ model }] = bindPools([{ instanceType: reservedType, model: options.model }], hosting.image);
  const copyCount = options.copyCount ?? options.scaling?._initialCapacity ?? 1;
  const scaling = options.scaling ?? defaultScaling(purpose, oneBatchPerCopy(model.maxBatchSize, copyCount));
  const range = scaling._range(copyCount);
  return {
    ...hosting,
    ...withPools([{ instanceType: reservedType, models: [model] }]),
    path: `components[${index}]`,
    variantName: componentName,
    inferenceComponentName: `${endpointName}-${componentName}`,
    copyCount,
    scaling,
    range,
    reservation,
    placement,
    dataCache,
    rollingUpdate: resolveUpdate(options.rollingUpdate),
    smokeTest,
    // Requests of the probe can keep the last copy of a component running.
    isProbed: hasProbe && (probe?.enabled === true || range.minimum !== 0),
    serving: {
      check: (host) => checkServing(host, { ...options, variantName: componentName }),
      build: (scope, pools, environment) => buildContents(scope, model, pools, environment, options),
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

function resolveUpdate(options: RollingUpdateOptions = {}): ComponentUpdate {
  const { maximumBatchSize = DEFAULT_BATCH_SIZE, rollbackBatchSize = maximumBatchSize } = options;
  return { ...options, maximumBatchSize, rollbackBatchSize };
}

/** Scaling with a target of one batch of concurrent requests per copy. Additional requests wait in the queue. */
function oneBatchPerCopy(maxBatchSize: number, copyCount: number): Scaling {
  return Scaling.concurrentRequestsPerCopy({
    maxCapacity: defaultMaxCapacity(copyCount),
    requestsPerCopy: Math.max(1, maxBatchSize),
  });
}
