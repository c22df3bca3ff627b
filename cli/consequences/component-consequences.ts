import { TemplateEndpoint } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { formatCount, joinWords } from '../output/words';
import { ChangedComponent, ComponentChanges, componentsOf, ComponentVariant } from './component-changes';
import { roomConsequence } from './component-room';
import { roomForUpdates, updateOfComponent, waitConsequences } from './component-updates';
import { Consequence } from './consequence';

/** Describes the effects of a deployment on the inference components of an endpoint. */
export function componentConsequences(
  { added, removed, renamed, updated, unchanged, impossible }: ComponentChanges,
  endpoint: TemplateEndpoint,
  template: Template,
  isEndpointUpdated: boolean,
): Consequence[] {
  const isChanged = added.length + removed.length + updated.length > 0 || renamed !== undefined;
  return [
    ...impossible.map(impossibleChange),
    ...(renamed ? renamedConsequences(renamed, endpoint) : []),
    ...updated.flatMap((each) => updateOfComponent(each, template)),
    ...roomForUpdates(updated, endpoint),
    ...added.flatMap((each) => [createdComponent(each), ...waitConsequences(laterUpdate(each), each, template)]),
    ...(added.length > 0
      ? roomConsequence(`With component ${joinWords(added.map(({ name }) => name))}`, componentsOf(endpoint), endpoint)
      : []),
    ...removed.map(removedComponent),
    ...(isChanged && !isEndpointUpdated ? unchangedComponents(unchanged) : []),
  ];
}

/** Describes the components of an endpoint that is created. */
export function createdComponents(endpoint: TemplateEndpoint, template: Template): Consequence[] {
  return componentsOf(endpoint).flatMap((each) => [
    createdComponent(each),
    ...waitConsequences(laterUpdate(each), each, template),
  ]);
}

function laterUpdate({ name }: ComponentVariant): string {
  return `A later update of component ${name}`;
}

function createdComponent({ name, count, scaling, component }: ComponentVariant): Consequence {
  const { inferenceComponentName, reservation } = component;
  const { gpus, cpuCores, memoryMib } = reservation;
  const reserved = joinWords([
    ...(gpus > 0 ? [formatCount(gpus, 'GPU')] : []),
    ...(cpuCores > 0 ? [formatCount(cpuCores, 'vCPU')] : []),
    `${memoryMib} MiB of memory`,
  ]);
  const copies = count === undefined ? 'copies' : formatCount(count, 'copy');
  const { minimum, maximum } = scaling ?? {};
  const range = minimum === undefined || maximum === undefined ? '' : `, later ${minimum} to ${maximum},`;
  const toZero =
    minimum === 0
      ? ' When the component has scaled in to 0 copies, requests fail until the first copy has started.'
      : '';
  return {
    about: 'components',
    sentence: `Component ${name} is created with ${copies}${range} that each reserve ${reserved}. Requests name it as InferenceComponentName ${inferenceComponentName}.${toZero}`,
    facts: { component: name, inferenceComponentName, change: 'created', copies: count, reservation },
  };
}

function removedComponent({ name, component: { inferenceComponentName } }: ComponentVariant): Consequence {
  return {
    about: 'components',
    sentence: `Component ${name} is deleted after the rest of the deployment has succeeded: requests to ${inferenceComponentName} fail from then on.`,
    facts: { component: name, inferenceComponentName, change: 'deleted' },
  };
}

/** CloudFormation creates the new component before it deletes the old one, so the copies of both run at the same time. */
function renamedConsequences({ before, after }: ChangedComponent, endpoint: TemplateEndpoint): Consequence[] {
  const [from, to] = [before, after].map(({ component }) => component.inferenceComponentName);
  return [
    {
      about: 'components',
      sentence: `Component ${before.name} is renamed to ${after.name}, which SageMaker does not support for a running component: a new component is created, and the old one is deleted after the rest of the deployment has succeeded. Callers must change InferenceComponentName from ${from} to ${to}: requests to ${from} fail from then on. No alarm rolls this back.`,
      facts: { component: after.name, change: 'renamed', before: from, after: to },
    },
    ...roomConsequence(`Until ${from} is deleted`, componentsOf(endpoint), endpoint, [
      { of: before, copies: (copies) => copies },
    ]),
  ];
}

function unchangedComponents(unchanged: ComponentVariant[]): Consequence[] {
  if (unchanged.length === 0) return [];
  const names = unchanged.map(({ name }) => name);
  const sentence =
    names.length === 1
      ? `Component ${names[0]} is not changed: its copies keep running.`
      : `Components ${joinWords(names)} are not changed: their copies keep running.`;
  return [{ about: 'components', sentence, facts: { unchanged: names } }];
}

function impossibleChange({ name, component: { id } }: ComponentVariant): Consequence {
  return {
    about: 'failure',
    sentence: `SageMaker cannot change the name, the endpoint or the variant of a running inference component, and CloudFormation would update ${id} (component ${name}) instead of replacing it: use a new logical ID for the resource.`,
    facts: { resource: id, component: name },
  };
}
