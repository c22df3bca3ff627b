import { TemplateEndpoint } from '../assembly/endpoints';
import { scaledToZeroConsequences } from './asynchronous';
import { createdComponents } from './component-consequences';
import { changedComponentEndpoint } from './component-endpoint';
import { Consequence, DeployedEndpoint } from './consequence';
import { countConsequences } from './counts';
import { EndpointConsequences } from './endpoint-change';
import { fleetChange } from './fleet';
import { fleetConsequence, variantConsequences, waitConsequences } from './fleet-consequences';
import { costConsequences } from './fleet-cost';
import { instanceConsequences } from './instances';
import { modelDataConsequences, openPrefixConsequences } from './model-data';
import { packageConsequences } from './python-packages';
import { requestConsequences, responseConsequences } from './requests';
import { ResourceChange } from './resource-changes';
import { rollbackConsequences } from './rollback';
import { rollbackAlarmsOf } from './rollback-alarms';
import { scalingConsequences } from './scaling';
import { serverMetricsConsequences } from './server-metrics';

/** Describes the first deployment of an endpoint. */
export function createdEndpoint(after: DeployedEndpoint): EndpointConsequences {
  const { endpoint, deployment } = after;
  const { name } = endpoint;
  return {
    change: { endpoint: name, change: 'created', newFleet: 'yes', reasons: [] },
    consequences: [
      {
        about: 'endpoint',
        sentence: `Endpoint ${name} is created. If the creation fails, CloudFormation deletes the new resources; there is no old fleet to roll back to.`,
      },
      ...instanceConsequences(undefined, endpoint, 'yes', 'The deployment'),
      ...(endpoint.hasComponents
        ? [...createdComponents(endpoint, deployment.template), ...costConsequences(undefined, endpoint)]
        : waitConsequences(endpoint, deployment.template, 'A later update')),
      ...modelDataConsequences(undefined, after),
      ...packageConsequences(undefined, after),
      ...serverMetricsConsequences(undefined, after),
    ],
  };
}

/** Describes the update or the replacement of an endpoint. */
export function changedEndpoint(
  before: DeployedEndpoint,
  after: DeployedEndpoint,
  changes: Map<string, ResourceChange>,
): EndpointConsequences {
  const { endpoint: oldEndpoint } = before;
  const {
    endpoint,
    deployment: { template },
  } = after;
  const { name, id } = endpoint;
  if (oldEndpoint.name !== name || changes.get(id)?.action === 'replaced') return replacedEndpoint(before, after);
  const changeOfFleet = fleetChange(before, after, changes);
  if (endpoint.hasComponents || oldEndpoint.hasComponents)
    return changedComponentEndpoint(before, after, changes, changeOfFleet);
  const { newFleet, reasons } = changeOfFleet;
  const scaling = scalingConsequences(oldEndpoint, endpoint, template);
  const subject = newFleet === 'no' ? 'The fleet' : 'The update';
  const instances = instanceConsequences(oldEndpoint, endpoint, newFleet, subject);
  return {
    change: { endpoint: name, change: changes.has(id) ? 'updated' : 'unchanged', newFleet, reasons },
    consequences: [
      fleetConsequence(changeOfFleet, endpoint, changes),
      ...scaling,
      ...openPrefixConsequences(before, after),
      ...modelDataConsequences(before, after),
      ...packageConsequences(before, after),
      ...serverMetricsConsequences(before, after),
      ...(newFleet === 'no' && scaling.length === 0 ? [] : instances),
      ...(newFleet === 'no' ? [] : updateConsequences(before, after, changes)),
    ],
  };
}

/** Describes an update that starts a new fleet. */
function updateConsequences(
  before: DeployedEndpoint,
  after: DeployedEndpoint,
  changes: Map<string, ResourceChange>,
): Consequence[] {
  const { endpoint, deployment } = after;
  const { template } = deployment;
  return [
    ...variantConsequences(before.endpoint, endpoint),
    ...requestConsequences(before, after),
    ...responseConsequences(before, after),
    ...waitConsequences(endpoint, template, 'The update'),
    ...scaledToZeroConsequences(before.endpoint, endpoint, template),
    ...countConsequences(before.endpoint, endpoint, template),
    ...rollbackConsequences(before, after, rollbackAlarmsOf(endpoint, template), changes),
  ];
}

function replacedEndpoint(before: DeployedEndpoint, after: DeployedEndpoint): EndpointConsequences {
  const [from, to] = [before.endpoint.name, after.endpoint.name];
  return {
    change: {
      endpoint: to,
      change: 'replaced',
      newFleet: 'yes',
      reasons: [`endpointName changes from ${from} to ${to}`],
    },
    consequences: [
      {
        about: 'endpoint',
        sentence: `Endpoint ${from} is replaced by a new endpoint named ${to}. Callers must send their requests to ${to}: ${from} is deleted as soon as the deployment has succeeded.`,
        facts: { before: from, after: to },
      },
      {
        about: 'fleet',
        sentence:
          'The new endpoint starts its own fleet; no traffic is shifted, and no rollback alarm monitors the deployment.',
        facts: { newFleet: 'yes' },
      },
      ...instanceConsequences(before.endpoint, after.endpoint, 'yes', 'The deployment'),
      ...createdComponents(after.endpoint, after.deployment.template),
      ...modelDataConsequences(before, after),
      ...packageConsequences(before, after),
      ...serverMetricsConsequences(undefined, after),
      {
        about: 'rollback',
        sentence: `If the deployment fails, CloudFormation deletes ${to}, and ${from} remains unchanged.`,
      },
    ],
  };
}

/** Describes the deletion of an endpoint that is no longer in the app. */
export function deletedEndpoint({ name }: TemplateEndpoint): EndpointConsequences {
  return {
    change: { endpoint: name, change: 'deleted', newFleet: 'no', reasons: [] },
    consequences: [
      {
        about: 'endpoint',
        sentence: `Endpoint ${name} is deleted after the rest of the deployment has succeeded: requests to it fail from then on.`,
      },
    ],
  };
}
