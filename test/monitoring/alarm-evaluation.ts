/**
 * The evaluation of alarms by CloudWatch, as described in "Using Amazon CloudWatch alarms" in the user guide: M of the last N datapoints
 * must breach, and missing datapoints are replaced. A series contains one value per minute, oldest first. Undefined values are missing.
 */
export type Series = (number | undefined)[];

export interface AlarmProperties {
  readonly Threshold: number;
  readonly ComparisonOperator: string;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly TreatMissingData: 'breaching' | 'notBreaching';
  readonly MetricName?: string;
  readonly Metrics?: { Id: string; Expression?: string; MetricStat?: { Metric: { MetricName: string } } }[];
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

/** The functions of CloudWatch metric math that the alarms use. */
const FUNCTIONS = {
  IF: (condition: boolean, then: number, otherwise: number) => (condition ? then : otherwise),
  FLOOR: Math.floor,
  MAX: (values: number[]) => Math.max(...values),
  FILL: (value: number | undefined, otherwise: number) => value ?? otherwise,
};

/**
 * Returns the values of an alarm's metric or expression. In a minute without a value of a metric, an expression has no value, unless the
 * expression replaces the missing value with FILL.
 */
export function evaluatedSeries(alarm: AlarmProperties, metrics: Record<string, Series>): Series {
  if (alarm.MetricName) return metrics[alarm.MetricName];
  const inputs = (alarm.Metrics ?? []).flatMap(({ Id, MetricStat }) =>
    MetricStat ? [{ Id, series: metrics[MetricStat.Metric.MetricName] }] : [],
  );
  const expression = (alarm.Metrics ?? []).find(({ Expression }) => Expression)?.Expression ?? '';
  const evaluate = new Function(...Object.keys(FUNCTIONS), ...inputs.map(({ Id }) => Id), `return ${expression}`);
  const minutes = Math.max(...inputs.map(({ series }) => series.length));
  return Array.from({ length: minutes }, (_, minute) => {
    const values = inputs.map(({ series }) => series[minute]);
    const isFilled = ({ Id }: { Id: string }): boolean => expression.includes(`FILL(${Id},`);
    if (inputs.some((input, index) => values[index] === undefined && !isFilled(input))) return undefined;
    const result: number = evaluate(...Object.values(FUNCTIONS), ...values);
    return Number.isFinite(result) ? result : undefined;
  });
}
