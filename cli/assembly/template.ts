import { readRegularFile } from '../../lib/files/regular-file';
import { anything, fail, fields, isObject, optional, parseJson, Shape, table, text } from '../input/shape';
import { evaluateIntrinsics, Resource, Template } from './intrinsics';
import { PROPERTIES } from './resource-shapes';

/** Maximum size of a template. CloudFormation accepts 1 MB without the white space that CDK writes. */
const MAX_TEMPLATE_BYTES = 16 * 1024 * 1024;
/** Maximum number of resources. CloudFormation accepts 500. */
const MAX_RESOURCES = 5000;

/** Properties of a resource after CloudFormation's intrinsic functions were evaluated. */
export type Properties = Record<string, unknown>;

const resourceShape = fields({
  Type: text,
  Properties: optional(fields({})),
  Metadata: optional(fields({})),
  DeletionPolicy: optional(text),
  UpdateReplacePolicy: optional(text),
});

/** Validates the resources. Omits functions that generate resources, such as `Fn::ForEach`. */
const resourcesShape: Shape<Record<string, Resource>> = (value, place) => {
  if (!isObject(value)) return fail(place, value, 'an object');
  const entries = Object.entries(value).filter(([id]) => !id.startsWith('Fn::'));
  if (entries.length > MAX_RESOURCES)
    return fail(place, `${entries.length} resources`, `at most ${MAX_RESOURCES}; CloudFormation accepts 500`);
  return table(resourceShape)(Object.fromEntries(entries), place);
};

const templateShape = fields({
  Parameters: optional(table(fields({ Default: optional(text) }))),
  Mappings: optional(table(table(table(anything)))),
  Resources: optional(resourcesShape),
});

/**
 * Reads a template, and validates its structure and the resource properties that the commands use.
 *
 * @param within if set, files outside this folder are rejected, including targets of links
 * @throws if the template is invalid; the message names the file, the resource and the property
 */
export function readTemplateFile(file: string, within?: string): Template {
  return parseTemplate(readRegularFile(file, { maximumBytes: MAX_TEMPLATE_BYTES, within }).toString(), file);
}

/** Parses the JSON text of a template. */
export function parseTemplate(content: string, source: string): Template {
  return validateTemplate(parseJson(content, source, anything), source);
}

/** Validates a parsed template. */
export function validateTemplate(value: unknown, source: string): Template {
  const template: Template = templateShape(value, `${source}: `);
  for (const [id, resource] of Object.entries(template.Resources ?? {})) {
    const place = `${source}: Resources.${id}`;
    try {
      evaluateIntrinsics(resource.Properties, template);
    } catch (error) {
      throw new Error(`${place}: ${(error as Error).message}`, { cause: error });
    }
    propertiesOf(resource, template, `${place}.Properties`);
  }
  return template;
}

/** Evaluates and validates the properties of a resource. An optional property is undefined if its value is known only during deployment. */
export function propertiesOf(
  { Type, Properties = {} }: Resource,
  template: Template,
  place = 'Properties',
): Properties {
  const resolvedProperties = evaluateIntrinsics(Properties, template) as Properties;
  return PROPERTIES.get(Type)?.(resolvedProperties, place) ?? resolvedProperties;
}

/** The resources of a type, with their evaluated properties. */
export function resourcesOfType(template: Template, type: string): { id: string; properties: Properties }[] {
  return Object.entries(template.Resources ?? {})
    .filter(([, { Type }]) => Type === type)
    .map(([id, each]) => ({ id, properties: propertiesOf(each, template) }));
}

/** A number in a template; undefined if it is known only during deployment. */
export function toNumber(value: unknown): number | undefined {
  const number = value === undefined ? NaN : Number(value);
  return Number.isNaN(number) ? undefined : number;
}
