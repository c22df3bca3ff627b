import { readRegularFile } from '../lib/platform/regular-file';
import { resolve, Resource, Template } from './local/intrinsics';
import { PROPERTIES } from './resource-shapes';
import { anything, fail, fields, isObject, optional, parseJson, Shape, table, text } from './shape';

/** CloudFormation accepts 1 MB without the spaces that CDK writes. */
const MAXIMUM_BYTES = 16 * 1024 * 1024;
/** CloudFormation accepts 500. */
const MAXIMUM_RESOURCES = 5000;

const resource = fields({
  Type: text,
  Properties: optional(fields({})),
  DeletionPolicy: optional(text),
  UpdateReplacePolicy: optional(text),
});

/** The resources, without what a macro would make resources of. */
const resources: Shape<Record<string, Resource>> = (value, place) => {
  if (!isObject(value)) return fail(place, value, 'an object');
  const entries = Object.entries(value).filter(([id]) => !id.startsWith('Fn::'));
  if (entries.length > MAXIMUM_RESOURCES)
    return fail(place, `${entries.length} resources`, `at most ${MAXIMUM_RESOURCES}; CloudFormation accepts 500`);
  return table(resource)(Object.fromEntries(entries), place);
};

const template = fields({
  Parameters: optional(table(fields({ Default: optional(text) }))),
  Mappings: optional(table(table(table(anything)))),
  Resources: optional(resources),
});

/**
 * Reads a template, and checks once what all commands rely on: its own form, and the properties of resources that they read.
 *
 * @param within folder that the file must not leave through links
 * @throws in one sentence, with the file, the resource and the property
 */
export function readTemplateFile(file: string, within?: string): Template {
  return parseTemplate(readRegularFile(file, { maximumBytes: MAXIMUM_BYTES, within }).toString(), file);
}

/** Reads the text of a template. */
export function parseTemplate(content: string, source: string): Template {
  return templateOf(parseJson(content, source, anything), source);
}

/** Reads what the JSON of a template says. */
export function templateOf(value: unknown, source: string): Template {
  const read: Template = template(value, `${source}: `);
  for (const [id, each] of Object.entries(read.Resources ?? {})) {
    const place = `${source}: Resources.${id}`;
    try {
      resolve(each.Properties, read);
    } catch (error) {
      throw new Error(`${place}: ${(error as Error).message}`, { cause: error });
    }
    propertiesOf(each, read, `${place}.Properties`);
  }
  return read;
}

/** The properties of a resource, with CloudFormation's functions evaluated; what only the deployment knows is absent where a type is relied on. */
export function propertiesOf(
  { Type, Properties = {} }: Resource,
  whole: Template,
  place = 'Properties',
): Record<string, unknown> {
  const resolved = resolve(Properties, whole) as Record<string, unknown>;
  return PROPERTIES.get(Type)?.(resolved, place) ?? resolved;
}
