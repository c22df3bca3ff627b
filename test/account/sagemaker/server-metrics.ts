import { writeLine } from './container-log';
import type { ServingVariant } from './hooks';
import { type ContainerLog, MINUTE, SageMakerState } from './state';

const NAMESPACE = 'TritonOnSageMaker';
/** Samples of a gauge in a minute: one every 5 seconds. */
const SAMPLES = 12;
/** Utilization at which the queue of a server is calculated at most: at 1, the mean queue time of a random arrival process is infinite. */
const MAX_UTILIZATION = 0.98;

/** The servers of a variant or of an inference component, which share the requests. */
export interface Servers {
  readonly environment: Readonly<Record<string, string>>;
  readonly serving: ServingVariant;
  readonly logs: readonly ContainerLog[];
  /** The owner of the servers, with the number of requests that wait in them. */
  readonly queue: { waiting: number };
}

/** What the servers did in a minute. */
interface ServerMinute {
  readonly completed: number;
  /** Mean time that a completed request has waited, in milliseconds. */
  readonly queueTime: number;
  /** Number of waiting requests at the start and at the end of the minute. */
  readonly waiting: readonly [number, number];
}

/**
 * Simulates the queues of the servers for a minute. If the container has the metrics exporter, each server writes a document to its log.
 */
export async function publishServerMetrics(
  state: SageMakerState,
  { environment, serving, logs, queue }: Servers,
  requests: number,
): Promise<void> {
  const { SERVER_METRICS_ENDPOINT_NAME: EndpointName, SERVER_METRICS_VARIANT_NAME: VariantName } = environment;
  if (EndpointName === undefined) return;
  const { capacityPerMinute = Infinity } = state.hooks.quality(serving);
  const minute = serveMinute(queue, logs.length, requests, capacityPerMinute);
  const metrics = metricsOf(minute, logs.length);
  const line = JSON.stringify({
    _aws: {
      Timestamp: state.account.now() - MINUTE,
      CloudWatchMetrics: [
        {
          Namespace: NAMESPACE,
          Dimensions: [['EndpointName', 'VariantName']],
          Metrics: Object.keys(metrics).map((Name) => ({
            Name,
            Unit: Name.endsWith('Duration') ? 'Milliseconds' : 'Count',
          })),
        },
      ],
    },
    EndpointName,
    VariantName,
    ...metrics,
  });
  for (const log of logs) await writeLine(state, log, line);
}

/** The metrics of one of several instances, which share the load evenly. */
function metricsOf({ completed, queueTime, waiting: [first, last] }: ServerMinute, instances: number): object {
  const completedPerInstance = completed / instances;
  const samples = Array.from({ length: SAMPLES }, (_, index) => first + ((last - first) * (index + 1)) / SAMPLES);
  return {
    SuccessfulRequests: completedPerInstance,
    QueueDuration: completedPerInstance * queueTime,
    ComputeDuration: completedPerInstance * 20,
    PendingRequests: samples.map((waiting) => waiting / instances),
  };
}

/**
 * Requests beyond the capacity wait for the next minute, and the others wait as in a queue with one server and random arrivals (M/M/1). A new
 * instance takes over its share of the waiting requests: real requests do not change the instance, but the next requests go to instances with
 * short queues.
 */
function serveMinute(
  queue: Servers['queue'],
  servers: number,
  requests: number,
  capacityPerMinute: number,
): ServerMinute {
  const capacity = servers * capacityPerMinute;
  const waiting = queue.waiting;
  const completed = Math.min(waiting + requests, capacity);
  queue.waiting = waiting + requests - completed;
  if (completed === 0) return { completed, queueTime: 0, waiting: [waiting, queue.waiting] };
  const utilization = Math.min(completed / capacity, MAX_UTILIZATION);
  const randomWait = MINUTE / capacityPerMinute / (1 / utilization - 1);
  const excessWait = (MINUTE * (waiting + queue.waiting)) / 2 / capacity;
  const queueTime = utilization === 0 ? 0 : randomWait + excessWait;
  const randomLength = (completed * randomWait) / MINUTE; // Little's law
  return { completed, queueTime, waiting: [waiting + randomLength, queue.waiting + randomLength] };
}
