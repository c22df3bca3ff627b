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

/** Copies of one size, in the units of `unitsOf`. */
interface Kind {
  readonly size: number[];
  readonly copies: number;
}

/**
 * Returns a lower bound of the number of instances: from the sums of what all copies reserve, and from the copies that reserve more than half of
 * an instance, of which no two share one. Undefined if one copy does not fit on an empty instance.
 */
export function leastInstances(all: Copies[], instance: CopyResources): number | undefined {
  const capacity = unitsOf(instance);
  const kinds = kindsOf(all, capacity);
  return kinds && Math.max(0, ...capacity.map((units, resource) => leastFor(kinds, units, resource)));
}

function leastFor(kinds: Kind[], capacity: number, resource: number): number {
  const sum = (countOf: (units: number) => number): number =>
    kinds.reduce((total, { size, copies }) => total + copies * countOf(size[resource]), 0);
  const reserved = sum((units) => units);
  return Math.max(
    sum((units) => (2 * units > capacity ? 1 : 0)),
    reserved && Math.ceil(reserved / capacity),
  );
}

/**
 * Returns the number of instances if the largest copies are placed first, each on the first instance on which it fits. SageMaker does not
 * document how it places copies. Undefined if one copy does not fit on an empty instance.
 */
export function firstFitInstances(all: Copies[], instance: CopyResources): number | undefined {
  const capacity = unitsOf(instance);
  const kinds = kindsOf(all, capacity);
  if (!kinds) return undefined;
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
    // One further instance for each copy is always enough. Those that remain empty are not needed.
    groups.push(...fill({ free: capacity, count: remaining }).filter(({ free }) => free !== capacity));
  }
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Undefined if one copy does not fit on an empty instance. */
function kindsOf(all: Copies[], capacity: number[]): Kind[] | undefined {
  const kinds = all.map(({ resources, copies }) => ({ size: unitsOf(resources), copies }));
  return kinds.every(({ size }) => copiesThatFit(capacity, size) > 0) ? kinds : undefined;
}

/** Infinity if a copy reserves nothing. */
function copiesThatFit(free: number[], size: number[]): number {
  return Math.min(...size.map((units, resource) => (units ? Math.floor(free[resource] / units) : Infinity)));
}

/** Returns millionths of GPUs and cores, and MiB. The addition compensates for rounding: 0.57 × 100, for example, is less than 57. */
function unitsOf({ gpus, cpuCores, memoryMib }: CopyResources): number[] {
  return [gpus * 1e6, cpuCores * 1e6, memoryMib].map((units) => Math.floor(units + 1e-3));
}
