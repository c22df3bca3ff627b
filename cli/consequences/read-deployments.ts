import { readRegularFile } from '../../lib/platform/regular-file';
import { AssemblyFiles } from '../assembly-files';
import { readStacks } from '../assembly-stacks';
import { resolve } from '../local/intrinsics';
import { anything, isObject, parseJson } from '../shape';
import { parseTemplate, templateOf } from '../template';
import { Deployment } from './model-files';

/** As `aws cloudformation get-template` prints a template, and more. */
const MAXIMUM_BYTES = 64 * 1024 * 1024;

/** Templates that contain the next one twice double with each level. No app is near this number. */
const MAXIMUM_NESTED = 2500;

/** Deployments by name of the stack. */
export type Deployments = Map<string, Deployment>;

/**
 * The stacks of an assembly, with those nested in them.
 *
 * @throws when the folder is not a cloud assembly
 */
export function readDeployments(folder: string): Deployments {
  const { stacks, objects } = readStacks(folder);
  const deployments: Deployments = new Map();
  for (const { name, template, assets } of stacks) {
    const deployment = { template, objects, assets };
    deployments.set(name, deployment);
    addNestedStacks(deployments, name, deployment, stacks.length + MAXIMUM_NESTED);
  }
  return deployments;
}

/** Adds nested stacks, as `<stack>/<logical id>`: their templates are among the files that are uploaded. */
function addNestedStacks(
  deployments: Deployments,
  stack: string,
  { template, objects, assets }: Deployment,
  most: number,
  around: readonly string[] = [],
): void {
  for (const [id, { Type, Properties }] of Object.entries(template.Resources ?? {})) {
    if (Type !== 'AWS::CloudFormation::Stack') continue;
    const url = String(resolve(Properties?.TemplateURL, template));
    const key = objects.keys.find((each) => url.endsWith(`/${each}`));
    if (key === undefined) continue;
    if (around.includes(key)) throw new Error(`${stack}/${id}: the template ${key} contains itself`);
    const text = objects.read(key);
    if (text === undefined) continue;
    if (deployments.size >= most) {
      throw new Error(
        `${stack}/${id}: got more than ${MAXIMUM_NESTED} nested stacks; allowed: at most ${MAXIMUM_NESTED}`,
      );
    }
    const nested = { template: parseTemplate(text.toString(), `${stack}/${id}, ${key}`), objects, assets };
    deployments.set(`${stack}/${id}`, nested);
    addNestedStacks(deployments, `${stack}/${id}`, nested, most, [...around, key]);
  }
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
