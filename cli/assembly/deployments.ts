import { readRegularFile } from '../../lib/files/regular-file';
import { AssemblyAssets } from './assets';
import { readAssembly } from './stacks';
import { evaluateIntrinsics } from './intrinsics';
import { anything, isObject, parseJson } from '../input/shape';
import { Deployment } from './publications';
import { parseTemplate, validateTemplate } from './template';

/** Maximum size of a template file, far above what `aws cloudformation get-template` prints. */
const MAX_TEMPLATE_BYTES = 64 * 1024 * 1024;

/** Maximum number of nested stacks, far above real apps. In a malicious assembly, the number can grow exponentially with the depth. */
const MAX_NESTED_STACKS = 2500;

/** Deployments by stack name. */
export type Deployments = Map<string, Deployment>;

/**
 * Reads the stacks of an assembly, and their nested stacks.
 *
 * @throws if the folder is not a cloud assembly
 */
export function readDeployments(folder: string): Deployments {
  const { stacks, assets } = readAssembly(folder);
  const deployments: Deployments = new Map();
  for (const { name, template, assetKeys, information } of stacks) {
    const deployment = { template, assets, assetKeys, information };
    deployments.set(name, deployment);
    addNestedStacks(deployments, name, deployment, stacks.length + MAX_NESTED_STACKS);
  }
  return deployments;
}

/** Adds the nested stacks of a stack, named `<stack>/<logical id>`. Their templates are assets. */
function addNestedStacks(
  deployments: Deployments,
  stack: string,
  { template, assets, assetKeys }: Deployment,
  maxStacks: number,
  ancestors: readonly string[] = [],
): void {
  for (const [id, { Type, Properties }] of Object.entries(template.Resources ?? {})) {
    if (Type !== 'AWS::CloudFormation::Stack') continue;
    const url = String(evaluateIntrinsics(Properties?.TemplateURL, template));
    const key = assets.keys.find((each) => url.endsWith(`/${each}`));
    if (key === undefined) continue;
    if (ancestors.includes(key)) throw new Error(`${stack}/${id}: the template ${key} contains itself`);
    const text = assets.read(key);
    if (text === undefined) continue;
    if (deployments.size >= maxStacks) {
      throw new Error(
        `${stack}/${id}: got more than ${MAX_NESTED_STACKS} nested stacks; allowed: at most ${MAX_NESTED_STACKS}`,
      );
    }
    const nestedDeployment = { template: parseTemplate(text.toString(), `${stack}/${id}, ${key}`), assets, assetKeys };
    deployments.set(`${stack}/${id}`, nestedDeployment);
    addNestedStacks(deployments, `${stack}/${id}`, nestedDeployment, maxStacks, [...ancestors, key]);
  }
}

/**
 * Reads a template file, which can also be the output of `aws cloudformation get-template` (with the template in `TemplateBody`).
 *
 * @throws if the file is not a template in JSON
 */
export function readDeployedTemplate(file: string): Deployment {
  const content = readRegularFile(file, { maximumBytes: MAX_TEMPLATE_BYTES }).toString();
  // isJson tests only the syntax, and parseJson also limits the depth.
  const json = isJson(content) ? parseJson(content, file, anything) : undefined;
  const template = isObject(json) && 'TemplateBody' in json ? json.TemplateBody : json;
  if (!isObject(template) || !('Resources' in template)) {
    throw new Error(
      `${file} is not a CloudFormation template in JSON: pass the earlier cdk.out, or the output of 'aws cloudformation get-template'`,
    );
  }
  return { template: validateTemplate(template, file), assets: new AssemblyAssets([]) };
}

export function isJson(content: string): boolean {
  try {
    JSON.parse(content);
    return true;
  } catch {
    return false;
  }
}
