import type { MetricAlarmInput } from './inputs';
import { AwsError } from '../call';

/** CloudWatch evaluates an alarm over at most a day, or over seven days if its period is at least an hour. */
const DAY = 86_400;

/** What the documentation of PutMetricAlarm requires beyond its API model. */
export function validateAlarm(alarm: MetricAlarmInput): void {
  const refuse = (message: string): never => {
    throw new AwsError('ValidationError', message);
  };
  const { MetricName, Metrics, Statistic, ExtendedStatistic, Period, DatapointsToAlarm } = alarm;
  if (Boolean(MetricName) === Boolean(Metrics))
    refuse('Metric alarms must specify exactly one of MetricName and Metrics.');
  if (alarm.EvaluationPeriods === undefined) refuse('The parameter EvaluationPeriods is required.');
  if (alarm.ComparisonOperator === undefined) refuse('The parameter ComparisonOperator is required.');
  if (alarm.Threshold === undefined) refuse('The parameter Threshold is required for a static threshold.');
  if (DatapointsToAlarm !== undefined && DatapointsToAlarm > alarm.EvaluationPeriods)
    refuse('DatapointsToAlarm must be less than or equal to EvaluationPeriods.');
  if (!['breaching', 'notBreaching', 'ignore', 'missing'].includes(alarm.TreatMissingData ?? 'missing'))
    refuse(`Option ${alarm.TreatMissingData} is not supported for TreatMissingData.`);
  if (MetricName) {
    if (Boolean(Statistic) === Boolean(ExtendedStatistic))
      refuse('Exactly one of Statistic and ExtendedStatistic must be specified.');
    if (!alarm.Namespace) refuse('The parameter Namespace is required.');
    validatePeriod(Period ?? refuse('The parameter Period is required.'), refuse);
  } else {
    validateMetrics(alarm, refuse);
  }
  const period = Period ?? Metrics?.find(({ MetricStat }) => MetricStat)?.MetricStat?.Period ?? 60;
  const longest = period >= 3600 ? 7 * DAY : DAY;
  if (period * alarm.EvaluationPeriods > longest)
    refuse(
      `Metrics cannot be checked across more than ${longest === DAY ? 'a day' : 'seven days'} (EvaluationPeriods * Period must be <= ${longest}).`,
    );
}

function validatePeriod(period: number, refuse: (message: string) => never): void {
  if (![10, 20, 30].includes(period) && period % 60 !== 0) refuse('Period must be 10, 20, 30 or a multiple of 60.');
}

function validateMetrics(alarm: MetricAlarmInput, refuse: (message: string) => never): void {
  const single = (['Namespace', 'Dimensions', 'Period', 'Unit', 'Statistic', 'ExtendedStatistic'] as const).filter(
    (name) => alarm[name] !== undefined,
  );
  if (single.length > 0) refuse(`${single.join(', ')} cannot be specified together with Metrics.`);
  const queries = alarm.Metrics ?? [];
  if (queries.filter(({ ReturnData = true }) => ReturnData).length !== 1)
    refuse('Exactly one element of the metrics list should return data.');
  if (queries.filter(({ MetricStat }) => MetricStat).length > 10)
    refuse('An alarm can be based on at most 10 metrics.');
  if (new Set(queries.map(({ Id }) => Id)).size < queries.length) refuse('Ids must be unique.');
  for (const { Id, MetricStat, Expression } of queries) {
    if (!/^[a-z][A-Za-z0-9_]*$/.test(Id)) refuse(`The id ${Id} must start with a lowercase letter.`);
    if (Boolean(MetricStat) === Boolean(Expression))
      refuse(`${Id} must have exactly one of MetricStat and Expression.`);
    if (MetricStat) validatePeriod(MetricStat.Period, refuse);
  }
}
