import { Duration } from 'aws-cdk-lib';
import { AlarmDefinition } from './alarm-definition';
import { EndpointAlarmsOptions, MonitoringMode } from './alarm-options';
import { capacityAlarms } from './capacity-alarms';
import { MonitoredEndpoint } from './monitored-endpoint';
import { requestAlarms } from './request-alarms';

/** The alarms that an endpoint gets. */
export function alarmDefinitions(endpoint: MonitoredEndpoint, options: EndpointAlarmsOptions): AlarmDefinition[] {
  const minimal = options.mode === MonitoringMode.MINIMAL;
  return [...requestAlarms(endpoint), ...capacityAlarms(endpoint)].filter(
    ({ kind, rollback }) => (rollback || !minimal) && options.overrides?.[kind]?.enabled !== false,
  );
}

/** What is to be known of the alarms that roll a deployment back, before they are made. */
export interface RollbackFacts {
  readonly count: number;
  /** The longest time that one of them needs to fire. */
  readonly window: Duration;
}

/** Number and window of the alarms on which a deployment rolls back. */
export function rollbackFacts(definitions: AlarmDefinition[], options: EndpointAlarmsOptions): RollbackFacts {
  const rollback = definitions.filter((definition) => definition.rollback);
  const minutes = rollback.map(({ kind, minutes: usual, minutesWhileBaking = Infinity }) =>
    Math.min(options.overrides?.[kind]?.evaluationPeriods ?? usual, minutesWhileBaking),
  );
  return { count: rollback.length, window: Duration.minutes(Math.max(1, ...minutes)) };
}
