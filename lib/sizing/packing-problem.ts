/** Resources that one copy of a component reserves on an instance. 0 = reserves none. */
export interface CopyResources {
  /** Number of GPUs. */
  readonly gpus: number;
  /** Number of CPU cores, which may be a fraction. */
  readonly cpuCores: number;
  /** Memory in MiB. */
  readonly memoryMib: number;
}

/** Copies of one component. */
export interface PackedComponent {
  /** Name of the component, unique among the components. */
  readonly name: string;
  readonly resources: CopyResources;
  /** Number of copies, at least 0. */
  readonly copies: number;
}

/** Resources of an instance that copies can reserve. */
export type InstanceResources = CopyResources;

/** A number of copies of each kind, such as the copies on one instance. */
export type CopyCounts = readonly number[];

/** Copies that reserve the same resources are of the same kind: they are interchangeable. */
export interface Kind {
  readonly components: PackedComponent[];
  /** Number of copies, at least 1. */
  readonly count: number;
  /** Units of each resource that one copy reserves. */
  readonly size: readonly number[];
}

/** The copies to pack in integer units. Their sums are exact, while sums of fractions, such as 0.1 + 0.2, are not. */
export interface PackingProblem {
  /** The kinds, the largest first. */
  readonly kinds: Kind[];
  /** Units of each resource of an instance. */
  readonly capacity: readonly number[];
}

/** Returns the problem of packing the copies. Undefined if a copy of a component does not fit on an empty instance. */
export function problemOf(components: PackedComponent[], instance: InstanceResources): PackingProblem | undefined {
  const capacity = unitsOf(instance);
  const kinds = new Map<string, Kind>();
  for (const component of components) {
    const size = unitsOf(component.resources);
    if (copiesThatFit(capacity, size) === 0) return undefined;
    if (component.copies === 0) continue;
    const { components: others, count } = kinds.get(size.join()) ?? { components: [], count: 0 };
    kinds.set(size.join(), { components: [...others, component], count: count + component.copies, size });
  }
  const shareOf = ({ size }: Kind) => Math.max(...size.map((units, resource) => units && units / capacity[resource]));
  return { kinds: [...kinds.values()].sort((a, b) => shareOf(b) - shareOf(a)), capacity };
}

/** Returns the number of copies that fit into the free units of an instance. Infinity if a copy reserves nothing. */
export function copiesThatFit(free: readonly number[], size: readonly number[]): number {
  return size.reduce(
    (most, units, resource) => (units ? Math.min(most, Math.floor(free[resource] / units)) : most),
    Infinity,
  );
}

/** Returns the free units after copies of one kind are placed on an instance. */
export function freeAfter(free: readonly number[], size: readonly number[], copies: number): number[] {
  return free.map((units, resource) => units - copies * size[resource]);
}

/** Returns millionths of GPUs and cores, and MiB. The addition compensates for rounding: 0.57 × 100, for example, is less than 57. */
function unitsOf({ gpus, cpuCores, memoryMib }: CopyResources): number[] {
  return [gpus * 1e6, cpuCores * 1e6, memoryMib].map((units) => Math.floor(units + 1e-3));
}
