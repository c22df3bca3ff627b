import { CapacityPlan } from '../capacity-plan';
import { CapacityPlanOptions } from '../capacity-plan-options';
import { BindingConstraint, PlanCandidate } from '../plan-candidate';
import { PriceList } from '../price-list';
import { Demand, demandOf } from './demand';
import { roundUsd, sensitivityOf } from './sensitivity';
import { Fleet, SizingOption } from './sizing-option';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { rulePage } from '../../findings/rule-page';

/** An option and its fleet. The planner first estimates the size of each fleet, and refines only the estimates of the best options. */
class SizedOption {
  public fleet: Fleet;
  public candidate: PlanCandidate;
  public isRefined = false;

  constructor(
    public readonly option: SizingOption,
    private readonly demand: Demand,
    private readonly usdPerHour: number,
  ) {
    this.fleet = option.estimateFleet(demand);
    this.candidate = candidateOf(option, this.fleet, demand, usdPerHour);
  }

  public refine(): void {
    this.fleet = this.option.refineFleet(this.fleet, this.demand);
    this.updateLatency();
    this.isRefined = true;
  }

  /** Replaces the rough latency with a precise latency. */
  public updateLatency(): void {
    const latency = this.option.latencyOf(this.fleet.instanceCount, this.demand) ?? this.fleet.latency;
    this.fleet = { ...this.fleet, latency };
    this.candidate = candidateOf(this.option, this.fleet, this.demand, this.usdPerHour);
  }
}

/** Selects the least expensive fleet that meets the objective. */
export function makePlan(candidateOptions: SizingOption[], options: CapacityPlanOptions): CapacityPlan {
  const demand = demandOf(options);
  const priceOf = createPriceLookup(options);
  const sizings = candidateOptions.map((option) => new SizedOption(option, demand, priceOf(option)));
  refineContenders(sizings);
  const [best, second] = feasibleSizings(sizings);
  if (!best) throw new Error(infeasibleMessage(sizings, options));

  const candidates = sizings.map(({ candidate }) => candidate);
  return CapacityPlan._of({
    requestsPerSecond: options.requestsPerSecond,
    latencyObjective: options.latencyObjective,
    overheadLatency: options.overheadLatency,
    routingStrategy: demand.routingStrategy,
    pick: best.candidate,
    runnerUp: second?.candidate,
    candidates,
    pareto: paretoCandidates(candidates),
    bindingConstraint: bindingConstraintOf(sizings, best, demand),
    sensitivity: () => sensitivityOf(best.option, best.candidate, demand),
    targetRequestsPerSecond: () => Math.floor(best.option.safeRate(best.fleet.instanceCount, demand) * 100) / 100,
    caveats: [
      ...new Set([
        ...candidateOptions.flatMap(({ caveats }) => caveats),
        `prices: ${priceLabel(candidateOptions, options)}`,
      ]),
    ],
  });
}

/** Sorts the sizings by cost, and refines the best sizings until neither the pick nor the runner-up is based on a rough estimate. */
function refineContenders(sizings: SizedOption[]): void {
  for (;;) {
    sizings.sort((a, b) => compareCandidates(a.candidate, b.candidate));
    const next = feasibleSizings(sizings)
      .slice(0, 2)
      .find(({ isRefined }) => !isRefined);
    if (!next) return;
    next.refine();
  }
}

function feasibleSizings(sizings: SizedOption[]): SizedOption[] {
  return sizings.filter(({ candidate }) => candidate.meetsObjective);
}

