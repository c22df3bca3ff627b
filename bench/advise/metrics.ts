import { SERVER_MODEL_METRICS, SERVER_METRICS } from '../../lib/facts/cloudwatch-metrics';
import { SPEED } from './scaled-time';

const { successfulRequests, failedRequests, inferences, executions, queueDuration, computeDuration, pendingRequests } =
  SERVER_MODEL_METRICS;

/** The counters of Triton from which each metric of a minute is the sum. Durations are in microseconds. */
const COUNTERS: Record<string, readonly string[]> = {
  [successfulRequests.name]: ['nv_inference_request_success'],
  [failedRequests.name]: ['nv_inference_request_failure'],
  [inferences.name]: ['nv_inference_count'],
  [executions.name]: ['nv_inference_exec_count'],
  [queueDuration.name]: ['nv_inference_queue_duration_us'],
  [computeDuration.name]: [
    'nv_inference_compute_input_duration_us',
    'nv_inference_compute_infer_duration_us',
    'nv_inference_compute_output_duration_us',
  ],
};
/** The name of the deployed model in the documents. */
export const MODEL = 'model';
const PENDING = 'nv_inference_pending_request_count';
const DURATIONS = [queueDuration.name, computeDuration.name];

/** The value of a Prometheus metric of a model: the sum over its rows, such as those of several reasons of failure. */
export function valueOf(text: string, metric: string, model: string): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`) && line.includes(`model="${model}"`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** The number of requests of a model that wait for their execution. */
export function pendingOf(text: string, model: string): number {
  return valueOf(text, PENDING, model);
}

/**
 * The document that the metrics exporter writes about a minute of the endpoint. Durations are in the time of the endpoint.
 *
 * @param before the metrics at the start of the minute
 * @param after the metrics at the end of the minute
 */
export function documentOf(model: string, timestamp: number, before: string, after: string, pending: number[]): object {
  const values = Object.entries(COUNTERS).map(([name, counters]) => {
    const difference = counters.reduce(
      (sum, counter) => sum + valueOf(after, counter, model) - valueOf(before, counter, model),
      0,
    );
    return [name, DURATIONS.includes(name) ? round((difference / 1000) * SPEED) : difference] as const;
  });
  const metrics = [...values.map(([name]) => name), pendingRequests.name];
  const dimensions = ['EndpointName', 'VariantName', 'ModelName'];
  return {
    _aws: {
      Timestamp: timestamp,
      CloudWatchMetrics: [
        {
          Namespace: SERVER_METRICS.successfulRequests.namespace,
          Dimensions: [dimensions],
          Metrics: metrics.map((name) => ({ Name: name })),
        },
      ],
    },
    EndpointName: 'advise',
    VariantName: 'AllTraffic',
    ModelName: MODEL,
    ...Object.fromEntries(values),
    [pendingRequests.name]: pending,
  };
}

const round = (value: number): number => Number(value.toFixed(3));
