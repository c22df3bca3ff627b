import { Template } from '../local/intrinsics';
import { fromZeroConsequences } from './asynchronous';
import { broughtCounts } from './brought-counts';
import { Consequence } from './consequence';
import { countsAndWeights, countSentences } from './counts';
import { Endpoint } from './endpoint';
import { responseConsequences } from './expected-responses';
import { fleetChange, FleetChange, NewFleet, variantChanges } from './fleet';
import { instanceConsequences } from './instances';
import { modelDataConsequences, openPrefixConsequences } from './model-data';
import { Deployment } from './model-files';
import { requestConsequences } from './requests';
import { changesOnlyTags, ResourceChange } from './resource-changes';
import { rollbackConsequences } from './rollback';
import { rollbackAlarmsOf } from './rollback-alarms';
import { scalingConsequences } from './scaling';
import { waitingOf, waitingSentence } from './waiting';

/** What happens to an endpoint. */
export interface EndpointFate {
  readonly endpoint: string;
  /** What CloudFormation does with the endpoint's own resource. */
  readonly change: 'created' | 'updated' | 'replaced' | 'deleted' | 'unchanged';
  /** Whether instances are started for it. */
  readonly newFleet: NewFleet;
  /** Why, as phrases. */
  readonly reasons: string[];
}

/** What happens to an endpoint, with the sentences on it. */
export interface EndpointConsequences {
  readonly fate: EndpointFate;
  readonly consequences: Consequence[];
}

/** What the first deployment of an endpoint does. */
export function created(endpoint: Endpoint, deployment: Deployment): EndpointConsequences {
  const { name } = endpoint;
  return {
    fate: { endpoint: name, change: 'created', newFleet: 'yes', reasons: [] },
    consequences: [
      {
        about: 'endpoint',
        sentence: `Endpoint ${name} is created. If the creation fails, CloudFormation deletes the new resources; there is no old fleet to roll back to.`,
      },
      ...instanceConsequences(undefined, endpoint, 'yes', 'The deployment'),
      ...waitingConsequences(endpoint, deployment.template, 'A later update'),
      ...modelDataConsequences([undefined, undefined], [endpoint, deployment]),
    ],
  };
}

/** What a deployment does to an endpoint that there is. */
export function changed(
  before: [Endpoint, Deployment],
  after: [Endpoint, Deployment],
  changes: Map<string, ResourceChange>,
): EndpointConsequences {
  const [[old, deployed], [fresh, { template }]] = [before, after];
  if (old.name !== fresh.name || changes.get(fresh.id)?.fate === 'replaced') return replaced(before, after);
  const fleet = fleetChange(before, after, changes);
  const { newFleet, reasons } = fleet;
  const alarms = rollbackAlarmsOf(fresh, template);
  const models = [...openPrefixConsequences(before, after), ...modelDataConsequences(before, after)];
  const scaling = scalingConsequences(old, fresh, template);
  const quota = instanceConsequences(old, fresh, newFleet, newFleet === 'no' ? 'The fleet' : 'The update');
  return {
    fate: { endpoint: fresh.name, change: changes.has(fresh.id) ? 'updated' : 'unchanged', newFleet, reasons },
    consequences: [
      fleetConsequence(fleet, fresh, changes),
      ...scaling,
      ...models,
      ...(newFleet === 'no' ? quota.filter(() => scaling.length > 0) : quota),
      ...(newFleet === 'no'
        ? []
        : [
            ...variantConsequences(old, fresh),
            ...requestConsequences(old, fresh),
            ...responseConsequences(before, after),
            ...waitingConsequences(fresh, template, 'The update'),
            ...fromZeroConsequences(old, fresh, template),
            ...countConsequences(old, fresh, template),
            ...broughtCounts([old, deployed.template], [fresh, template]),
            ...rollbackConsequences(before, after, alarms, changes),
          ]),
    ],
  };
}

function fleetConsequence(
  { newFleet, reasons }: FleetChange,
  endpoint: Endpoint,
  changes: Map<string, ResourceChange>,
): Consequence {
  const facts = { newFleet, reasons };
  const because = reasons.join('; ');
  if (changes.size === 0) return { about: 'fleet', sentence: 'Nothing changes: no new fleet.', facts };
  if ([...changes.values()].every(changesOnlyTags))
    return { about: 'fleet', sentence: 'Only tags change: no new fleet.', facts };
  if (newFleet === 'no') return { about: 'fleet', sentence: 'No new fleet: the running instances are kept.', facts };
  if (newFleet === 'possible') {
    const sentence = `Expect a new fleet: ${because}. CloudFormation calls UpdateEndpoint with the endpoint configuration that is already deployed, and the SageMaker documentation describes no case in which this call starts no new fleet.`;
    return { about: 'fleet', sentence, facts };
  }
  const start =
    waitingOf(endpoint).strategy === 'rolling'
      ? 'A new fleet replaces the old fleet, batch by batch'
      : 'A new fleet starts next to the old fleet';
  return { about: 'fleet', sentence: `${start}: ${because}.`, facts };
}

function replaced([before, old]: [Endpoint, Deployment], [after, fresh]: [Endpoint, Deployment]): EndpointConsequences {
  const [from, to] = [before.name, after.name];
  return {
    fate: {
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
      ...instanceConsequences(before, after, 'yes', 'The deployment'),
      ...modelDataConsequences([before, old], [after, fresh]),
      {
        about: 'rollback',
        sentence: `If the deployment fails, CloudFormation deletes ${to}, and ${from} remains unchanged.`,
      },
    ],
  };
}

/** What happens to an endpoint that the app no longer has. */
export function deleted({ name }: Endpoint): EndpointConsequences {
  return {
    fate: { endpoint: name, change: 'deleted', newFleet: 'no', reasons: [] },
    consequences: [
      {
        about: 'endpoint',
        sentence: `Endpoint ${name} is deleted after the rest of the deployment has succeeded: requests to it fail from then on.`,
      },
    ],
  };
}

function variantConsequences(before: Endpoint, after: Endpoint): Consequence[] {
  const { reasons, names } = variantChanges(before, after);
  if (names.length === 0) return [];
  const sentence = `SageMaker may reject the update: ${reasons.join('; ')}, and the SageMaker developer guide requires the same variant names before and after a blue/green or rolling deployment.`;
  return [{ about: 'variants', sentence, facts: { variants: names } }];
}

function waitingConsequences(endpoint: Endpoint, template: Template, update: string): Consequence[] {
  const waiting = waitingOf(endpoint);
  const alarms = rollbackAlarmsOf(endpoint, template);
  const { strategy, seconds } = waiting;
  const sentence = waitingSentence(update, waiting, alarms);
  return [{ about: 'waiting', sentence, facts: { strategy, seconds, rollbackAlarms: alarms } }];
}

function countConsequences(before: Endpoint, after: Endpoint, template: Template): Consequence[] {
  const values = countsAndWeights(before, after, template);
  return countSentences(values).map((sentence, index) => ({
    about: 'countsAndWeights',
    sentence,
    ...(index === 0 && { facts: { values } }),
  }));
}
