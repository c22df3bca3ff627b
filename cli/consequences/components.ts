import { isDeepStrictEqual } from 'util';
import { specificationsOf } from '../assembly/inference-components';
import { Template } from '../assembly/intrinsics';
import { ComponentVariant, componentsOf } from '../assembly/variants';
import { formatCount, joinWords } from '../output/words';
import { roomConsequences } from './component-room';
import { Consequence, DeployedEndpoint } from './consequence';
import { propertyDifferences } from './differences';
import { modelsReasons } from './model-reasons';
import { ResourceChange } from './resource-changes';
import { scaleToZeroEffect } from './scaling';
import { rollingStrategy } from './update-strategy';
import { alarmNamesOf, describeAlarm, waitConsequence } from './waits';

/** An inference component before and after a deployment that updates it. */
interface UpdatedComponent {
  readonly before: ComponentVariant;
  readonly after: ComponentVariant;
  /** Whether the model or the reservations change, so SageMaker replaces the copies. */
  readonly replacesCopies: boolean;
  /** The changes, as phrases. */
  readonly reasons: string[];
}

/** Describes the effects of a deployment on the inference components of an endpoint. Components are compared by their names in SageMaker. */
export function componentConsequences(
  before: DeployedEndpoint,
  after: DeployedEndpoint,
  changes: Map<string, ResourceChange>,
): Consequence[] {
  const { template } = after.deployment;
  const [oldComponents, newComponents] = [componentsOf(before.endpoint), componentsOf(after.endpoint)];
  const findIn = (list: ComponentVariant[], { component }: ComponentVariant): ComponentVariant | undefined =>
    list.find((other) => other.component.inferenceComponentName === component.inferenceComponentName);
  const updated = newComponents.flatMap((each): UpdatedComponent[] => {
    const [old, change] = [findIn(oldComponents, each), changes.get(each.component.id)];
    if (!old || !change || change.properties.every((name) => name === 'Tags')) return [];
    const reasons = [
      ...modelsReasons(old, each, { before: before.deployment, after: after.deployment }),
      ...specificationReasons(old, each),
    ];
    const replacesCopies = change.properties.some((name) => name.startsWith('Specification'));
    if (replacesCopies && reasons.length === 0) reasons.push('its model is a different resource');
    return [{ before: old, after: each, replacesCopies, reasons: [...new Set(reasons)] }];
  });
  const added = newComponents.filter((each) => !findIn(oldComponents, each));
  const removed = oldComponents.filter((each) => !findIn(newComponents, each));
  const replaced = updated.filter(({ replacesCopies }) => replacesCopies).map((each) => each.after);
  return [
    ...updated.flatMap((each) => updateOfComponent(each, template)),
    ...added.flatMap((each) => createdComponent(each, template)),
    ...removed.map(removedComponent),
    ...(added.length + replaced.length > 0 ? roomConsequences(after.endpoint, replaced, removed) : []),
  ];
}

/** Describes the components of an endpoint that is created. */
export function createdComponents({ endpoint, deployment }: DeployedEndpoint): Consequence[] {
  return componentsOf(endpoint).flatMap((each) => createdComponent(each, deployment.template));
}

function specificationReasons(before: ComponentVariant, after: ComponentVariant): string[] {
  const [oldValues, newValues] = [before, after].map(({ properties }) => specificationsOf(properties));
  return newValues.flatMap((values, index) =>
    propertyDifferences(oldValues[index] ?? {}, values, ['ModelName', 'Container']),
  );
}

/** Describes the update of an inference component. */
function updateOfComponent(
  { before, after, replacesCopies, reasons }: UpdatedComponent,
  template: Template,
): Consequence[] {
  const { name, component } = after;
  const facts = { component: name, change: 'updated', replacesCopies, reasons };
  if (!replacesCopies) {
    if (isDeepStrictEqual(before.component.deploymentConfig, component.deploymentConfig)) return [];
    const sentence = `The properties of component ${name} change, but not its model and reservations. AWS does not document whether SageMaker replaces its copies.`;
    return [{ about: 'components', sentence, facts }];
  }
  const how = component.deploymentConfig.RollingUpdatePolicy
    ? 'SageMaker replaces the copies in batches: it starts the new copies of a batch, and then stops as many old copies. Until the last batch, old and new copies respond to requests.'
    : 'The template contains no rolling update. AWS does not document how SageMaker then replaces the copies: expect that all new copies start in addition to all old copies.';
  const orAlarm = alarmNamesOf(component.deploymentConfig).length > 0 ? ', or one of its rollback alarms fires' : '';
  return [
    { about: 'components', sentence: `Component ${name} is updated: ${reasons.join('; ')}. ${how}`, facts },
    ...waitsOf(`The update of component ${name}`, after, template),
    {
      about: 'rollback',
      sentence: `If the new copies of component ${name} do not start${orAlarm}, SageMaker returns to its old copies. The component is then in service without the changes (notebooks of AWS), and AWS does not document whether CloudFormation notices.`,
    },
  ];
}

/** Describes the waiting time of an update of a component, and the alarms that roll it back. */
function waitsOf(
  subject: string,
  { name, count = NaN, scaling, component: { deploymentConfig } }: ComponentVariant,
  template: Template,
): Consequence[] {
  const { RollingUpdatePolicy: rolling } = deploymentConfig;
  if (!rolling) return [];
  const strategy = rollingStrategy(rolling, scaling ? NaN : count, 'copy');
  const alarms = alarmNamesOf(deploymentConfig).map((alarm) => describeAlarm(alarm, template));
  return [waitConsequence(subject, strategy, alarms, name)];
}

function createdComponent(variant: ComponentVariant, template: Template): Consequence[] {
  const { name, count, scaling: { minimum, maximum } = {}, component } = variant;
  const { inferenceComponentName, reservation } = component;
  const { gpus, cpuCores, memoryMib } = reservation;
  const reserved = joinWords([
    ...(gpus > 0 ? [formatCount(gpus, 'GPU')] : []),
    ...(cpuCores > 0 ? [formatCount(cpuCores, 'vCPU')] : []),
    `${memoryMib} MiB of memory`,
  ]);
  const copies = count === undefined ? 'copies' : formatCount(count, 'copy');
  const range = minimum === undefined || maximum === undefined ? '' : `, later ${minimum} to ${maximum},`;
  const sentence = `Component ${name} is created with ${copies}${range} that each reserve ${reserved}. Requests name it as InferenceComponentName ${inferenceComponentName}.${scaleToZeroEffect(minimum)}`;
  const facts = { component: name, inferenceComponentName, change: 'created', copies: count, reservation };
  return [
    { about: 'components', sentence, facts },
    ...waitsOf(`A later update of component ${name}`, variant, template),
  ];
}

function removedComponent({ name, component: { inferenceComponentName } }: ComponentVariant): Consequence {
  return {
    about: 'components',
    sentence: `Component ${name} is deleted after the rest of the deployment has succeeded: requests to ${inferenceComponentName} fail from then on.`,
    facts: { component: name, inferenceComponentName, change: 'deleted' },
  };
}
