import type { GetMetricDataInput, MetricDataQuery } from './inputs';
import { queryValue } from './metric-alarm';
import type { Metrics } from './metrics';

/** Implements `GetMetricData`: the datapoints of each query between two times, by default from new to old. */
export function getMetricData(
  metrics: Metrics,
  { MetricDataQueries: queries, StartTime, EndTime, ScanBy = 'TimestampDescending' }: GetMetricDataInput,
): object {
  const start = new Date(StartTime).getTime();
  const end = new Date(EndTime).getTime();
  return {
    MetricDataResults: queries
      .filter(({ ReturnData = true }) => ReturnData)
      .map((query) => {
        const period = periodOf(query, queries) * 1000;
        const points = Array.from({ length: Math.max(0, Math.floor((end - start) / period)) }, (_, index) => {
          const from = start - (start % period) + index * period;
          return { from, value: queryValue(query, queries, metrics, from, from + period) };
        }).filter(({ value }) => value !== undefined);
        if (ScanBy === 'TimestampDescending') points.reverse();
        return {
          Id: query.Id,
          Label: query.Label ?? query.MetricStat?.Metric.MetricName ?? query.Id,
          Timestamps: points.map(({ from }) => new Date(from)),
          Values: points.map(({ value }) => Number(value)),
          StatusCode: 'Complete',
        };
      }),
  };
}

function periodOf({ MetricStat, Period }: MetricDataQuery, queries: readonly MetricDataQuery[]): number {
  return MetricStat?.Period ?? Period ?? queries.find((query) => query.MetricStat)?.MetricStat?.Period ?? 60;
}
