import { writeLine } from './container-log';
import { containersOf } from './inputs';
import { Fleet, MINUTE, SageMakerState, Variant } from './state';
import { servingVariantOf } from './variants';

const NAMESPACE = 'TritonOnSageMaker';
/** Samples of a gauge in a minute: one every 5 seconds. */
const SAMPLES = 12;
/** Utilization at which the queue of a server is calculated at most: at 1, the mean queue time of a random arrival process is infinite. */
const MAX_UTILIZATION = 0.98;

/** What the servers of a variant did in a minute. */
interface ServerMinute {
  readonly completed: number;
  /** Mean time that a completed request has waited, in milliseconds. */
  readonly queueTime: number;
  /** Number of waiting requests at the start and at the end of the minute. */
  readonly waiting: readonly [number, number];
}

/**
 * Simulates the queues of the servers for a minute. If the container has the metrics exporter, each instance writes a document to its log.
 */
export async function publishServerMetrics(
  state: SageMakerState,
  fleet: Fleet,
  variant: Variant,
  requests: number,
): Promise<void> {
  const { SERVER_METRICS_ENDPOINT_NAME: EndpointName, SERVER_METRICS_VARIANT_NAME: VariantName } =
    containersOf(variant.model.input)[0].Environment ?? {};
  if (EndpointName === undefined) return;
  const { capacityPerMinute = Infinity } = state.hooks.quality(servingVariantOf(fleet, variant));
  const minute = serveMinute(variant, requests, capacityPerMinute);
  const metrics = metricsOf(minute, variant.instances.length);
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
  for (const { id } of [...variant.instances]) await writeLine(state, fleet, variant, id, line);
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
function serveMinute(variant: Variant, requests: number, capacityPerMinute: number): ServerMinute {
  const capacity = variant.instances.length * capacityPerMinute;
  const waiting = variant.waiting;
  const completed = Math.min(waiting + requests, capacity);
  variant.waiting = waiting + requests - completed;
  if (completed === 0) return { completed, queueTime: 0, waiting: [waiting, variant.waiting] };
  const utilization = Math.min(completed / capacity, MAX_UTILIZATION);
  const randomWait = MINUTE / capacityPerMinute / (1 / utilization - 1);
  const excessWait = (MINUTE * (waiting + variant.waiting)) / 2 / capacity;
  const queueTime = utilization === 0 ? 0 : randomWait + excessWait;
  const randomLength = (completed * randomWait) / MINUTE; // Little's law
  return { completed, queueTime, waiting: [waiting + randomLength, variant.waiting + randomLength] };
}
