import { Duration } from 'aws-cdk-lib';
import { AlarmDefinition, alarmTiming } from './alarm-definition';
import { EndpointAlarmsOptions } from './alarm-options';
import { capacityAlarms } from './capacity-alarms';
import { EndpointAlarmsProps } from './endpoint-alarms-props';
import { requestAlarms } from './request-alarms';
import { LONGEST_WAIT, SHORTEST_TIME_TO_FIRE, timeToFire } from './time-to-fire';

/** The alarms that an endpoint gets. */
export function alarmDefinitions({
  endpoint,
  minimal,
  overrides,
  _definitions,
}: EndpointAlarmsProps): AlarmDefinition[] {
  return (
    _definitions ??
    [...requestAlarms(endpoint), ...capacityAlarms(endpoint)].filter(
      ({ kind, rollback }) => (rollback || !minimal) && overrides?.[kind]?.enabled !== false,
    )
  );
}

/** What is to be known of the alarms that roll a deployment back, before they are made. */
export interface RollbackFacts {
  readonly count: number;
  /** After how long the slowest of them has certainly fired, at most the longest time that SageMaker waits. */
  readonly window: Duration;
}

/** Number and window of the alarms on which a deployment rolls back. */
export function rollbackFacts(definitions: AlarmDefinition[], { overrides }: EndpointAlarmsOptions): RollbackFacts {
  const rollback = definitions.filter((definition) => definition.rollback);
  const seconds = rollback.map((definition) => {
    const { evaluationPeriods, datapointsToAlarm } = alarmTiming(definition, overrides?.[definition.kind]);
    const { minutesWhileBaking = Infinity } = definition;
    return timeToFire({ evaluationPeriods: Math.min(evaluationPeriods, minutesWhileBaking), datapointsToAlarm });
  });
  const slowest = Math.max(SHORTEST_TIME_TO_FIRE, ...seconds);
  return { count: rollback.length, window: Duration.seconds(Math.min(slowest, LONGEST_WAIT)) };
}
