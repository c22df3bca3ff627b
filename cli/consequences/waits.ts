import { PROBE_METRICS } from '../../lib/facts/cloudwatch-metrics';
import { TemplateEndpoint } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { RollbackConfig } from '../assembly/variants';
import { formatDuration } from '../output/words';
import { Consequence } from './consequence';
import { Strategy, strategyOf } from './update-strategy';

/**
 * Describes the waiting time of an update, and the alarms that roll it back.
 *
 * @param subject the subject of the sentence, such as `The update`
 */
export function waitConsequences(endpoint: TemplateEndpoint, template: Template, subject: string): Consequence[] {
  const strategy = strategyOf(endpoint);
  return [waitConsequence(subject, strategy, rollbackAlarmsOf(endpoint, template))];
}

/**
 * Describes how long an update waits, and which alarms can roll it back.
 *
 * @param component the name of the component, if copies start instead of instances
 */
export function waitConsequence(
  subject: string,
  { kind: strategy, seconds, description }: Strategy,
  rollbackAlarms: string[],
  component?: string,
): Consequence {
  const time = seconds === undefined ? 'for a time that is only known during the deployment' : formatDuration(seconds);
  const waits = seconds === 0 ? 'does not wait' : `waits ${time}`;
  const rollback =
    rollbackAlarms.length > 0
      ? `SageMaker rolls it back if one of these alarms fires during this time: ${rollbackAlarms.map((alarm) => `"${alarm}"`).join(', ')}.`
      : 'No alarm rolls it back.';
  return {
    about: 'waiting',
    sentence: `${subject} ${waits}, in addition to the start of ${component === undefined ? 'instances' : 'copies'}: ${description}. ${rollback}`,
    facts: { ...(component !== undefined && { component }), strategy, seconds, rollbackAlarms },
  };
}

/** The alarms that can roll back an update of the endpoint: the description of each alarm, or the name if there is no description. */
export function rollbackAlarmsOf(endpoint: TemplateEndpoint, template: Template): string[] {
  // While both the old and the new fleet respond, the probe publishes no metrics: a response does not show which fleet sent it.
  const isProbePaused = ['canary', 'linear', 'rolling'].includes(strategyOf(endpoint).kind);
  const isProbeAlarm = (name: string): boolean =>
    template.Resources?.[name]?.Properties?.Namespace === PROBE_METRICS.success.namespace;
  return alarmNamesOf(endpoint.properties.DeploymentConfig)
    .filter((name) => !(isProbePaused && isProbeAlarm(name)))
    .map((name) => describeAlarm(name, template));
}

/** The names of the alarms of a deployment configuration. */
export function alarmNamesOf(config: unknown): string[] {
  const { AutoRollbackConfiguration: rollback } = (config ?? {}) as RollbackConfig;
  return (rollback?.Alarms ?? []).map(({ AlarmName: name }) => name);
}

/** The description of an alarm, or the name if there is no description. */
export function describeAlarm(name: string, template: Template): string {
  const description = template.Resources?.[name]?.Properties?.AlarmDescription;
  return typeof description === 'string' ? description.split(/\.(?:\s|$)/)[0] : name;
}
