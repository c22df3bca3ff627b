import { LatencyObjective } from '../../../platform';
import { PlanCandidate } from '../../../measurements/capacity-plan';
import { rankingKeyOf } from './ranking';

/** The properties of a `CapacityPlan` that the explanation uses. */
interface ExplainedPlan {
  readonly pick: PlanCandidate;
  readonly runnerUp?: PlanCandidate;
  readonly cheapest: PlanCandidate;
  readonly candidates: PlanCandidate[];
  readonly latencyObjective: LatencyObjective;
  readonly requestsPerSecond: number;
  readonly priceGapPerHour?: number;
}

/** Explains a plan in sentences. */
export function explain(plan: ExplainedPlan): string[] {
  const { pick, runnerUp, cheapest, latencyObjective } = plan;
  const isRankedByCost = rankingKeyOf(plan.candidates) === 'costPerHour';
  const best = isRankedByCost ? 'cheapest' : 'smallest';
  const objective = describeObjective(latencyObjective, pick);
  const load = `${plan.requestsPerSecond} requests per second`;
  const sentences = [
    `The ${best} fleet ${pick.isSimulated ? `that ${objective} at ${load}` : `for ${load} that ${objective}`} is ${describeFleet(pick)}.`,
  ];
  if (!pick.isSimulated) {
    sentences.push(
      `Inference Recommender measured this latency at saturation, and states no percentile: ${latencyObjective.statistic} is not known.`,
    );
  }
  if (cheapest !== pick) {
    sentences.push(
      cheapest.bindingConstraint === 'INSTANCE_LIMIT'
        ? `The overall ${best}, ${describeFleet(cheapest)}, needs more instances than allowed.`
        : `The overall ${best}, ${describeFleet(cheapest)}, ${cheapest.isSimulated ? 'violates the objective' : 'has a higher latency'}.`,
    );
  }
  if (runnerUp) {
    const difference = isRankedByCost
      ? `costs ${plan.priceGapPerHour} USD per hour more`
      : compareCounts(pick, runnerUp);
    sentences.push(`The runner-up, ${describeFleet(runnerUp)}, ${difference}.`);
  }
  return sentences;
}

/** Describes what the planner requires of a fleet: a percentile of simulated latencies, or the measured latency of a single point. */
export function describeObjective(
  { statistic, _milliseconds: limit }: LatencyObjective,
  { isSimulated }: Pick<PlanCandidate, 'isSimulated'>,
): string {
  return isSimulated ? `keeps ${statistic} within ${limit} ms` : `has a measured latency within ${limit} ms`;
}

function compareCounts(pick: PlanCandidate, runnerUp: PlanCandidate): string {
  const [planned, other] = [pick.instanceCount, runnerUp.instanceCount];
  return planned === other ? 'has as many instances' : `has ${other} instances instead of ${planned}`;
}

function describeFleet(candidate: PlanCandidate): string {
  const { instanceCount, costPerHour, latencyMilliseconds } = candidate;
  const cost = costPerHour === undefined ? '' : `${costPerHour} USD per hour, `;
  return `${instanceCount} × ${describeConfiguration(candidate)} (${cost}${Math.round(latencyMilliseconds)} ms)`;
}

/** The properties of a candidate that do not depend on the number of instances. */
type Configuration = Pick<
  PlanCandidate,
  'configuration' | 'instanceType' | 'maxBatchSize' | 'maxQueueDelayMicroseconds'
>;

/** Describes the instance type, the measured configuration and its batching. */
export function describeConfiguration(candidate: Configuration): string {
  const { configuration, instanceType, maxBatchSize, maxQueueDelayMicroseconds: delay } = candidate;
  const batch = maxBatchSize === undefined ? '' : ` with batches up to ${maxBatchSize}`;
  const wait = delay ? ` and a queue delay of ${delay} µs` : '';
  return `${instanceType} running ${configuration}${batch}${wait}`;
}
