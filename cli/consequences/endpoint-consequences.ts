import { TemplateEndpoint } from '../assembly/endpoints';
import { componentConsequences, createdComponents } from './components';
import { Consequence, DeployedEndpoint, EndpointConsequences } from './consequence';
import { countConsequences } from './counts';
import { fleetChange, fleetConsequence, variantConsequences } from './fleet';
import { costConsequences, instanceConsequences } from './instances';
import { modelDataConsequences, openPrefixConsequences } from './model-data';
import { ResourceChange } from './resource-changes';
import { removalConsequences, rollbackConsequences } from './rollback';
import { scalingConsequences } from './scaling';
import { waitConsequences } from './waits';

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
        ? [...createdComponents(after), ...costConsequences(undefined, endpoint)]
        : waitConsequences(endpoint, deployment.template, 'A later update')),
      ...modelDataConsequences(undefined, after),
    ],
  };
}

/** Describes the update or the replacement of an endpoint. */
export function changedEndpoint(
  before: DeployedEndpoint,
  after: DeployedEndpoint,
  changes: Map<string, ResourceChange>,
): EndpointConsequences {
  const [{ endpoint: oldEndpoint }, { endpoint, deployment }] = [before, after];
  const { name, id, hasComponents } = endpoint;
  if (oldEndpoint.name !== name || changes.get(id)?.action === 'replaced') return replacedEndpoint(before, after);
  const changeOfFleet = fleetChange(before, after, changes);
  const { newFleet, reasons } = changeOfFleet;
  const scaling = scalingConsequences(oldEndpoint, endpoint, deployment.template);
  const components = hasComponents ? componentConsequences(before, after, changes) : [];
  const isAnyChanged = newFleet !== 'no' || scaling.length > 0 || components.length > 0;
  return {
    change: { endpoint: name, change: changes.has(id) ? 'updated' : 'unchanged', newFleet, reasons },
    consequences: [
      fleetConsequence(changeOfFleet, endpoint, changes),
      ...scaling,
      ...components,
      ...(newFleet !== 'no' || hasComponents ? countConsequences(oldEndpoint, endpoint, deployment.template) : []),
      ...(newFleet === 'no' ? [] : variantConsequences(oldEndpoint, endpoint)),
      ...(isAnyChanged
        ? instanceConsequences(oldEndpoint, endpoint, newFleet, newFleet === 'no' ? 'The fleet' : 'The update')
        : []),
      ...openPrefixConsequences(before, after),
      ...modelDataConsequences(before, after),
      ...(hasComponents
        ? [...costConsequences(oldEndpoint, endpoint), ...removalConsequences(before, after)]
        : newFleet === 'no'
          ? []
          : updateConsequences(before, after)),
    ],
  };
}

/** Describes an update that starts a new fleet. */
function updateConsequences(before: DeployedEndpoint, after: DeployedEndpoint): Consequence[] {
  const { endpoint, deployment } = after;
  const mayBeZero =
    endpoint.config.AsyncInferenceConfig && before.endpoint.variants.some(({ scaling }) => scaling?.minimum === 0);
  // The update keeps the instance count of a variant that scales, even if it is zero (API reference, RetainAllVariantProperties).
  const sentence =
    'If no instance runs when the update begins, the update starts none, and no rollback alarm has data: only the smoke test, or else the first request, shows whether the new version works.';
  return [
    ...waitConsequences(endpoint, deployment.template, 'The update'),
    ...(mayBeZero ? [{ about: 'waiting', sentence } as const] : []),
    ...rollbackConsequences(before, after),
  ];
}

function replacedEndpoint(before: DeployedEndpoint, after: DeployedEndpoint): EndpointConsequences {
  const [from, to] = [before.endpoint.name, after.endpoint.name];
  const reasons = [`endpointName changes from ${from} to ${to}`];
  return {
    change: { endpoint: to, change: 'replaced', newFleet: 'yes', reasons },
    consequences: [
      {
        about: 'endpoint',
        sentence: `Endpoint ${from} is replaced by a new endpoint named ${to}. Callers must send their requests to ${to}: ${from} is deleted as soon as the deployment has succeeded, with its resource policy if it has one.`,
        facts: { before: from, after: to },
      },
      {
        about: 'fleet',
        sentence:
          'The new endpoint starts its own fleet; no traffic is shifted, and no rollback alarm monitors the deployment.',
        facts: { newFleet: 'yes' },
      },
      ...instanceConsequences(before.endpoint, after.endpoint, 'yes', 'The deployment'),
      ...createdComponents(after),
      ...modelDataConsequences(before, after),
      {
        about: 'rollback',
        sentence: `If the deployment fails, CloudFormation deletes ${to}, and ${from} remains unchanged.`,
      },
    ],
  };
}

/** Describes the deletion of an endpoint that is no longer in the app. */
export function deletedEndpoint({ name }: TemplateEndpoint): EndpointConsequences {
  const sentence = `Endpoint ${name} is deleted after the rest of the deployment has succeeded: requests to it fail from then on.`;
  return {
    change: { endpoint: name, change: 'deleted', newFleet: 'no', reasons: [] },
    consequences: [{ about: 'endpoint', sentence }],
  };
}
