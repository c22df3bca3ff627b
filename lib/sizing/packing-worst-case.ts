import { InstanceResources, Kind, PackedComponent, problemOf } from './packing-problem';

/**
 * Returns an upper bound of the number of instances, if the copies start in any order, each copy is placed on any instance on which it
 * fits, an instance is added only if there is none, and no copy is moved or stopped. Copies that stop leave gaps, so a fleet
 * that scaled in before can need more instances. Undefined if one copy does not fit on an empty instance.
 *
 * Proof: suppose the last instance was added for the copy c. None of the other instances has room for c. So for one of the resources that c
 * reserves, the load of the instance is at least the smallest load that leaves no room for c. The weight of a copy is its largest share
 * of these smallest loads. Then the copies on each of the other instances weigh at least 1, and there are at most as many of these instances as the
 * weight of all copies except c.
 */
export function worstCaseInstances(components: PackedComponent[], instance: InstanceResources): number | undefined {
  const problem = problemOf(components, instance);
  if (!problem) return undefined;
  const { kinds, capacity } = problem;
  const granularity = capacity.map((_, resource) =>
    kinds.map(({ size }) => size[resource]).reduce(greatestCommonDivisor, 0),
  );
  const instancesIfLastIs = (last: Kind): number => {
    const smallestLoads = last.size.map((units, resource) => {
      const step = granularity[resource];
      return units ? (Math.floor((capacity[resource] - units) / step) + 1) * step : Infinity;
    });
    const weight = kinds.reduce((sum, kind) => {
      const share = Math.max(...kind.size.map((units, resource) => units / smallestLoads[resource]));
      return sum + share * (kind === last ? kind.count - 1 : kind.count);
    }, 0);
    // Rounding may make the bound too high, but not too low.
    return 1 + Math.floor(weight + 1e-9);
  };
  return Math.max(0, ...kinds.map(instancesIfLastIs));
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
