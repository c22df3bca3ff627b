import type { MetricDataQuery, MetricAlarmInput } from './inputs';
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

/** What an alarm sees now. */
export interface Look {
  readonly state: StateValue;
  /** The latest value; undefined if there is none in the evaluation range. */
  readonly value?: number;
}

export function look(alarm: MetricAlarmInput, before: StateValue, metrics: Metrics, now: number): Look {
  const period = periodOf(alarm) * 1000;
  const count = alarm.EvaluationPeriods;
  const points = Array.from({ length: count + EXTRA_PERIODS }, (_, index) => {
    const end = now - index * period;
    return valueOf(alarm, metrics, end - period, end);
  });
  const real = points.filter((value) => value !== undefined).slice(0, count);
  const breaches = real.map((value) => BREACHES[alarm.ComparisonOperator](value, alarm.Threshold));
  return { state: judge(alarm, before, breaches), ...(real.length > 0 ? { value: real[0] } : {}) };
}

/** As the tables of "Configuring how CloudWatch alarms treat missing data" have it. */
export function judge(alarm: MetricAlarmInput, before: StateValue, breaches: readonly boolean[]): StateValue {
  const needed = alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods;
  const breaching = breaches.filter(Boolean).length;
  const missing = alarm.EvaluationPeriods - breaches.length;
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

function periodOf(alarm: MetricAlarmInput): number {
  const [period] = (alarm.Metrics ?? []).flatMap(({ MetricStat, Period }) => MetricStat?.Period ?? Period ?? []);
  return alarm.Period ?? period ?? 60;
}

function valueOf(alarm: MetricAlarmInput, metrics: Metrics, from: number, to: number): number | undefined {
  const { Namespace = '', MetricName, Dimensions, Statistic, ExtendedStatistic = '', Metrics: queries = [] } = alarm;
  if (MetricName)
    return metrics.statistic(metricOf(Namespace, MetricName, Dimensions), Statistic ?? ExtendedStatistic, from, to);
  const watched = queries.find(({ ReturnData = true }) => ReturnData);
  const value = queryValue(watched, queries, metrics, from, to);
  return value === undefined ? undefined : Number(value);
}

export function queryValue(
  query: MetricDataQuery | undefined,
  queries: readonly MetricDataQuery[],
  metrics: Metrics,
  from: number,
  to: number,
): number | boolean | undefined {
  if (query?.MetricStat) {
    const { Metric, Stat } = query.MetricStat;
    const metric = metricOf(Metric.Namespace ?? '', Metric.MetricName ?? '', Metric.Dimensions);
    return metrics.statistic(metric, Stat, from, to);
  }
  return evaluate({
    text: query?.Expression ?? '',
    ids: queries.map(({ Id }) => Id),
    valueOf: (id) =>
      queryValue(
        queries.find(({ Id }) => Id === id),
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
  dimensions: readonly { Name: string; Value: string }[] = [],
): Metric {
  return { namespace, name, dimensions: Object.fromEntries(dimensions.map(({ Name, Value }) => [Name, Value])) };
}
