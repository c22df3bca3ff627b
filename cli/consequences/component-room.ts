import { instanceFacts } from '../../lib/facts/instance-facts';
import { Copies, firstFitInstances } from '../../lib/platform/first-fit';
import { TemplateEndpoint } from '../assembly/endpoints';
import { CopySize } from '../assembly/variants';
import { formatCount } from '../output/words';
import { ComponentVariant } from './component-changes';
import { Consequence } from './consequence';

const MIB_PER_GIB = 1024;

/** The instances that the copies of all components require. Undefined numbers are known only during the deployment. */
interface Room {
  /** With the numbers of copies in the app. */
  readonly now?: number;
  /** If every component has its maximum number of copies. */
  readonly atMaximum?: number;
}

/** Copies that run in addition to those of a component. */
export interface AdditionalCopies {
  readonly of: ComponentVariant;
  readonly copies: (copies: number | undefined) => number | undefined;
}

/** The number of copies in a step of an update; undefined if it is known only during the deployment. */
export function batchOf({ Type, Value }: CopySize, copies: number | undefined): number | undefined {
  if (copies === undefined || Value === undefined) return undefined;
  const batch = Type === 'COPY_COUNT' ? Value : Math.ceil((copies * Value) / 100);
  return Math.min(copies, Math.max(1, batch));
}

/**
 * Describes whether the fleet has room for the copies of all components of the endpoint, and for copies that run in addition to them.
 *
 * @param subject the first part of the sentence, such as `While component a is updated`
 * @param additional the components of the additional copies, and their number for a number of copies of the component
 */
export function roomConsequence(
  subject: string,
  components: ComponentVariant[],
  { hosts: [host] }: TemplateEndpoint,
  additional: AdditionalCopies[] = [],
): Consequence[] {
  const [instanceType] = host?.instanceTypes ?? [];
  if (instanceType === undefined) return [];
  const copiesWith = (count: (component: ComponentVariant) => number | undefined): Copies[] | undefined =>
    packed([
      ...components.map((component) => ({ component, copies: count(component) })),
      ...additional.map(({ of, copies }) => ({ component: of, copies: copies(count(of)) })),
    ]);
  const room = roomFor(instanceType, copiesWith(initialCopies), copiesWith(maximumCopies));
  const { now, atMaximum } = room;
  if (now === undefined || atMaximum === undefined) return [];
  const limit = host.scaling ? host.scaling.maximum : host.count;
  const isEnough = limit === undefined || atMaximum <= limit;
  const scaled = atMaximum > now ? `, and ${atMaximum} if all components have their maximum number of copies` : '';
  const fleet =
    limit === undefined
      ? ''
      : ` The fleet can have ${limit}${isEnough ? '' : ': without free instances, the new copies have no room, and AWS does not document how long SageMaker waits for it'}.`;
  return [
    {
      about: 'instances',
      sentence: `${subject}, all copies together require ${formatCount(now, 'instance')} of ${instanceType}${scaled}.${fleet}`,
      facts: { instanceType, ...room, maximum: limit },
    },
  ];
}

function roomFor(instanceType: string, now?: Copies[], maximum?: Copies[]): Room {
  const facts = instanceFacts(instanceType);
  if (!facts) return {};
  const instance = { gpus: facts.gpuCount, cpuCores: facts.vcpus, memoryMib: facts.memoryGiB * MIB_PER_GIB };
  return {
    now: now && firstFitInstances(now, instance),
    atMaximum: maximum && firstFitInstances(maximum, instance),
  };
}

/** Converts copies to the input of the placement; undefined if a number is not known or not valid. */
function packed(all: { readonly component: ComponentVariant; readonly copies?: number }[]): Copies[] | undefined {
  const isNumber = (value: number | undefined): value is number =>
    value !== undefined && value >= 0 && value < Infinity;
  const components = all.flatMap(({ component: { component }, copies }): Copies[] => {
    const { reservation: resources } = component;
    const isValid = Number.isInteger(copies) && Object.values(resources).every(isNumber);
    return isValid && isNumber(copies) ? [{ resources, copies }] : [];
  });
  return components.length === all.length ? components : undefined;
}

function initialCopies({ count }: ComponentVariant): number | undefined {
  return count;
}

function maximumCopies({ count, scaling }: ComponentVariant): number | undefined {
  if (!scaling) return count;
  return scaling.maximum === undefined ? undefined : Math.max(scaling.maximum, count ?? 0);
}
