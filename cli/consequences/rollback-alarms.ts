import { PROBE_METRICS } from '../../lib/facts/cloudwatch-metrics';
import { Template } from '../assembly/intrinsics';
import { TemplateEndpoint } from '../assembly/endpoints';
import { sendsToBothFleets, strategyOf } from './update-strategy';

/** The alarms that can roll back an update of the endpoint: the description of each alarm, or the name if there is no description. */
export function rollbackAlarmsOf(endpoint: TemplateEndpoint, template: Template): string[] {
  // While both the old and the new fleet respond, the probe publishes no metrics: a response does not show which fleet sent it.
  const isProbePaused = sendsToBothFleets(strategyOf(endpoint).kind);
  return alarmNamesOf(endpoint)
    .filter((name) => !(isProbePaused && isProbeAlarm(name, template)))
    .map((name) => describeAlarm(name, template));
}

/** The description of an alarm, or the name if there is no description. */
export function describeAlarm(name: string, template: Template): string {
  const description = template.Resources?.[name]?.Properties?.AlarmDescription;
  return typeof description === 'string' ? description.split(/\.(?:\s|$)/)[0] : name;
}

/** Whether an alarm of a probe can roll back updates of the endpoint. A probe regularly sends test requests. */
export function hasProbeAlarm(endpoint: TemplateEndpoint, template: Template): boolean {
  return alarmNamesOf(endpoint).some((name) => isProbeAlarm(name, template));
}

function alarmNamesOf({ properties }: TemplateEndpoint): string[] {
  const { AutoRollbackConfiguration: rollback } = (properties.DeploymentConfig ?? {}) as {
    readonly AutoRollbackConfiguration?: { readonly Alarms?: { readonly AlarmName: string }[] };
  };
  return (rollback?.Alarms ?? []).map(({ AlarmName: name }) => name);
}

function isProbeAlarm(name: string, { Resources = {} }: Template): boolean {
  return Resources[name]?.Properties?.Namespace === PROBE_METRICS.success.namespace;
}
