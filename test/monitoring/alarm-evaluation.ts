/**
 * How CloudWatch judges an alarm, as "Using Amazon CloudWatch alarms" in its user guide says: the number of the last periods that
 * breach (M of N), and what is put in place of missing ones. Series hold one value per minute, oldest first; undefined is missing.
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

/** CloudWatch looks back somewhat further than asked; the guide's tables do by two periods. */
const EXTRA_PERIODS = 2;

const COMPARE: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

/** The state after the last value of a series. */
export function judge(alarm: AlarmProperties, series: Series): 'ALARM' | 'OK' {
  const { EvaluationPeriods: n, DatapointsToAlarm: m = n } = alarm;
  const range = series.slice(-(n + EXTRA_PERIODS));
  // Real values count before replacements; replacements only fill up to N.
  const real = range.filter((value): value is number => value !== undefined).slice(-n);
  const missing = n - real.length;
  const breaching =
    real.filter((value) => COMPARE[alarm.ComparisonOperator](value, alarm.Threshold)).length +
    (alarm.TreatMissingData === 'breaching' ? missing : 0);
  return breaching >= m ? 'ALARM' : 'OK';
}

const FUNCTIONS = {
  IF: (condition: boolean, then: number, otherwise: number) => (condition ? then : otherwise),
  FLOOR: Math.floor,
  MAX: (values: number[]) => Math.max(...values),
  FILL: (value: number | undefined, otherwise: number) => value ?? otherwise,
};

/** The series that an alarm watches: a metric's, or that of its expression. A minute that lacks a metric has no result. */
export function watchedSeries(alarm: AlarmProperties, metrics: Record<string, Series>): Series {
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
