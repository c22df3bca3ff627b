import { InstanceResources, Kind, PackedComponent, problemOf } from './packing-problem';

/**
 * Returns an upper bound of the number of instances, if the copies start in any order, each copy is placed on any instance on which it
 * fits, an instance is added only if there is none, and no copy is moved or stopped. Copies that stop leave gaps, so a fleet
 * that scaled in before can need more instances. Undefined if one copy does not fit on an empty instance.
 *
 * The result is the smaller of two bounds. Proof: if an instance is added for a copy, the load of one of its resources is at least the smallest load that
 * leaves no room for the copy, on each other instance.
 *
 * 1. Suppose the last instance is added for the copy c. If each copy weighs its largest share of the smallest loads that leave no room
 *    for c, the copies on each other instance weigh at least 1. So there are at most as many as the weight of all copies except c.
 * 2. Consider all instances except the last that is added for each kind k. If two copies of k never fit on one instance, a
 *    copy of k weighs 1. Otherwise, each copy weighs at least its largest share of the smallest loads that leave no room for a copy of k.
 *    So the copies on each considered instance weigh at least 1. The last instance of each kind adds 1 minus the weight of the copy
 *    for which it is added.
 */
export function worstCaseInstances(components: PackedComponent[], instance: InstanceResources): number | undefined {
  const problem = problemOf(components, instance);
  if (!problem) return undefined;
  const { kinds, capacity } = problem;
  const steps = capacity.map((_, resource) => kinds.map(({ size }) => size[resource]).reduce(greatestCommonDivisor, 0));

  /** Returns the largest share of a copy of the smallest loads that leave no room for the other copy, at most 1. */
  const shareOf = (size: readonly number[], other: readonly number[]): number =>
    Math.max(
      ...size.map((units, resource) => {
        if (!other[resource]) return 0;
        // Loads are multiples of the step.
        const step = steps[resource];
        const smallestLoad = (Math.floor((capacity[resource] - other[resource]) / step) + 1) * step;
        return Math.min(1, units / smallestLoad);
      }),
    );
  const boundIfLastIs = (last: Kind): number =>
    kinds.reduce((sum, kind) => sum + shareOf(kind.size, last.size) * (kind === last ? kind.count - 1 : kind.count), 1);
  const isAlone = kinds.map(({ size }) => shareOf(size, size) === 1);
  const weights = kinds.map(({ size }, kind) =>
    isAlone[kind] ? 1 : Math.max(0, ...kinds.map((other, each) => (isAlone[each] ? 0 : shareOf(size, other.size)))),
  );
  const boundOfKinds = kinds.reduce((sum, { count }, kind) => sum + count * weights[kind] + 1 - weights[kind], 0);
  const bound = Math.min(boundOfKinds, Math.max(0, ...kinds.map(boundIfLastIs)));
  // Rounding may make the bound too high, but not too low.
  return Math.floor(bound + 1e-9);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
