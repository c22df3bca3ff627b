import { Duration } from 'aws-cdk-lib';
import { AlarmDefinition } from './alarm-definition';
import { EndpointAlarmsOptions } from './alarm-options';
import { capacityAlarms } from './capacity-alarms';
import { EndpointAlarmsProps } from './endpoint-alarms-props';
import { requestAlarms } from './request-alarms';

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
  /** The longest time that one of them needs to fire. */
  readonly window: Duration;
}

/** Number and window of the alarms on which a deployment rolls back. */
export function rollbackFacts(definitions: AlarmDefinition[], { overrides }: EndpointAlarmsOptions): RollbackFacts {
  const rollback = definitions.filter((definition) => definition.rollback);
  const minutes = rollback.map(({ kind, minutes: usual, minutesWhileBaking = Infinity }) =>
    Math.min(overrides?.[kind]?.evaluationPeriods ?? usual, minutesWhileBaking),
  );
  return { count: rollback.length, window: Duration.minutes(Math.max(1, ...minutes)) };
}
