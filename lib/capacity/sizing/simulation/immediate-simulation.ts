import { Measurements } from './measurements';
import { RandomStream } from '../../../measurements/random-stream';
import { Scenario } from './scenario';

/**
 * Whether a simple rule describes the scenario: an instance that becomes idle executes the waiting requests, at most a full batch. If no
 * delay, no smaller preferred sizes and no limits of the queue are set, Triton's batcher behaves like this, because the last
 * batch grows until an instance executes it.
 */
export function isImmediate({ options, hosts, overlap, requestBatch, batcher }: Scenario): boolean {
  const { times, batches } = options.arrivals._stream;
  const isSimpleBatcher =
    !batcher ||
    (batcher.delay === 0 &&
      batcher.preferred[0] === batcher.maxBatch &&
      batcher.prefetching &&
      !batcher.preservesOrder);
  return (
    times !== undefined && !batches && hosts === 1 && overlap === undefined && requestBatch === 1 && isSimpleBatcher
  );
}

/**
 * Simulates one host by the simple rule of `isImmediate`, without an event queue. Executions start in order, so one pass over the arrivals is
 * sufficient. To save memory, the latencies overwrite the arrival times in the same array.
 */
export function simulateImmediate(scenario: Scenario, random: RandomStream): Measurements {
  const { requests, serviceTimes, instances, batcher, options } = scenario;
  const maxBatch = batcher?.maxBatch ?? 1;
  const times = new Float64Array(requests);
  options.arrivals._stream.times?.fill(times, random);
  const result = new Measurements(times, maxBatch);
  const { executionsByBatch } = result;
  const freeAt = new Float64Array(instances).fill(-Infinity);

  let end = 0;
  let totalLatency = 0;
  for (let firstWaiting = 0; firstWaiting < requests;) {
    let instance = 0;
    for (let i = 1; i < instances; i++) if (freeAt[i] < freeAt[instance]) instance = i;
    const instanceFreeAt = freeAt[instance];
    const start = instanceFreeAt > times[firstWaiting] ? instanceFreeAt : times[firstWaiting];
    const limit = firstWaiting + maxBatch < requests ? firstWaiting + maxBatch : requests;
    let next = firstWaiting + 1;
    while (next < limit && times[next] <= instanceFreeAt) next++;
    const batch = next - firstWaiting;
    const completedAt = start + serviceTimes[batch];
    freeAt[instance] = completedAt;
    if (completedAt > end) end = completedAt;
    executionsByBatch[batch]++;
    for (; firstWaiting < next; firstWaiting++) {
      times[firstWaiting] = completedAt - times[firstWaiting];
      totalLatency += times[firstWaiting];
    }
  }
  result.inProgressIntegral = totalLatency; // each request is in progress for the duration of its latency
  result.end = end;
  for (let batch = 1; batch <= maxBatch; batch++) {
    if (executionsByBatch[batch] === 0) continue;
    result.executionTime += executionsByBatch[batch] * serviceTimes[batch];
    result.executionTimeOfRequests += executionsByBatch[batch] * serviceTimes[batch] * batch;
  }
  return result;
}
