import { Measurements } from './measurements';
import { RandomStream } from './random-stream';
import { Scenario } from './scenario';

/**
 * Whether the simple rule holds: an instance that becomes free takes what waits, at most a full batch. Triton's batcher
 * comes down to it where it has no delay, no preferred size below the largest, no priorities and no queue policies: the
 * last batch before the instances keeps growing until one takes it.
 */
export function isImmediate({ props, hosts, overlap, requestBatch, batcher }: Scenario): boolean {
  const { times, batches } = props.arrivals._stream;
  const simpleBatcher =
    !batcher ||
    (batcher.delay === 0 &&
      batcher.preferred[0] === batcher.maxBatch &&
      batcher.prefetching &&
      !batcher.preservesOrder);
  return times !== undefined && !batches && hosts === 1 && overlap === undefined && requestBatch === 1 && simpleBatcher;
}

/**
 * One host by the simple rule, without any event queue: executions start in order, so one pass over the arrivals is
 * enough. The array of arrival times becomes the array of latencies.
 */
export function runImmediate(scenario: Scenario, random: RandomStream): Measurements {
  const { requests, service, instances, batcher, props } = scenario;
  const maxBatch = batcher?.maxBatch ?? 1;
  const times = new Float64Array(requests);
  props.arrivals._stream.times?.fill(times, random);
  const result = new Measurements(times, maxBatch);
  const { executionsByBatch } = result;
  const freeAt = new Float64Array(instances).fill(-Infinity);

  let end = 0;
  let latencies = 0;
  for (let head = 0; head < requests;) {
    let instance = 0;
    for (let i = 1; i < instances; i++) if (freeAt[i] < freeAt[instance]) instance = i;
    const free = freeAt[instance];
    const start = free > times[head] ? free : times[head];
    const limit = head + maxBatch < requests ? head + maxBatch : requests;
    let next = head + 1;
    while (next < limit && times[next] <= free) next++;
    const batch = next - head;
    const done = start + service[batch];
    freeAt[instance] = done;
    if (done > end) end = done;
    executionsByBatch[batch]++;
    for (; head < next; head++) {
      times[head] = done - times[head];
      latencies += times[head];
    }
  }
  result.inFlightArea = latencies; // each request is on its way for as long as its latency
  result.end = end;
  for (let batch = 1; batch <= maxBatch; batch++) {
    if (executionsByBatch[batch] === 0) continue;
    result.busy += executionsByBatch[batch] * service[batch];
    result.busyOfRequests += executionsByBatch[batch] * service[batch] * batch;
  }
  return result;
}
