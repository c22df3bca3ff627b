import { CapacityPlan } from '../capacity-plan';
import { CapacityPlanOptions } from '../capacity-plan-options';
import { BindingConstraint } from './binding-constraint';
import { Demand, demandOf } from './demand';
import { fastestFleetOf, infeasibleError } from './infeasible';
import { plannedScalingOf } from './planned-scaling';
import { createPriceLookup, priceCaveats } from './pricing';
import { compareCandidates, paretoCandidates, rankingKeyOf } from './ranking';
import { sensitivityOf } from './sensitivity';
import { SizedOption } from './sized-option';
import { SizingOption } from './sizing-option';

/** Selects the least expensive fleet that meets the objective. If a price is not known, selects the fleet with the fewest instances. */
export function makePlan(sizingOptions: SizingOption[], options: CapacityPlanOptions): CapacityPlan {
  const demand = demandOf(options);
  const priceOf = createPriceLookup(options);
  const sizings = sizingOptions.map((option) => new SizedOption(option, demand, priceOf(option)));
  refineContenders(sizings);
  if (feasibleSizings(sizings).length === 0) {
    // An estimate can reject a fleet that is barely fast enough.
    const fastest = fastestFleetOf(sizings, demand);
    if (!fastest || fastest.fleet.latency > demand.limit) throw infeasibleError(sizings, options, demand);
    fastest.sizing.refine(fastest.fleet);
    refineContenders(sizings);
  }
  const [best, second] = feasibleSizings(sizings);
  if (!best) throw infeasibleError(sizings, options, demand);

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
    scaling: () => plannedScalingOf(best.option, best.fleet.instanceCount, demand),
    caveats: [
      ...new Set([
        ...sizingOptions.flatMap(({ caveats }) => caveats),
        ...configurationCaveats(sizingOptions),
        ...priceCaveats(sizingOptions, options),
      ]),
    ],
  });
}

/** Names the configurations between which the plan chooses. The measurements do not contain whether they are the same model. */
function configurationCaveats(sizingOptions: readonly SizingOption[]): string[] {
  const names = [...new Set(sizingOptions.map(({ configuration }) => configuration))];
  if (names.length < 2) return [];
  return [
    `alternatives: the plan chooses between the configurations ${names.join(', ')}; if they are different models, plan for each model alone`,
  ];
}

/** Ranks the sizings, and refines the best sizings until neither the pick nor the runner-up is based on a rough estimate. */
function refineContenders(sizings: SizedOption[]): void {
  const key = rankingKeyOf(sizings.map(({ candidate }) => candidate));
  for (;;) {
    sizings.sort((a, b) => compareCandidates(a.candidate, b.candidate, key));
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

/**
 * Returns the constraint that prevents a less expensive plan: the constraint that the least expensive fleet violates, or the constraint of the
 * pick if the pick is the least expensive fleet.
 */
function bindingConstraintOf(sizings: SizedOption[], best: SizedOption, demand: Demand): BindingConstraint {
  const [cheapest] = sizings;
  if (cheapest === best) return best.fleet.bindingConstraint;
  return cheapest.candidate.instanceCount > demand.maxInstanceCount ? 'INSTANCE_LIMIT' : 'LATENCY';
}
