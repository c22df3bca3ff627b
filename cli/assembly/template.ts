import { isObject } from '../input/shape';
import { evaluateIntrinsics, Resource, Template } from './intrinsics';

/** Properties of a resource after CloudFormation's intrinsic functions were evaluated. */
export type Properties = Record<string, unknown>;

/**
 * Converts the JSON text of a template, or the output of `aws cloudformation get-template` (with the template in `TemplateBody`).
 *
 * @throws if the text is not a template in JSON
 */
export function parseTemplate(content: string, source: string): Template {
  const json = tryParse(content);
  const template = isObject(json) && 'TemplateBody' in json ? json.TemplateBody : json;
  if (!isObject(template)) {
    throw new Error(
      `${source} is not a CloudFormation template in JSON: pass the earlier cdk.out, or the output of 'aws cloudformation get-template'`,
    );
  }
  // Without functions that generate resources, such as `Fn::ForEach`.
  const resources = Object.entries((template as Template).Resources ?? {}).filter(([id]) => !id.startsWith('Fn::'));
  return { ...template, Resources: Object.fromEntries(resources) };
}

function tryParse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Evaluates the properties of a resource. A value that is known only during deployment is undefined. */
function propertiesOf({ Properties: properties = {} }: Resource, template: Template): Properties {
  return withoutFunctions(evaluateIntrinsics(properties, template)) as Properties;
}

/** Replaces the functions that only a deployment can evaluate by undefined. */
function withoutFunctions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFunctions);
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0][0].startsWith('Fn::')) return undefined;
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutFunctions(inner)]));
}

/** The resources of a type, with their evaluated properties. */
export function resourcesOfType(template: Template, type: string): { id: string; properties: Properties }[] {
  return Object.entries(template.Resources ?? {})
    .filter(([, { Type }]) => Type === type)
    .map(([id, each]) => ({ id, properties: propertiesOf(each, template) }));
}

/** A number in a template; undefined if it is known only during deployment. CloudFormation also accepts numbers as text. */
export function toNumber(value: unknown): number | undefined {
  const number = value === undefined ? NaN : Number(value);
  return Number.isNaN(number) ? undefined : number;
}
