import { instanceFacts } from '../../../../lib/facts/instance-facts';
import type { Account } from '../../account';
import { StartFailure } from '../requests';
import type { Instance, SageMakerState, Variant, Component, ComponentVersion, Copy, Specification } from '../state';

/** Resources of an instance, or resources that a copy reserves. */
export interface Resources {
  readonly gpus: number;
  readonly cores: number;
  readonly memoryMb: number;
}

const GIB = 1024;

/** The message of SageMaker if no instance has room for a copy. */
export const NO_ROOM =
  'There is not enough hardware resources on the instances for this endpoint to create a copy of the inference component.';

/** All resources of an instance. */
export function resourcesOf(instanceType: string): Resources {
  const facts = instanceFacts(instanceType);
  if (!facts) throw new StartFailure(`The simulated SageMaker does not know the resources of ${instanceType}.`);
  return { gpus: facts.gpuCount, cores: facts.vcpus, memoryMb: facts.memoryGiB * GIB };
}

/** The resources that copies can reserve on an empty instance. SageMaker needs a part of the memory and of the cores. */
export function capacityOf(account: Pick<Account, 'isSwitchedOn'>, instanceType: string): Resources {
  const { gpus, cores, memoryMb } = resourcesOf(instanceType);
  const [keptGib, share] = account.isSwitchedOn('sagemaker.instances-keep-15-gib') ? [15, 1 / 8] : [12.5, 1 / 5];
  const usableMemory = Math.max(memoryMb * (gpus > 0 ? share : 3 / 8), memoryMb - keptGib * GIB);
  const reservedCores = account.isSwitchedOn('sagemaker.instances-keep-a-core') ? 1 : 0;
  return { gpus, cores: cores - reservedCores, memoryMb: Math.floor(usableMemory) };
}

export function reservationOf({ input }: Specification): Resources {
  const {
    NumberOfAcceleratorDevicesRequired: gpus = 0,
    NumberOfCpuCoresRequired: cores = 0,
    MinMemoryRequiredInMb: memoryMb,
  } = input.ComputeResourceRequirements;
  return { gpus, cores, memoryMb };
}

/** Number of copies that fit on an empty instance of a type. */
export function copiesPerInstance(account: Account, version: ComponentVersion, instanceType: string): number {
  const capacity = capacityOf(account, instanceType);
  const { gpus, cores, memoryMb } = reservationOf(version.specification);
  return Math.floor(
    Math.min(
      capacity.memoryMb / memoryMb,
      gpus > 0 ? capacity.gpus / gpus : Infinity,
      cores > 0 ? capacity.cores / cores : Infinity,
    ),
  );
}

/** Whether a copy of the version fits on an empty instance of the variant. */
export function fitsOnInstances(account: Account, version: ComponentVersion, { config }: Variant): boolean {
  return copiesPerInstance(account, version, config.InstanceType) > 0;
}

/** All copies on an instance, of all components. */
export function copiesOn({ components }: SageMakerState, instance: Instance): Copy[] {
  return [...components.values()].flatMap(({ copies }) => copies).filter((copy) => copy.instance === instance);
}

/** The reserved resources of an instance. */
export function reservedOn(state: SageMakerState, instance: Instance): Resources {
  return copiesOn(state, instance)
    .map(({ specification }) => reservationOf(specification))
    .reduce(
      (sum, { gpus, cores, memoryMb }) => ({
        gpus: sum.gpus + gpus,
        cores: sum.cores + cores,
        memoryMb: sum.memoryMb + memoryMb,
      }),
      { gpus: 0, cores: 0, memoryMb: 0 },
    );
}

function hasRoom(state: SageMakerState, instance: Instance, specification: Specification): boolean {
  const capacity = capacityOf(state.account, instance.type);
  const reserved = reservedOn(state, instance);
  const { gpus, cores, memoryMb } = reservationOf(specification);
  return (
    reserved.gpus + gpus <= capacity.gpus &&
    reserved.cores + cores <= capacity.cores &&
    reserved.memoryMb + memoryMb <= capacity.memoryMb
  );
}

/**
 * Selects an instance for a copy, or returns undefined if no instance has room. SPREAD, the default, prefers the instance with the fewest
 * copies of the component. BINPACK prefers the fullest instance.
 */
export function selectInstance(
  state: SageMakerState,
  component: Component,
  version: ComponentVersion,
  instances: readonly Instance[],
): Instance | undefined {
  const { specification } = version;
  const candidates = instances.filter((instance) => hasRoom(state, instance, specification));
  const count = (instance: Instance): number => component.copies.filter((copy) => copy.instance === instance).length;
  const rank = (instance: Instance): number => {
    const { memoryMb, gpus } = reservedOn(state, instance);
    const isPacked = specification.input.SchedulingConfig?.PlacementStrategy === 'BINPACK';
    return isPacked ? -(gpus * 1e9 + memoryMb) : count(instance) * 1e9 + copiesOn(state, instance).length;
  };
  return candidates.sort((a, b) => rank(a) - rank(b))[0];
}
