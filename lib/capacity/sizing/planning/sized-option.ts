import { PlanCandidate } from '../../../measurements/capacity-plan';
import { Demand } from './demand';
import { roundUsd } from './sensitivity';
import { Fleet, SizingOption } from './sizing-option';

/** An option and its fleet. The planner first estimates the size of each fleet, and refines only the estimates of the best options. */
export class SizedOption {
  public fleet: Fleet;
  public candidate: PlanCandidate;
  public isRefined = false;

  constructor(
    public readonly option: SizingOption,
    private readonly demand: Demand,
    private readonly usdPerHour?: number,
  ) {
    this.fleet = option.estimateFleet(demand);
    this.candidate = candidateOf(option, this.fleet, demand, usdPerHour);
  }

  /** Replaces the rough number of instances and the rough latency with precise values. The search starts from a number of instances. */
  public refine(start = this.fleet): void {
    const refinedFleet = this.option.refineFleet(start, this.demand);
    const latency = this.option.latencyOf(refinedFleet.instanceCount, this.demand) ?? refinedFleet.latency;
    this.fleet = { ...refinedFleet, latency };
    this.candidate = candidateOf(this.option, this.fleet, this.demand, this.usdPerHour);
    this.isRefined = true;
  }
}

function candidateOf(option: SizingOption, fleet: Fleet, demand: Demand, usdPerHour?: number): PlanCandidate {
  const instanceCount = fleet.instanceCount + demand.spareInstances;
  const isWithinLimit = instanceCount <= demand.maxInstanceCount;
  return {
    configuration: option.configuration,
    instanceType: option.instanceType,
    instanceCount,
    costPerHour: usdPerHour === undefined ? undefined : roundUsd(instanceCount * usdPerHour),
    latencyMilliseconds: fleet.latency + demand.overhead,
    meetsObjective: fleet.meetsLimit && isWithinLimit,
    isSimulated: option.isSimulated,
    bindingConstraint: isWithinLimit ? fleet.bindingConstraint : 'INSTANCE_LIMIT',
    capacityPerInstance: option.capacity(demand),
    dynamicBatching: option.dynamicBatching,
    maxBatchSize: option.maxBatchSize,
    instancesPerGpu: option.instancesPerGpu,
    maxQueueDelayMicroseconds: option.maxQueueDelayMicroseconds,
  };
}