function candidateOf(option: SizingOption, fleet: Fleet, demand: Demand, usdPerHour: number): PlanCandidate {
  const instanceCount = fleet.instanceCount + demand.spareInstances;
  const isWithinLimit = instanceCount <= demand.maxInstanceCount;
  return {
    configuration: option.configuration,
    instanceType: option.instanceType,
    instanceCount,
    costPerHour: roundUsd(instanceCount * usdPerHour),
    latencyMilliseconds: fleet.latency + demand.overhead,
    meetsObjective: fleet.meetsLimit && isWithinLimit,
    evidence: option.evidence,
    bindingConstraint: isWithinLimit ? fleet.bindingConstraint : BindingConstraint.INSTANCE_LIMIT,
    capacityPerInstance: option.capacity(demand),
    dynamicBatching: option.dynamicBatching,
    maxBatchSize: option.maxBatchSize,
    instancesPerGpu: option.instancesPerGpu,
    maxQueueDelayMicroseconds: option.maxQueueDelayMicroseconds,
  };
}

/**
 * Returns the constraint that prevents a less expensive plan: the constraint that the least expensive fleet violates, or the constraint of the
 * pick if the pick is the least expensive fleet.
 */
function bindingConstraintOf(sizings: SizedOption[], best: SizedOption, demand: Demand): BindingConstraint {
  const [cheapest] = sizings;
  if (cheapest === best) return best.fleet.bindingConstraint;
  return cheapest.candidate.instanceCount > demand.maxInstanceCount
    ? BindingConstraint.INSTANCE_LIMIT
    : BindingConstraint.LATENCY;
}

function createPriceLookup(options: CapacityPlanOptions): (option: SizingOption) => number {
  const list = options.prices ?? PriceList.builtIn();
  return (option) => {
    const measured = options.prices ? undefined : option.usdPerHour;
    const price = measured ?? list.usdPerHour(option.instanceType);
    if (price === undefined) {
      throw new Error(
        `CapacityPlanner.plan: prices: no price of ${option.instanceType}; set a price with PriceList.of ${rulePage('sizing.price')}`,
      );
    }
    return price;
  };
}

function priceLabel(candidateOptions: SizingOption[], { prices }: CapacityPlanOptions): string {
  if (prices) return prices.label;
  return candidateOptions.every(({ usdPerHour }) => usdPerHour !== undefined)
    ? 'those of the measurements'
    : PriceList.builtIn().label;
}

function infeasibleMessage(
  sizings: SizedOption[],
  { latencyObjective, maxInstanceCount }: CapacityPlanOptions,
): string {
  const closest = [...sizings].sort((a, b) => a.fleet.latency - b.fleet.latency)[0].candidate;
  const limit = maxInstanceCount === undefined ? '' : ` with at most ${maxInstanceCount} instances`;
  return (
    `CapacityPlanner.plan: ${inLanguageOfApp('latencyObjective')}: no configuration keeps ${latencyObjective.statistic} within ` +
    `${latencyObjective.limit.toMilliseconds()} ms${limit}; the fastest is ${closest.configuration} on ${closest.instanceType}: ` +
    `${closest.instanceCount} instances, ${Math.round(closest.latencyMilliseconds)} ms ${rulePage('sizing.infeasible')}`
  );
}

/** Compares the cost, number of instances, latency, name and batching. The many criteria make the order unique, so plans are reproducible. */
function compareCandidates(a: PlanCandidate, b: PlanCandidate): number {
  return (
    a.costPerHour - b.costPerHour ||
    a.instanceCount - b.instanceCount ||
    a.latencyMilliseconds - b.latencyMilliseconds ||
    compareNames(`${a.instanceType} ${a.configuration}`, `${b.instanceType} ${b.configuration}`) ||
    (a.maxBatchSize ?? 0) - (b.maxBatchSize ?? 0) ||
    (a.maxQueueDelayMicroseconds ?? 0) - (b.maxQueueDelayMicroseconds ?? 0)
  );
}

/** Returns the candidates for which no other candidate has both lower cost and lower latency. */
function paretoCandidates(candidatesByCost: PlanCandidate[]): PlanCandidate[] {
  let fastest = Infinity;
  return candidatesByCost.filter((candidate) => {
    const isFaster = candidate.latencyMilliseconds < fastest;
    if (isFaster) fastest = candidate.latencyMilliseconds;
    return isFaster;
  });
}

function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
