import { CloudWatchClient, paginateGetMetricData } from '@aws-sdk/client-cloudwatch';
import { Duration } from 'aws-cdk-lib';
import { REQUEST_METRICS } from '../../lib/facts/cloudwatch-metrics';
import { TrafficTrace } from '../../lib/measurements';
import { describeAwsError } from '../aws-error';
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
/** CloudWatch publishes the metrics of a minute up to two minutes later (see the check of shadow variants in the smoke test). */
const PUBLICATION_SECONDS = 120;
const SECONDS_PER_DAY = 86_400;

/** The period of a trace in seconds since 1970: complete intervals, whose datapoints are published and not yet deleted. */
export interface TracePeriod {
  readonly start: number;
  readonly end: number;
  readonly interval: number;
}

export function periodOf(days: number, now: number): TracePeriod {
  const interval = days <= DAYS_OF_MINUTES ? 60 : 300;
  return {
    start: Math.ceil((now - days * SECONDS_PER_DAY) / interval) * interval,
    end: Math.floor((now - PUBLICATION_SECONDS) / interval) * interval,
    interval,
  };
}

/** Writes the requests of a variant or an inference component, as CloudWatch has counted them, as a trace. */
export async function fetchTrace({ endpoint, variant, inferenceComponent, days, out }: FetchOptions): Promise<void> {
  if (days > MAX_DAYS)
    throw new Error(
      `trace fetch: --days: got ${days}; allowed: 1 to ${MAX_DAYS}, for which CloudWatch keeps datapoints`,
    );
  const period = periodOf(days, Date.now() / 1000);
  const [part, dimensions] =
    inferenceComponent === undefined
      ? [`variant ${variant}`, { EndpointName: endpoint, VariantName: variant }]
      : [`inference component ${inferenceComponent}`, { InferenceComponentName: inferenceComponent }];
  const subject = `the ${part} of the endpoint ${endpoint}`;
  const sums = await readSums(dimensions, period).catch((error: unknown): never => {
    const advice = /AccessDenied|not authorized/i.test(String(error))
      ? ': allow the action cloudwatch:GetMetricData'
      : '';
    throw new Error(`trace fetch: the invocations of ${subject} cannot be read: ${describeAwsError(error)}${advice}`, {
      cause: error,
    });
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
async function readSums(
  dimensions: Record<string, string>,
  { start, end, interval }: TracePeriod,
): Promise<Map<number, number>> {
  const { namespace, name } = REQUEST_METRICS.invocations;
  const pages = paginateGetMetricData(
    { client: new CloudWatchClient() },
    {
      StartTime: new Date(start * 1000),
      EndTime: new Date(end * 1000), // exclusive
      MetricDataQueries: [
        {
          Id: 'invocations',
          MetricStat: {
            Metric: {
              Namespace: namespace,
              MetricName: name,
              Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
            },
            Period: interval,
            Stat: 'Sum',
          },
        },
      ],
    },
  );
  const sums = new Map<number, number>();
  for await (const { MetricDataResults = [] } of pages) {
    for (const { Timestamps = [], Values = [], StatusCode, Messages = [] } of MetricDataResults) {
      // PartialData means that there are more pages.
      if (StatusCode === 'InternalError' || StatusCode === 'Forbidden')
        throw new Error([`CloudWatch returned ${StatusCode}`, ...Messages.map(({ Value }) => Value)].join(': '));
      for (const [index, time] of Timestamps.entries()) sums.set(time.getTime() / 1000, Values[index]);
    }
  }
  return sums;
}
