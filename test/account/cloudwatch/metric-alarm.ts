import type { MetricDataQuery, PutMetricAlarmInput } from '@aws-sdk/client-cloudwatch';
import { evaluate } from './metric-math';
import type { Metric, Metrics } from './metrics';

export type StateValue = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

const BREACHES: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};

/** CloudWatch retrieves more data points than the alarm evaluates; the user guide's tables show two more. */
const EXTRA_PERIODS = 2;

/** The state that an alarm has now, after a look at its metrics. */
export function stateOf(alarm: PutMetricAlarmInput, before: StateValue, metrics: Metrics, now: number): StateValue {
  const period = periodOf(alarm) * 1000;
  const count = alarm.EvaluationPeriods!;
  const points = Array.from({ length: count + EXTRA_PERIODS }, (_, index) => {
    const end = now - index * period;
    return valueOf(alarm, metrics, end - period, end);
  });
  const real = points.filter((value) => value !== undefined).slice(0, count);
  return judge(
    alarm,
    before,
    real.map((value) => BREACHES[alarm.ComparisonOperator!](value, alarm.Threshold!)),
  );
}

/** As the tables of "Configuring how CloudWatch alarms treat missing data" have it. */
export function judge(alarm: PutMetricAlarmInput, before: StateValue, breaches: readonly boolean[]): StateValue {
  const needed = alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods!;
  const breaching = breaches.filter(Boolean).length;
  const missing = alarm.EvaluationPeriods! - breaches.length;
  const isOk = breaches.includes(false);
  if (breaching >= needed) return 'ALARM';
  if (missing === 0) return 'OK';
  switch (alarm.TreatMissingData ?? 'missing') {
    case 'breaching':
      return breaching + missing >= needed ? 'ALARM' : 'OK';
    case 'notBreaching':
      return 'OK';
    case 'ignore':
      return isOk ? 'OK' : before;
    default:
      if (breaches.length === 0) return 'INSUFFICIENT_DATA';
      return isOk ? 'OK' : 'ALARM';
  }
}

function periodOf(alarm: PutMetricAlarmInput): number {
  const [period] = (alarm.Metrics ?? []).flatMap(({ MetricStat, Period }) => MetricStat?.Period ?? Period ?? []);
  return alarm.Period ?? period ?? 60;
}

function valueOf(alarm: PutMetricAlarmInput, metrics: Metrics, from: number, to: number): number | undefined {
  if (alarm.MetricName) {
    const metric = metricOf(alarm.Namespace!, alarm.MetricName, alarm.Dimensions);
    return metrics.statistic(metric, alarm.Statistic ?? alarm.ExtendedStatistic!, from, to);
  }
  const queries = alarm.Metrics!;
  const watched = queries.find(({ ReturnData = true }) => ReturnData)!;
  const value = queryValue(watched, queries, metrics, from, to);
  return value === undefined ? undefined : Number(value);
}

function queryValue(
  { MetricStat, Expression }: MetricDataQuery,
  queries: readonly MetricDataQuery[],
  metrics: Metrics,
  from: number,
  to: number,
): number | boolean | undefined {
  if (MetricStat) {
    const { Namespace, MetricName, Dimensions } = MetricStat.Metric!;
    return metrics.statistic(metricOf(Namespace!, MetricName!, Dimensions), MetricStat.Stat!, from, to);
  }
  return evaluate({
    text: Expression!,
    ids: queries.map(({ Id }) => Id!),
    valueOf: (id) =>
      queryValue(
        queries.find(({ Id }) => Id === id)!,
        queries,
        metrics,
        from,
        to,
      ),
  });
}

export function metricOf(
  namespace: string,
  name: string,
  dimensions: readonly { Name?: string; Value?: string }[] = [],
): Metric {
  return { namespace, name, dimensions: Object.fromEntries(dimensions.map(({ Name, Value }) => [Name!, Value!])) };
}
