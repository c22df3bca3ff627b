import type { GetMetricDataInput } from '@aws-sdk/client-cloudwatch';
import type { Metrics } from './metrics';

/** The values of queries that name a metric, one for each period in which something was published. */
export function getMetricData(metrics: Metrics, { StartTime, EndTime, MetricDataQueries = [] }: GetMetricDataInput): object {
  const start = Number(StartTime);
  const end = Number(EndTime);
  return {
    MetricDataResults: MetricDataQueries.map(({ Id, MetricStat }) => {
      if (!MetricStat) throw new Error('The simulated CloudWatch has metric math in alarms only.');
      const { Metric, Period = 60, Stat = '' } = MetricStat;
      const dimensions = Object.fromEntries((Metric?.Dimensions ?? []).map(({ Name, Value }) => [Name, Value ?? '']));
      const metric = { namespace: Metric?.Namespace ?? '', name: Metric?.MetricName ?? '', dimensions };
      const values = [];
      for (let from = start; from < end; from += Period * 1000) {
        values.push(metrics.statistic(metric, Stat, from, from + Period * 1000));
      }
      return { Id, Values: values.filter((value) => value !== undefined) };
    }),
  };
}
