import { CloudWatchClient, MetricDataQuery, paginateGetMetricData } from '@aws-sdk/client-cloudwatch';

/** CloudWatch publishes the metrics of a minute up to two minutes later. */
const PUBLICATION_SECONDS = 120;

/** A period in seconds since 1970: complete intervals, whose datapoints are published and not yet deleted. */
export interface MetricPeriod {
  readonly start: number;
  readonly end: number;
  readonly interval: number;
}

/** The complete intervals of the last seconds. */
export function lastSeconds(seconds: number, interval: number, now = Date.now() / 1000): MetricPeriod {
  return {
    start: Math.ceil((now - seconds) / interval) * interval,
    end: Math.floor((now - PUBLICATION_SECONDS) / interval) * interval,
    interval,
  };
}

/**
 * Reads datapoints.
 *
 * @returns the values of each query by its id, by the start of the interval in seconds since 1970
 */
export async function readMetricData(
  client: CloudWatchClient,
  { start, end }: MetricPeriod,
  queries: MetricDataQuery[],
): Promise<Map<string, Map<number, number>>> {
  const pages = paginateGetMetricData(
    { client },
    {
      StartTime: new Date(start * 1000),
      EndTime: new Date(end * 1000), // exclusive
      MetricDataQueries: queries,
    },
  );
  const values = new Map<string, Map<number, number>>();
  for await (const { MetricDataResults = [] } of pages) {
    for (const { Id = '', Timestamps = [], Values = [], StatusCode, Messages = [] } of MetricDataResults) {
      // PartialData means that there are more pages.
      if (StatusCode === 'InternalError' || StatusCode === 'Forbidden')
        throw new Error([`CloudWatch returned ${StatusCode}`, ...Messages.map(({ Value }) => Value)].join(': '));
      const ofQuery = values.get(Id) ?? new Map<number, number>();
      values.set(Id, ofQuery);
      for (const [index, time] of Timestamps.entries()) ofQuery.set(time.getTime() / 1000, Values[index]);
    }
  }
  return values;
}

/** The advice to allow the action that an error denies; empty for any other error. */
export function permissionAdvice(error: unknown): string {
  const [, action = 'GetMetricData'] = /(GetMetricData|ListMetrics)/.exec(String(error)) ?? [];
  return /AccessDenied|not authorized/i.test(String(error)) ? `: allow the action cloudwatch:${action}` : '';
}
