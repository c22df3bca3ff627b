import { Duration, Token } from 'aws-cdk-lib';
import { CfnAlarm, IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { RollbackFacts } from '../../monitoring/alarm-definitions';
import { LONGEST_WAIT, timeToFire } from '../../monitoring/time-to-fire';
import { UpdateProps } from './options';

/** How many seconds an update has to wait, so that an alarm fires before the old fleet is gone. */
export interface AlarmWait {
  /** For the endpoint's own alarms. */
  readonly own: number;
  /** For those that users add as well. */
  readonly all: number;
}

/** Without alarms nothing is waited for. */
export function alarmWait(
  { count, window }: RollbackFacts,
  { autoRollback = true, rollbackAlarms = [] }: Pick<UpdateProps, 'autoRollback' | 'rollbackAlarms'>,
): AlarmWait {
  if (!autoRollback || count + rollbackAlarms.length === 0) return { own: 0, all: 0 };
  const own = window.toSeconds();
  return { own, all: Math.max(own, ...rollbackAlarms.map(secondsToFire)) };
}

/** What an update waits that says nothing of it. */
export function usualWait({ all }: AlarmWait): Duration {
  return Duration.seconds(Math.min(all, LONGEST_WAIT));
}

/** Zero for an alarm of which nothing is known: an imported one, or one with numbers that are only known at deploy time. */
export function secondsToFire({ node }: IAlarm): number {
  const alarm = node.defaultChild;
  if (!(alarm instanceof CfnAlarm) || alarm.evaluationPeriods === undefined) return 0;
  const { evaluationPeriods, datapointsToAlarm = evaluationPeriods } = alarm;
  const timing = { evaluationPeriods, datapointsToAlarm, periodSeconds: periodOf(alarm) };
  return Object.values(timing).some(Token.isUnresolved) ? 0 : timeToFire(timing);
}

/** The longest period of a math expression. */
function periodOf({ period, metrics }: CfnAlarm): number | undefined {
  if (!Array.isArray(metrics)) return period;
  const periods = (metrics as CfnAlarm.MetricDataQueryProperty[]).flatMap(({ period: own, metricStat }) => {
    const stat = metricStat as CfnAlarm.MetricStatProperty | undefined;
    return own ?? stat?.period ?? [];
  });
  return periods.length > 0 ? Math.max(...periods) : undefined;
}
