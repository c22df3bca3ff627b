import { Duration } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { EndpointAlarms } from '../monitoring';

/** SageMaker takes at most so many alarms to roll a deployment back on (API reference, AutoRollbackConfig). */
export const MAX_ROLLBACK_ALARMS = 10;

/** The alarms on which a deployment rolls back: of each variant the first before any variant's second. */
export function rollbackAlarmsOf(alarms: EndpointAlarms[]): Alarm[] {
  const lists = alarms.map(({ rollbackAlarms }) => rollbackAlarms);
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? []))
    .flat()
    .slice(0, MAX_ROLLBACK_ALARMS);
}

/** The longest time that one of them needs to fire. */
export function rollbackWindowOf(alarms: EndpointAlarms[]): Duration {
  return Duration.minutes(Math.max(...alarms.map(({ rollbackWindow }) => rollbackWindow.toMinutes())));
}
