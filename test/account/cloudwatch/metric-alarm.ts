import type { MetricDataQuery, MetricAlarmInput } from './inputs';
import { evaluate } from './metric-math';
import type { Metric, Metrics } from './metrics';

export type StateValue = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

export const IS_BREACHING: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};

/** Number of datapoints that CloudWatch retrieves in addition to the evaluated datapoints, according to the tables in the user guide. */
export const EXTRA_PERIODS = 2;

/** The result of evaluating an alarm. */
export interface Evaluation {
  readonly state: StateValue;
  /** The latest value, or undefined if the evaluation range contains no datapoint. */
  readonly value?: number;
}

/** Evaluates an alarm whose last period ends at `now`. */
export function evaluateAlarm(
  alarm: MetricAlarmInput,
  currentState: StateValue,
  metrics: Metrics,
  now: number,
): Evaluation {
  const period = periodOf(alarm) * 1000;
  const count = alarm.EvaluationPeriods;
  const points = Array.from({ length: count + EXTRA_PERIODS }, (_, index) => {
    const end = now - index * period;
    return valueOf(alarm, metrics, end - period, end);
  });
  const value = points.find((point) => point !== undefined);
  const breaches = points.map((point) =>
    point === undefined ? undefined : IS_BREACHING[alarm.ComparisonOperator](point, alarm.Threshold),
  );
  return { state: nextState(alarm, currentState, breaches), ...(value === undefined ? {} : { value }) };
}

/**
 * The new state of an alarm, according to the tables of "Configuring how CloudWatch alarms treat missing data" in the user guide and to
 * "Avoiding premature transitions to alarm state".
 *
 * @param range for each datapoint of the evaluation range, latest first, whether it is breaching; undefined if it is missing
 */
export function nextState(
  alarm: MetricAlarmInput,
  currentState: StateValue,
  range: readonly (boolean | undefined)[],
): StateValue {
  const requiredBreaches = alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods;
  const breaches = range.filter((point) => point !== undefined).slice(0, alarm.EvaluationPeriods);
  const breachingCount = breaches.filter(Boolean).length;
  const missingCount = alarm.EvaluationPeriods - breaches.length;
  const hasOkPoint = breaches.includes(false);
  if (breachingCount >= requiredBreaches) return 'ALARM';
  if (missingCount === 0) return 'OK';
  switch (alarm.TreatMissingData ?? 'missing') {
    case 'breaching':
      return breachingCount + missingCount >= requiredBreaches ? 'ALARM' : 'OK';
    case 'notBreaching':
      return 'OK';
    case 'ignore':
      return hasOkPoint ? 'OK' : currentState;
    default:
      if (breaches.length === 0) return 'INSUFFICIENT_DATA';
      if (hasOkPoint) return 'OK';
      // The oldest breaching datapoint must be at least as old as the number of required datapoints.
      return range.lastIndexOf(true) + 1 >= requiredBreaches ? 'ALARM' : currentState;
  }
}

function periodOf(alarm: MetricAlarmInput): number {
  const [period] = (alarm.Metrics ?? []).flatMap(({ MetricStat, Period }) => MetricStat?.Period ?? Period ?? []);
  return alarm.Period ?? period ?? 60;
}

function valueOf(alarm: MetricAlarmInput, metrics: Metrics, from: number, to: number): number | undefined {
  const { MetricName, Statistic, ExtendedStatistic = '', Metrics: queries = [] } = alarm;
  if (MetricName) return metrics.statistic(metricOf(alarm), Statistic ?? ExtendedStatistic, from, to);
  const returnedQuery = queries.find(({ ReturnData = true }) => ReturnData);
  const value = queryValue(returnedQuery, queries, metrics, from, to);
  return value === undefined ? undefined : Number(value);
}

/** The value of a query (a metric or an expression) in one period, or undefined if the period has no datapoint. */
function queryValue(
  query: MetricDataQuery | undefined,
  queries: readonly MetricDataQuery[],
  metrics: Metrics,
  from: number,
  to: number,
): number | boolean | undefined {
  if (query?.MetricStat) {
    const { Metric, Stat } = query.MetricStat;
    return metrics.statistic(metricOf(Metric), Stat, from, to);
  }
  return evaluate({
    text: query?.Expression ?? '',
    missingIsZero: metrics.missingIsZero,
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

interface MetricInput {
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Dimensions?: readonly { Name: string; Value: string }[];
}

/** The metrics of alarms and queries. Alarms read the same metrics every minute. */
const metricsOfInputs = new WeakMap<MetricInput, Metric>();

/** The metric that an alarm or a request names. */
export function metricOf(input: MetricInput): Metric {
  const cached = metricsOfInputs.get(input);
  if (cached !== undefined) return cached;
  const { Namespace: namespace = '', MetricName: name = '', Dimensions = [] } = input;
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  const metric = { namespace, name, dimensions };
  metricsOfInputs.set(input, metric);
  return metric;
}
