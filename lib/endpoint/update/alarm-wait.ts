import { Duration } from 'aws-cdk-lib';
import { CfnAlarm, IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { RollbackFacts } from '../../monitoring/endpoint-alarms';
import { MAX_WAIT_SECONDS, secondsToAlarm } from '../../monitoring/time-to-fire';
import { UpdateOptions } from './options';
import { isUnresolved } from '../../findings/is-unresolved';

/** Seconds for which an update must wait so that an alarm can fire before the old fleet (the instances before the update) is deleted. */
export interface AlarmWait {
  /** Wait for the rollback alarms that the library creates. */
  readonly libraryAlarmSeconds: number;
  /** Wait for all alarms, including those that users add. */
  readonly allAlarmSeconds: number;
}

/** The wait for the rollback alarms. Zero without alarms. */
export function alarmWait(
  { count, timeToFire }: RollbackFacts,
  { autoRollback = true, rollbackAlarms = [] }: Pick<UpdateOptions, 'autoRollback' | 'rollbackAlarms'>,
): AlarmWait {
  if (!autoRollback || count + rollbackAlarms.length === 0) return { libraryAlarmSeconds: 0, allAlarmSeconds: 0 };
  const librarySeconds = timeToFire.toSeconds();
  return {
    libraryAlarmSeconds: librarySeconds,
    allAlarmSeconds: Math.max(librarySeconds, ...rollbackAlarms.map(secondsToFire)),
  };
}

/** The default of `bakeTime` and `waitInterval`. */
export function defaultWait({ allAlarmSeconds }: AlarmWait): Duration {
  return Duration.seconds(Math.min(allAlarmSeconds, MAX_WAIT_SECONDS));
}

/**
 * Seconds that an alarm requires to fire. Zero if they are not known: for an imported alarm, or if numbers are known only at deployment.
 */
export function secondsToFire({ node }: IAlarm): number {
  const alarm = node.defaultChild;
  if (!(alarm instanceof CfnAlarm) || alarm.evaluationPeriods === undefined) return 0;
  const { evaluationPeriods, datapointsToAlarm = evaluationPeriods } = alarm;
  const timing = { evaluationPeriods, datapointsToAlarm, periodSeconds: periodOf(alarm) };
  return Object.values(timing).some(isUnresolved) ? 0 : secondsToAlarm(timing);
}

/** The period of an alarm in seconds. For a math expression, the longest period of its metrics. */
function periodOf({ period, metrics }: CfnAlarm): number | undefined {
  if (!Array.isArray(metrics)) return period;
  const periods = (metrics as CfnAlarm.MetricDataQueryProperty[]).flatMap(({ period: queryPeriod, metricStat }) => {
    const stat = metricStat as CfnAlarm.MetricStatProperty | undefined;
    return queryPeriod ?? stat?.period ?? [];
  });
  return periods.length > 0 ? Math.max(...periods) : undefined;
}
