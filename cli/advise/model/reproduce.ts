import { executedRequests, ModelMinute, sumOf } from '../metrics/minutes';
import { ServiceTime } from '../../../lib/measurements/latency-profile';
import { Outcome, SimulatedSetting } from './replay';
import { timeOfBatch } from './service-times';

/** What the metrics of a model measure over all minutes. */
export interface Measured {
  /** Mean time of a request in the queue, in milliseconds. */
  readonly queueTime: number;
  /** Mean time of the executions of a request, in milliseconds. */
  readonly computeTime: number;
  readonly meanBatch: number;
}

/** How far the simulation of the deployed configuration may be from the metrics. */
export const BAND = { queueTime: 0.25, latency: 0.1, batch: 0.15 };

/** Largest load of a minute that is compared, as a fraction of the capacity. Above, queues depend on the smallest differences of the load. */
const MAX_LOAD = 0.9;
const MINUTE_MILLISECONDS = 60_000;

/**
 * The minutes whose load is well below the capacity. An instance with dynamic batching can be busy all the time without being overloaded, because its
 * batches grow with the load, so the capacity is that of full batches.
 */
export function stableMinutes(
  minutes: readonly ModelMinute[],
  serviceTimes: readonly ServiceTime[],
  { dynamicBatching, maxBatchSize, modelInstances }: SimulatedSetting,
): readonly ModelMinute[] {
  const { preferredBatchSizes: preferred = [], maxQueueDelayMicroseconds: delay = 0 } = dynamicBatching ?? {};
  return minutes.filter(({ inferences, executions, instances }) => {
    const batched = delay === 0 && preferred.length > 0 ? Math.max(...preferred) : maxBatchSize;
    const largest = dynamicBatching ? batched : inferences / executions;
    const busy = (inferences * timeOfBatch(serviceTimes, largest)) / largest;
    return busy <= MAX_LOAD * MINUTE_MILLISECONDS * instances * modelInstances;
  });
}

export function measuredOf(minutes: readonly ModelMinute[]): Measured {
  const requests = minutes.reduce((sum, minute) => sum + executedRequests(minute), 0);
  return {
    queueTime: sumOf(minutes, 'queueDuration') / requests,
    computeTime: sumOf(minutes, 'computeDuration') / requests,
    meanBatch: sumOf(minutes, 'inferences') / sumOf(minutes, 'executions'),
  };
}

/**
 * Whether a simulation reproduces the metrics: the mean queue time within 25 %, or within 10 % of the mean latency, and the mean batch size within
 * 15 %.
 */
export function reproduces({ meanQueueTime, meanBatch }: Outcome, measured: Measured): boolean {
  const { queueTime, computeTime } = measured;
  const allowed = Math.max(BAND.queueTime * queueTime, BAND.latency * (queueTime + computeTime));
  return (
    Math.abs(meanQueueTime - queueTime) <= allowed &&
    Math.abs(meanBatch - measured.meanBatch) <= BAND.batch * measured.meanBatch
  );
}
