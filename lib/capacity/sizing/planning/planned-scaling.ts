import { Demand } from './demand';
import { SizingOption } from './sizing-option';

/** The minimum and the target of autoscaling. The maximum is the number of instances of the plan. */
export interface PlannedScaling {
  readonly minCapacity: number;
  /** Requests per second of one instance. */
  readonly targetRequestsPerSecond: number;
}

/**
 * Calculates autoscaling that meets the objective at each rate up to the peak rate, even if the rate increases by the headroom or the spare
 * instances fail before autoscaling reacts.
 *
 * With m instances, autoscaling lets the rate increase to m times the target before it adds an instance. The m instances without the spare
 * instances must be able to process this rate plus the headroom. They can process a larger share of the rate of all m instances the larger m
 * is. The minimum is therefore the smallest m for which this share allows a target that starts all instances at the peak rate.
 */
export function plannedScalingOf(option: SizingOption, servingCount: number, demand: Demand): PlannedScaling {
  const { headroom, spareInstances } = demand;
  const maxCapacity = servingCount + spareInstances;
  const ratePerInstance = demand.requestsPerSecond / maxCapacity;
  const minCapacity = smallestCount(spareInstances + 1, maxCapacity, (count) => {
    const rateOfAll = { ...demand, requestsPerSecond: ratePerInstance * count };
    return option.latencyBound(count - spareInstances, rateOfAll) <= demand.limit;
  });
  const remainingCount = minCapacity - spareInstances;
  const safeRate = (option.safeRate(remainingCount, demand) * remainingCount) / minCapacity;
  const target = Math.floor((safeRate / (1 + headroom)) * 100) / 100;
  return {
    minCapacity,
    targetRequestsPerSecond: startingAll(target, demand.requestsPerSecond / (1 + headroom), maxCapacity),
  };
}

/** Returns the target if it starts exactly all instances at the peak rate. Otherwise, the simulations were not precise enough to start all. */
function startingAll(target: number, peakRate: number, maxCapacity: number): number {
  const isPrecise = target >= peakRate / maxCapacity && target < peakRate / (maxCapacity - 1);
  return isPrecise ? target : peakRate / maxCapacity;
}

/** Returns the smallest number for which a condition is true. The condition is true for the maximum, and for all larger numbers than the result. */
function smallestCount(minimum: number, maximum: number, isSufficient: (count: number) => boolean): number {
  let [low, high] = [minimum, maximum];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isSufficient(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
