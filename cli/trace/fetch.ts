import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { Duration } from 'aws-cdk-lib';
import { REQUEST_METRICS } from '../../lib/facts/cloudwatch-metrics';
import { TrafficTrace } from '../../lib/measurements';
import { describeAwsError } from '../aws-error';
import { lastSeconds, MetricPeriod, permissionAdvice, readMetricData } from '../cloudwatch';
import { print } from '../output/print';
import { writeText } from '../output/write-text';
import { describeTrace } from './make';

export interface FetchOptions {
  readonly endpoint: string;
  readonly variant: string;
  /** The name of an inference component in SageMaker. */
  readonly inferenceComponent?: string;
  readonly days: number;
  readonly out: string;
}

/**
 * CloudWatch keeps datapoints of 1 minute for 15 days, and those of 5 minutes for 63 days. CloudWatch user guide, "Metrics retention", read
 * 2026-11-27.
 */
const DAYS_OF_MINUTES = 15;
const MAX_DAYS = 63;
const SECONDS_PER_DAY = 86_400;

export function periodOf(days: number, now?: number): MetricPeriod {
  return lastSeconds(days * SECONDS_PER_DAY, days <= DAYS_OF_MINUTES ? 60 : 300, now);
}

/** Writes the requests of a variant or an inference component, as CloudWatch has counted them, as a trace. */
export async function fetchTrace({ endpoint, variant, inferenceComponent, days, out }: FetchOptions): Promise<void> {
  if (days > MAX_DAYS)
    throw new Error(
      `trace fetch: --days: got ${days}; allowed: 1 to ${MAX_DAYS}, for which CloudWatch keeps datapoints`,
    );
  const period = periodOf(days);
  const [part, dimensions] =
    inferenceComponent === undefined
      ? [`variant ${variant}`, { EndpointName: endpoint, VariantName: variant }]
      : [`inference component ${inferenceComponent}`, { InferenceComponentName: inferenceComponent }];
  const subject = `the ${part} of the endpoint ${endpoint}`;
  const sums = await readSums(dimensions, period).catch((error: unknown): never => {
    const reason = `${describeAwsError(error)}${permissionAdvice(error)}`;
    throw new Error(`trace fetch: the invocations of ${subject} cannot be read: ${reason}`, { cause: error });
  });
  if (sums.size === 0) {
    throw new Error(
      `trace fetch: CloudWatch has no invocations of ${subject} in the last ${days} days: check --endpoint, ${inferenceComponent === undefined ? '--variant' : '--inference-component'} and the Region`,
    );
  }
  const { start, end, interval } = period;
  const trace = TrafficTrace.ofRequests(
    Array.from({ length: (end - start) / interval }, (_, index) => sums.get(start + index * interval) ?? 0),
    Duration.seconds(interval),
    isoTime(start),
  );
  writeText(out, trace.toCsv());
  print(`${out}: ${describeTrace(trace)}`);
  const first = Math.min(...sums.keys());
  if (first - start >= SECONDS_PER_DAY)
    print(
      `note: the first request was at ${isoTime(first)}. The trace has 0 requests before; to omit them, set --days`,
    );
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** The number of requests of each interval that has a datapoint, by its start in seconds since 1970. */
async function readSums(dimensions: Record<string, string>, period: MetricPeriod): Promise<Map<number, number>> {
  const { namespace: Namespace, name: MetricName } = REQUEST_METRICS.invocations;
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
  const MetricStat = { Metric: { Namespace, MetricName, Dimensions }, Period: period.interval, Stat: 'Sum' };
  const values = await readMetricData(new CloudWatchClient(), period, [{ Id: 'invocations', MetricStat }]);
  return values.get('invocations') ?? new Map<number, number>();
}
