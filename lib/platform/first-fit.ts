/** Resources that one copy of a component reserves on an instance, or that an instance offers. 0 = none. */
export interface CopyResources {
  readonly gpus: number;
  /** Number of CPU cores, which may be a fraction. */
  readonly cpuCores: number;
  readonly memoryMib: number;
}

/** Copies that reserve the same resources. */
export interface Copies {
  readonly resources: CopyResources;
  /** Number of copies, at least 0. */
  readonly copies: number;
}

/**
 * Returns a lower bound of the number of instances, from the sums of what all copies reserve. Undefined if one copy does not fit on an empty
 * instance.
 */
export function leastInstances(all: Copies[], instance: CopyResources): number | undefined {
  const capacity = unitsOf(instance);
  if (!all.every(({ resources }) => copiesThatFit(capacity, unitsOf(resources)) > 0)) return undefined;
  const reserved = capacity.map((_, resource) =>
    all.reduce((sum, { resources, copies }) => sum + copies * unitsOf(resources)[resource], 0),
  );
  return Math.max(0, ...reserved.map((units, resource) => (units ? Math.ceil(units / capacity[resource]) : 0)));
}

/**
 * Returns the number of instances if the largest copies are placed first, each on the first instance on which it fits. SageMaker does not
 * document how it places copies. Undefined if one copy does not fit on an empty instance.
 */
export function firstFitInstances(all: Copies[], instance: CopyResources): number | undefined {
  const capacity = unitsOf(instance);
  const kinds = all.map(({ resources, copies }) => ({ size: unitsOf(resources), copies }));
  if (!kinds.every(({ size }) => copiesThatFit(capacity, size) > 0)) return undefined;
  const shareOf = (size: number[]): number =>
    Math.max(...size.map((units, resource) => units && units / capacity[resource]));
  const instances: number[][] = [];
  for (const { size, copies } of kinds.sort((a, b) => shareOf(b.size) - shareOf(a.size))) {
    let remaining = copies;
    for (let index = 0; remaining > 0; index++) {
      const free = instances[index] ?? capacity;
      const placed = Math.min(remaining, copiesThatFit(free, size));
      instances[index] = free.map((units, resource) => units - placed * size[resource]);
      remaining -= placed;
    }
  }
  return instances.length;
}

/** Infinity if a copy reserves nothing. */
function copiesThatFit(free: number[], size: number[]): number {
  return Math.min(...size.map((units, resource) => (units ? Math.floor(free[resource] / units) : Infinity)));
}

/** Returns millionths of GPUs and cores, and MiB. The addition compensates for rounding: 0.57 × 100, for example, is less than 57. */
function unitsOf({ gpus, cpuCores, memoryMib }: CopyResources): number[] {
  return [gpus * 1e6, cpuCores * 1e6, memoryMib].map((units) => Math.floor(units + 1e-3));
}
