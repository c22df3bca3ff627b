import { PlanCandidate } from '../../../measurements/capacity-plan';

/** The property by which candidates are ranked. */
export type RankingKey = 'costPerHour' | 'instanceCount';

/**
 * Returns the property by which candidates are ranked: the cost, or the number of instances if the price of a candidate is not known. A missing
 * price is never compared with a price.
 */
export function rankingKeyOf(candidates: readonly PlanCandidate[]): RankingKey {
  return candidates.every(({ costPerHour }) => costPerHour !== undefined) ? 'costPerHour' : 'instanceCount';
}

/** Returns the value by which a candidate is ranked. Lower values rank higher. */
function rankingValueOf(candidate: PlanCandidate, key: RankingKey): number {
  return candidate[key] ?? candidate.instanceCount;
}

/**
 * Compares by cost or number of instances, then by latency, name and batching. The many criteria make the order unique, so plans are
 * reproducible.
 */
export function compareCandidates(a: PlanCandidate, b: PlanCandidate, key: RankingKey): number {
  return (
    rankingValueOf(a, key) - rankingValueOf(b, key) ||
    a.instanceCount - b.instanceCount ||
    a.latencyMilliseconds - b.latencyMilliseconds ||
    compareNames(`${a.instanceType} ${a.configuration}`, `${b.instanceType} ${b.configuration}`) ||
    (a.maxBatchSize ?? 0) - (b.maxBatchSize ?? 0) ||
    (a.maxQueueDelayMicroseconds ?? 0) - (b.maxQueueDelayMicroseconds ?? 0)
  );
}

/** Returns the candidates for which no other candidate ranks higher and has a lower latency. */
export function paretoCandidates(rankedCandidates: readonly PlanCandidate[]): PlanCandidate[] {
  let fastest = Infinity;
  return rankedCandidates.filter((candidate) => {
    const isFaster = candidate.latencyMilliseconds < fastest;
    if (isFaster) fastest = candidate.latencyMilliseconds;
    return isFaster;
  });
}

function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
