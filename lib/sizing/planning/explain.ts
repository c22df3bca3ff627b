import { LatencyObjective } from '../../platform';
import { BindingConstraint, PlanCandidate } from '../plan-candidate';

/** The properties of a `CapacityPlan` that the explanation uses. */
interface ExplainedPlan {
  readonly pick: PlanCandidate;
  readonly runnerUp?: PlanCandidate;
  readonly cheapest: PlanCandidate;
  readonly latencyObjective: LatencyObjective;
  readonly requestsPerSecond: number;
  readonly priceGapPerHour?: number;
}

/** Explains a plan in sentences. */
export function explain(plan: ExplainedPlan): string[] {
  const { pick, runnerUp, cheapest, latencyObjective } = plan;
  const limit = latencyObjective.limit.toMilliseconds();
  const sentences = [
    `The cheapest fleet that keeps ${latencyObjective.statistic} within ${limit} ms at ${plan.requestsPerSecond} requests per second is ${describeFleet(pick)}.`,
  ];
  if (cheapest !== pick) {
    sentences.push(
      cheapest.bindingConstraint === BindingConstraint.INSTANCE_LIMIT
        ? `The overall cheapest, ${describeFleet(cheapest)}, needs more instances than allowed.`
        : `The overall cheapest, ${describeFleet(cheapest)}, violates the objective.`,
    );
  }
  if (runnerUp) {
    sentences.push(`The runner-up, ${describeFleet(runnerUp)}, costs ${plan.priceGapPerHour} USD per hour more.`);
  }
  return sentences;
}

function describeFleet(candidate: PlanCandidate): string {
  const { configuration, instanceType, instanceCount, costPerHour, latencyMilliseconds } = candidate;
  const { maxBatchSize, maxQueueDelayMicroseconds: delay } = candidate;
  const batch = maxBatchSize === undefined ? '' : ` with batches up to ${maxBatchSize}`;
  const wait = delay ? ` and a queue delay of ${delay} µs` : '';
  return `${instanceCount} × ${instanceType} running ${configuration}${batch}${wait} (${costPerHour} USD per hour, ${Math.round(latencyMilliseconds)} ms)`;
}
