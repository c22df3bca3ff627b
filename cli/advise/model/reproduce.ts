import { executedRequests, ModelMinute, sumOf } from '../metrics/minutes';
import { Outcome } from './replay';

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

/** Highest utilization of a minute that is compared. Above, queues depend on the smallest differences of the load. */
const MAX_UTILIZATION = 0.9;
const MINUTE_MILLISECONDS = 60_000;

/**
 * The minutes in which the model instances were not busy nearly all the time.
 *
 * @param timeOf execution time of a batch
 */
export function stableMinutes(
  minutes: readonly ModelMinute[],
  modelInstances: number,
  timeOf: (batch: number) => number,
): readonly ModelMinute[] {
  return minutes.filter(({ executions, inferences, instances }) => {
    const busy = executions * timeOf(inferences / executions);
    return busy <= MAX_UTILIZATION * MINUTE_MILLISECONDS * instances * modelInstances;
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
