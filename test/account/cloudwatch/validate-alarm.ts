import type { MetricAlarmInput } from './inputs';
import { AwsError } from '../call';

/** One day in seconds. CloudWatch evaluates an alarm over at most one day, or seven days if the period is at least one hour. */
const DAY = 86_400;

/** Checks the requirements of PutMetricAlarm that are documented, but not in the constraints of its API model. */
export function validateAlarm(alarm: MetricAlarmInput): void {
  const reject = (message: string): never => {
    throw new AwsError('ValidationError', message);
  };
  const { MetricName, Metrics, Statistic, ExtendedStatistic, Period, DatapointsToAlarm } = alarm;
  if (Boolean(MetricName) === Boolean(Metrics))
    reject('Metric alarms must specify exactly one of MetricName and Metrics.');
  if (alarm.EvaluationPeriods === undefined) reject('The parameter EvaluationPeriods is required.');
  if (alarm.ComparisonOperator === undefined) reject('The parameter ComparisonOperator is required.');
  if (alarm.Threshold === undefined) reject('The parameter Threshold is required for a static threshold.');
  if (DatapointsToAlarm !== undefined && DatapointsToAlarm > alarm.EvaluationPeriods)
    reject('DatapointsToAlarm must be less than or equal to EvaluationPeriods.');
  if (!['breaching', 'notBreaching', 'ignore', 'missing'].includes(alarm.TreatMissingData ?? 'missing'))
    reject(`Option ${alarm.TreatMissingData} is not supported for TreatMissingData.`);
  if (MetricName) {
    if (Boolean(Statistic) === Boolean(ExtendedStatistic))
      reject('Exactly one of Statistic and ExtendedStatistic must be specified.');
    if (!alarm.Namespace) reject('The parameter Namespace is required.');
    validatePeriod(Period ?? reject('The parameter Period is required.'), reject);
  } else {
    validateMetrics(alarm, reject);
  }
  const period = Period ?? Metrics?.find(({ MetricStat }) => MetricStat)?.MetricStat?.Period ?? 60;
  const maxSeconds = period >= 3600 ? 7 * DAY : DAY;
  if (period * alarm.EvaluationPeriods > maxSeconds)
    reject(
      `Metrics cannot be checked across more than ${maxSeconds === DAY ? 'a day' : 'seven days'} (EvaluationPeriods * Period must be <= ${maxSeconds}).`,
    );
}

function validatePeriod(period: number, reject: (message: string) => never): void {
  if (![10, 20, 30].includes(period) && period % 60 !== 0) reject('Period must be 10, 20, 30 or a multiple of 60.');
}

function validateMetrics(alarm: MetricAlarmInput, reject: (message: string) => never): void {
  const metricMembers = (
    ['Namespace', 'Dimensions', 'Period', 'Unit', 'Statistic', 'ExtendedStatistic'] as const
  ).filter((name) => alarm[name] !== undefined);
  if (metricMembers.length > 0) reject(`${metricMembers.join(', ')} cannot be specified together with Metrics.`);
  const queries = alarm.Metrics ?? [];
  if (queries.filter(({ ReturnData = true }) => ReturnData).length !== 1)
    reject('Exactly one element of the metrics list should return data.');
  if (queries.filter(({ MetricStat }) => MetricStat).length > 10)
    reject('An alarm can be based on at most 10 metrics.');
  if (new Set(queries.map(({ Id }) => Id)).size < queries.length) reject('Ids must be unique.');
  for (const { Id, MetricStat, Expression } of queries) {
    if (!/^[a-z][A-Za-z0-9_]*$/.test(Id)) reject(`The id ${Id} must start with a lowercase letter.`);
    if (Boolean(MetricStat) === Boolean(Expression))
      reject(`${Id} must have exactly one of MetricStat and Expression.`);
    if (MetricStat) validatePeriod(MetricStat.Period, reject);
  }
}
