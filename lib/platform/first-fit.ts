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

/** Instances with the same free resources. */
interface Instances {
  readonly free: number[];
  readonly count: number;
}

/**
 * Returns a lower bound of the number of instances: from the sums of what all copies reserve, and from the copies that reserve more than half of
 * an instance, of which no two share one. Undefined if one copy does not fit on an empty instance.
 */
export function leastInstances(all: Copies[], instance: CopyResources): number | undefined {
  const capacity = unitsOf(instance);
  if (!all.every(({ resources }) => copiesThatFit(capacity, unitsOf(resources)) > 0)) return undefined;
  const reserved = capacity.map((_, resource) =>
    all.reduce((sum, { resources, copies }) => sum + copies * unitsOf(resources)[resource], 0),
  );
  const large = capacity.map((available, resource) =>
    all.reduce((sum, { resources, copies }) => sum + (2 * unitsOf(resources)[resource] > available ? copies : 0), 0),
  );
  return Math.max(
    0,
    ...large,
    ...reserved.map((units, resource) => (units ? Math.ceil(units / capacity[resource]) : 0)),
  );
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
  // Equal instances are one group, so the time does not depend on the number of copies.
  let groups: Instances[] = [];
  for (const { size, copies } of kinds.sort((a, b) => shareOf(b.size) - shareOf(a.size))) {
    let remaining = copies;
    const fill = ({ free, count }: Instances): Instances[] => {
      const each = Math.min(remaining, copiesThatFit(free, size));
      if (each === 0) return [{ free, count }];
      const filled = Math.min(count, Math.floor(remaining / each));
      const last = filled < count ? remaining - filled * each : 0;
      remaining -= filled * each + last;
      const after = (placed: number): number[] => free.map((units, resource) => units - placed * size[resource]);
      const partial = last > 0 ? 1 : 0;
      const parts = [
        { free: after(each), count: filled },
        { free: after(last), count: partial },
        { free, count: count - filled - partial },
      ];
      return parts.filter((part) => part.count > 0);
    };
    groups = groups.flatMap(fill);
    const needed = Math.ceil(remaining / Math.max(1, Math.min(remaining, copiesThatFit(capacity, size))));
    groups.push(...fill({ free: capacity, count: needed }).filter(({ count }) => count > 0));
  }
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Infinity if a copy reserves nothing. */
function copiesThatFit(free: number[], size: number[]): number {
  return Math.min(...size.map((units, resource) => (units ? Math.floor(free[resource] / units) : Infinity)));
}

/** Returns millionths of GPUs and cores, and MiB. The addition compensates for rounding: 0.57 × 100, for example, is less than 57. */
function unitsOf({ gpus, cpuCores, memoryMib }: CopyResources): number[] {
  return [gpus * 1e6, cpuCores * 1e6, memoryMib].map((units) => Math.floor(units + 1e-3));
}
