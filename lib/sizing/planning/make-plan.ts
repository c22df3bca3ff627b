import { CapacityPlan } from '../capacity-plan';
import { CapacityPlanProps } from '../capacity-plan-props';
import { BindingConstraint, PlanCandidate } from '../plan-candidate';
import { PriceList } from '../price-list';
import { Demand, demandOf } from './demand';
import { byCost, paretoOf } from './rank';
import { money, sensitivityOf } from './sensitivity';
import { Fleet, SizingOption } from './sizing-option';
import { rulePage } from '../../findings/rule-page';

/** An option with its fleet, rough at first. */
class Sizing {
  public fleet: Fleet;
  public candidate: PlanCandidate;
  public refined = false;

  constructor(
    public readonly option: SizingOption,
    private readonly demand: Demand,
    private readonly usdPerHour: number,
  ) {
    this.fleet = option.size(demand);
    this.candidate = candidateOf(option, this.fleet, demand, usdPerHour);
  }

  public refine(): void {
    this.fleet = this.option.refine(this.fleet, this.demand);
    this.updateLatency();
    this.refined = true;
  }

  /** Replaces a rough latency by a measured one. */
  public updateLatency(): void {
    const latency = this.option.latencyOf(this.fleet.count, this.demand) ?? this.fleet.latency;
    this.fleet = { ...this.fleet, latency };
    this.candidate = candidateOf(this.option, this.fleet, this.demand, this.usdPerHour);
  }
}

export function makePlan(options: SizingOption[], props: CapacityPlanProps): CapacityPlan {
  const demand = demandOf(props);
  const priceOf = priceFinder(props);
  const sizings = options.map((option) => new Sizing(option, demand, priceOf(option)));
  refineContenders(sizings);
  const [best, second] = feasible(sizings);
  if (!best) throw new Error(infeasible(sizings, props));

  const candidates = sizings.map(({ candidate }) => candidate);
  return CapacityPlan._of({
    requestsPerSecond: props.requestsPerSecond,
    latencyObjective: props.latencyObjective,
    overheadLatency: props.overheadLatency,
    routing: demand.routing,
    pick: best.candidate,
    runnerUp: second?.candidate,
    candidates,
    pareto: paretoOf(candidates),
    bindingConstraint: bindingOf(sizings, best, demand),
    sensitivity: () => sensitivityOf(best.option, best.candidate, demand),
    targetRequestsPerSecond: () => Math.floor(best.option.safeRate(best.fleet.count, demand) * 100) / 100,
    labels: [...new Set([...options.flatMap(({ labels }) => labels), `prices: ${priceLabel(options, props)}`])],
  });
}

/** Sizes exactly the pick, the runner-up and whatever looked cheaper, and leaves the sizings sorted. */
function refineContenders(sizings: Sizing[]): void {
  for (;;) {
    sizings.sort((a, b) => byCost(a.candidate, b.candidate));
    const next = feasible(sizings)
      .slice(0, 2)
      .find(({ refined }) => !refined);
    if (!next) return;
    next.refine();
  }
}

function feasible(sizings: Sizing[]): Sizing[] {
  return sizings.filter(({ candidate }) => candidate.meetsObjective);
}

function candidateOf(option: SizingOption, fleet: Fleet, demand: Demand, usdPerHour: number): PlanCandidate {
  const instanceCount = fleet.count + demand.spareInstances;
  const withinLimit = instanceCount <= demand.maxInstanceCount;
  return {
    configuration: option.configuration,
    instanceType: option.instanceType,
    instanceCount,
    costPerHour: money(instanceCount * usdPerHour),
    latencyMilliseconds: fleet.latency + demand.overhead,
    meetsObjective: fleet.keepsLimit && withinLimit,
    evidence: option.evidence,
    bindingConstraint: withinLimit ? fleet.binding : BindingConstraint.INSTANCE_LIMIT,
    capacityPerInstance: option.capacity(demand),
    dynamicBatching: option.dynamicBatching,
    maxBatchSize: option.maxBatchSize,
    instancesPerGpu: option.instancesPerGpu,
    maxQueueDelayMicroseconds: option.maxQueueDelayMicroseconds,
  };
}

/** What keeps the plan from being cheaper: why the cheapest fleet is not the pick, or what sizes the pick. */
function bindingOf(sizings: Sizing[], best: Sizing, demand: Demand): BindingConstraint {
  const [cheapest] = sizings;
  if (cheapest === best) return best.fleet.binding;
  return cheapest.candidate.instanceCount > demand.maxInstanceCount
    ? BindingConstraint.INSTANCE_LIMIT
    : BindingConstraint.LATENCY;
}

function priceFinder(props: CapacityPlanProps): (option: SizingOption) => number {
  const list = props.prices ?? PriceList.builtIn();
  return (option) => {
    const measured = props.prices ? undefined : option.usdPerHour;
    const price = measured ?? list.usdPerHour(option.instanceType);
    if (price === undefined) {
      throw new Error(
        `CapacityPlanner.plan: prices: no price of ${option.instanceType}; set a price with PriceList.of ${rulePage('sizing.price')}`,
      );
    }
    return price;
  };
}

function priceLabel(options: SizingOption[], props: CapacityPlanProps): string {
  if (props.prices) return props.prices.label;
  return options.every(({ usdPerHour }) => usdPerHour !== undefined)
    ? 'those of the measurements'
    : PriceList.builtIn().label;
}

function infeasible(sizings: Sizing[], { latencyObjective, maxInstanceCount }: CapacityPlanProps): string {
  const closest = [...sizings].sort((a, b) => a.fleet.latency - b.fleet.latency)[0].candidate;
  const limit = maxInstanceCount === undefined ? '' : ` with at most ${maxInstanceCount} instances`;
  return (
    `CapacityPlanner.plan: latencyObjective: no configuration keeps ${latencyObjective.statistic} within ` +
    `${latencyObjective.limit.toMilliseconds()} ms${limit}; the fastest is ${closest.configuration} on ${closest.instanceType}: ` +
    `${closest.instanceCount} instances, ${Math.round(closest.latencyMilliseconds)} ms ${rulePage('sizing.infeasible')}`
  );
}
