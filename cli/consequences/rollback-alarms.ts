import { Template } from '../local/intrinsics';
import { Endpoint } from './endpoint';
import { sendsToBothFleets, waitingOf } from './waiting';

/** The namespace of what the probe publishes. */
const PROBE_NAMESPACE = 'TritonOnSageMaker';

/** What the alarms say of themselves, or their names, that can roll back an update of the endpoint. */
export function rollbackAlarmsOf(endpoint: Endpoint, template: Template): string[] {
  // A response does not identify its fleet: while both fleets respond, the probe publishes nothing.
  const isSilent = sendsToBothFleets(waitingOf(endpoint).strategy);
  return namesOf(endpoint)
    .filter((name) => !(isSilent && isOfProbe(name, template)))
    .map((name) => {
      const description = template.Resources?.[name]?.Properties?.AlarmDescription;
      return typeof description === 'string' ? description.split(/\.(?:\s|$)/)[0] : name;
    });
}

/** Whether a probe tests the endpoint while it is updated. */
export function isProbed(endpoint: Endpoint, template: Template): boolean {
  return namesOf(endpoint).some((name) => isOfProbe(name, template));
}

function namesOf({ properties }: Endpoint): string[] {
  const { AutoRollbackConfiguration: rollback } = (properties.DeploymentConfig ?? {}) as {
    readonly AutoRollbackConfiguration?: { readonly Alarms?: { readonly AlarmName: string }[] };
  };
  return (rollback?.Alarms ?? []).map(({ AlarmName: name }) => name);
}

function isOfProbe(name: string, { Resources = {} }: Template): boolean {
  return Resources[name]?.Properties?.Namespace === PROBE_NAMESPACE;
}
