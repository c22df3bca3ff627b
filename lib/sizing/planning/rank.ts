import { PlanCandidate } from '../plan-candidate';

/** Cheaper first, then fewer instances, then faster, then by name: a total order, so that a plan is reproducible. */
export function byCost(a: PlanCandidate, b: PlanCandidate): number {
  return (
    a.costPerHour - b.costPerHour ||
    a.instanceCount - b.instanceCount ||
    a.latencyMilliseconds - b.latencyMilliseconds ||
    compareNames(`${a.instanceType} ${a.configuration}`, `${b.instanceType} ${b.configuration}`) ||
    (a.maxBatchSize ?? 0) - (b.maxBatchSize ?? 0) ||
    (a.maxQueueDelayMicroseconds ?? 0) - (b.maxQueueDelayMicroseconds ?? 0)
  );
}

/** Those that no other beats in both cost and latency, cheapest first. */
export function paretoOf(sorted: PlanCandidate[]): PlanCandidate[] {
  let fastest = Infinity;
  return sorted.filter((candidate) => {
    const better = candidate.latencyMilliseconds < fastest;
    if (better) fastest = candidate.latencyMilliseconds;
    return better;
  });
}

function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
