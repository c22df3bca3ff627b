import { readRegularFile } from '../../lib/platform/regular-file';
import { AssemblyFiles } from '../assembly-files';
import { readStacks } from '../assembly-stacks';
import { resolve } from '../local/intrinsics';
import { anything, isObject, parseJson } from '../shape';
import { parseTemplate, templateOf } from '../template';
import { Deployment } from './model-files';

/** As `aws cloudformation get-template` prints a template, and more. */
const MAXIMUM_BYTES = 64 * 1024 * 1024;

/** Deployments by name of the stack. */
export type Deployments = Map<string, Deployment>;

/**
 * The stacks of an assembly, with those nested in them.
 *
 * @throws when the folder is not a cloud assembly
 */
export function readDeployments(folder: string): Deployments {
  const { stacks, objects } = readStacks(folder);
  return new Map(
    stacks.flatMap(({ name, template, assets }) => [
      [name, { template, objects, assets }] as const,
      ...nestedStacks(name, { template, objects, assets }),
    ]),
  );
}

/** Nested stacks, as `<stack>/<logical id>`: their templates are among the files that are uploaded. */
function nestedStacks(
  stack: string,
  { template, objects, assets }: Deployment,
  around: readonly string[] = [],
): [string, Deployment][] {
  return Object.entries(template.Resources ?? {}).flatMap(([id, { Type, Properties }]): [string, Deployment][] => {
    if (Type !== 'AWS::CloudFormation::Stack') return [];
    const url = String(resolve(Properties?.TemplateURL, template));
    const key = objects.keys.find((each) => url.endsWith(`/${each}`));
    if (key === undefined) return [];
    if (around.includes(key)) throw new Error(`${stack}/${id}: the template ${key} contains itself`);
    const text = objects.read(key);
    if (text === undefined) return [];
    const nested = { template: parseTemplate(text.toString(), `${stack}/${id}, ${key}`), objects, assets };
    return [[`${stack}/${id}`, nested], ...nestedStacks(`${stack}/${id}`, nested, [...around, key])];
  });
}

/**
 * The template of a deployed stack.
 *
 * @throws when the file is not a template
 */
export function readTemplate(file: string): Deployment {
  const content = readRegularFile(file, { maximumBytes: MAXIMUM_BYTES }).toString();
  const json = isJson(content) ? parseJson(content, file, anything) : undefined;
  const template = isObject(json) && 'TemplateBody' in json ? json.TemplateBody : json;
  if (!isObject(template) || !('Resources' in template)) {
    throw new Error(
      `${file} is not a CloudFormation template in JSON: pass the earlier cdk.out, or the output of 'aws cloudformation get-template'`,
    );
  }
  return { template: templateOf(template, file), objects: new AssemblyFiles([]) };
}

function isJson(content: string): boolean {
  try {
    JSON.parse(content);
    return true;
  } catch {
    return false;
  }
}
