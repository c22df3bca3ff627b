import type { MetricAlarmInput } from '../account/cloudwatch/inputs';
import { EXTRA_PERIODS, IS_BREACHING, nextState, StateValue } from '../account/cloudwatch/metric-alarm';
import { evaluate } from '../account/cloudwatch/metric-math';

/** One value per minute, oldest first. Undefined values are missing. */
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

/** Returns the state of an alarm after the last value of a series. */
export function stateOf(alarm: AlarmProperties, series: Series): StateValue {
  const range = [...series].reverse().slice(0, alarm.EvaluationPeriods + EXTRA_PERIODS);
  const breaches = range.map((value) =>
    value === undefined ? undefined : IS_BREACHING[alarm.ComparisonOperator](value, alarm.Threshold),
  );
  return nextState(alarm as unknown as MetricAlarmInput, 'OK', breaches);
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
