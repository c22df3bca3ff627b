import { evaluate } from '../account/cloudwatch/metric-math';

/**
 * The evaluation of alarms by CloudWatch, as described in "Using Amazon CloudWatch alarms" in the user guide: M of the last N datapoints
 * must breach, and missing datapoints are replaced. A series contains one value per minute, oldest first. Undefined values are missing.
 */
export type Series = (number | undefined)[];

interface AlarmMetric {
  readonly MetricName: string;
  readonly Dimensions?: { readonly Name: string; readonly Value: string }[];
}

export interface AlarmProperties {
  readonly Threshold: number;
  readonly ComparisonOperator: string;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly TreatMissingData: 'breaching' | 'notBreaching';
  readonly MetricName?: string;
  readonly Metrics?: { Id: string; Expression?: string; MetricStat?: { Metric: AlarmMetric } }[];
}

/** CloudWatch reads more datapoints than the number of evaluation periods. In the tables of the guide, CloudWatch reads two more. */
const EXTRA_PERIODS = 2;

const COMPARE: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

/** Returns the state of an alarm after the last value of a series. */
export function evaluateAlarm(alarm: AlarmProperties, series: Series): 'ALARM' | 'OK' {
  const { EvaluationPeriods: n, DatapointsToAlarm: m = n } = alarm;
  const evaluatedValues = series.slice(-(n + EXTRA_PERIODS));
  // Missing values are replaced only if there are fewer than N real values.
  const realValues = evaluatedValues.filter((value): value is number => value !== undefined).slice(-n);
  const missingCount = n - realValues.length;
  const breachingCount =
    realValues.filter((value) => COMPARE[alarm.ComparisonOperator](value, alarm.Threshold)).length +
    (alarm.TreatMissingData === 'breaching' ? missingCount : 0);
  return breachingCount >= m ? 'ALARM' : 'OK';
}

/** The two ways to read the user guide on missing values in expressions. Alarms must have the same state with both. */
export const READINGS = [
  { reading: 'missing values are zero', missingIsZero: true },
  { reading: 'missing values have no result', missingIsZero: false },
];

/**
 * Returns the values of an alarm's metric or expression.
 *
 * @param metrics the values of each metric, by its name, or for example by `Shadow ModelLatency` for the metric of the variant `Shadow`
 */
export function evaluatedSeries(
  alarm: AlarmProperties,
  metrics: Record<string, Series>,
  missingIsZero: boolean,
): Series {
  if (alarm.MetricName) return metrics[alarm.MetricName];
  const inputs = (alarm.Metrics ?? []).flatMap(({ Id, MetricStat }) =>
    MetricStat ? [{ Id, series: metrics[keyOf(MetricStat.Metric, metrics)] }] : [],
  );
  const text = (alarm.Metrics ?? []).find(({ Expression }) => Expression)?.Expression ?? '';
  const minutes = Math.max(...inputs.map(({ series }) => series.length));
  return Array.from({ length: minutes }, (_, minute) => {
    const valueOf = (id: string): number | undefined => inputs.find(({ Id }) => Id === id)?.series[minute];
    const value = evaluate({ text, ids: inputs.map(({ Id }) => Id), valueOf, missingIsZero });
    return value === undefined ? undefined : Number(value);
  });
}

function keyOf({ MetricName, Dimensions = [] }: AlarmMetric, metrics: Record<string, Series>): string {
  const variant = Dimensions.find(({ Name }) => Name === 'VariantName')?.Value;
  const key = `${variant} ${MetricName}`;
  return key in metrics ? key : MetricName;
}
