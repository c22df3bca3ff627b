import { TemplateEndpoint } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { scaledToZeroConsequences } from './asynchronous';
import { componentChanges } from './component-changes';
import { componentConsequences, createdComponents } from './component-consequences';
import { Consequence, DeployedEndpoint } from './consequence';
import { countConsequences, countLimitConsequences } from './counts';
import { fleetChange, FleetChange, NewFleet, variantChanges } from './fleet';
import { costConsequences } from './fleet-cost';
import { instanceConsequences } from './instances';
import { modelDataConsequences, openPrefixConsequences } from './model-data';
import { packageConsequences } from './python-packages';
import { requestConsequences, responseConsequences } from './requests';
import { changesOnlyTags, ResourceChange } from './resource-changes';
import { retentionConsequences, rollbackConsequences } from './rollback';
import { rollbackAlarmsOf } from './rollback-alarms';
import { scalingConsequences } from './scaling';
import { serverMetricsConsequences } from './server-metrics';
import { describeWaits, strategyOf } from './update-strategy';

/** The effect of a deployment on an endpoint. */
export interface EndpointChange {
  readonly endpoint: string;
  /** The operation of CloudFormation on the endpoint resource. */
  readonly change: 'created' | 'updated' | 'replaced' | 'deleted' | 'unchanged';
  /** Whether the deployment starts a new fleet: a new set of instances for the endpoint. */
  readonly newFleet: NewFleet;
  /** The reasons for the new fleet, as phrases. */
  readonly reasons: string[];
}

/** The effect of a deployment on an endpoint, as data and as sentences. */
interface EndpointConsequences {
  readonly change: EndpointChange;
  readonly consequences: Consequence[];
}

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

/** Describes the update of an endpoint with inference components, or of its components, which does not update the endpoint. */
function changedComponentEndpoint(
  before: DeployedEndpoint,
  after: DeployedEndpoint,
  changes: Map<string, ResourceChange>,
  changeOfFleet: FleetChange,
): EndpointConsequences {
  const { endpoint, deployment } = after;
  const { newFleet, reasons } = changeOfFleet;
  const changeOfComponents = componentChanges(before, after, changes);
  const { unchanged } = changeOfComponents;
  const isEndpointUpdated = newFleet !== 'no';
  const isAnyChanged = isEndpointUpdated || unchanged.length < endpoint.variants.length;
  const isAnyUpdated = changeOfComponents.updated.some(({ replacesCopies }) => replacesCopies);
  return {
    change: { endpoint: endpoint.name, change: changes.has(endpoint.id) ? 'updated' : 'unchanged', newFleet, reasons },
    consequences: [
      isEndpointUpdated ? endpointUpdate(changeOfFleet) : fleetConsequence(changeOfFleet, endpoint, changes),
      ...(isEndpointUpdated ? variantConsequences(before.endpoint, endpoint) : []),
      ...componentConsequences(changeOfComponents, endpoint, deployment.template, isEndpointUpdated),
      ...requestConsequences(before, after),
      ...responseConsequences(before, after),
      ...scalingConsequences(before.endpoint, endpoint, deployment.template),
      ...(isAnyChanged ? instanceConsequences(before.endpoint, endpoint, newFleet, 'The fleet') : []),
      ...costConsequences(before.endpoint, endpoint),
      ...modelDataConsequences(before, after),
      ...packageConsequences(before, after),
      ...serverMetricsConsequences(before, after),
      ...(isAnyUpdated ? retentionConsequences(before, after) : []),
    ],
  };
}

/** Describes an update of the endpoint itself, such as a different instance type. */
function endpointUpdate({ newFleet, reasons }: FleetChange): Consequence {
  const sentence = `The endpoint is updated: ${reasons.join('; ')}. According to the SageMaker developer guide, an update of an endpoint with inference components is a blue/green or rolling deployment. Which of them applies, and what happens to the running copies, is not documented: try the update on a second endpoint first.`;
  return { about: 'fleet', sentence, facts: { newFleet, reasons } };
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
    ...countLimitConsequences(before, after),
    ...rollbackConsequences(before, after, rollbackAlarmsOf(endpoint, template), changes),
  ];
}

function fleetConsequence(
  { newFleet, reasons }: FleetChange,
  endpoint: TemplateEndpoint,
  changes: Map<string, ResourceChange>,
): Consequence {
  const facts = { newFleet, reasons };
  const reasonText = reasons.join('; ');
  if (changes.size === 0) return { about: 'fleet', sentence: 'Nothing changes: no new fleet.', facts };
  if ([...changes.values()].every(changesOnlyTags))
    return { about: 'fleet', sentence: 'Only tags change: no new fleet.', facts };
  if (newFleet === 'no') return { about: 'fleet', sentence: 'No new fleet: the running instances are kept.', facts };
  if (newFleet === 'possible') {
    const sentence = `Expect a new fleet: ${reasonText}. CloudFormation calls UpdateEndpoint with the endpoint configuration that is already deployed, and the SageMaker documentation describes no case in which this call starts no new fleet.`;
    return { about: 'fleet', sentence, facts };
  }
  const start =
    strategyOf(endpoint).kind === 'rolling'
      ? 'A new fleet replaces the old fleet, batch by batch'
      : 'A new fleet starts next to the old fleet';
  return { about: 'fleet', sentence: `${start}: ${reasonText}.`, facts };
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

function variantConsequences(before: TemplateEndpoint, after: TemplateEndpoint): Consequence[] {
  const { reasons, names } = variantChanges(before, after);
  if (names.length === 0) return [];
  const sentence = `SageMaker may reject the update: ${reasons.join('; ')}, and the SageMaker developer guide requires the same variant names before and after a blue/green or rolling deployment.`;
  return [{ about: 'variants', sentence, facts: { variants: names } }];
}

/** @param subject the subject of the sentence, such as `The update` */
function waitConsequences(endpoint: TemplateEndpoint, template: Template, subject: string): Consequence[] {
  const strategy = strategyOf(endpoint);
  const rollbackAlarms = rollbackAlarmsOf(endpoint, template);
  const sentence = describeWaits(subject, strategy, rollbackAlarms);
  return [
    { about: 'waiting', sentence, facts: { strategy: strategy.kind, seconds: strategy.seconds, rollbackAlarms } },
  ];
}
