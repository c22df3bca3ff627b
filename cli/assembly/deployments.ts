import * as fs from 'fs';
import { AssemblyAssets } from './assets';
import { evaluateIntrinsics } from './intrinsics';
import { Deployment } from './publications';
import { readAssembly } from './stacks';
import { parseTemplate } from './template';

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
  for (const { name, template } of stacks) addDeployment(deployments, name, { template, assets });
  return deployments;
}

/** Adds a stack and its nested stacks, named `<stack>/<logical id>`. Their templates are assets. */
function addDeployment(deployments: Deployments, stack: string, deployment: Deployment): void {
  const { template, assets } = deployment;
  deployments.set(stack, deployment);
  for (const [id, { Type, Properties }] of Object.entries(template.Resources ?? {})) {
    if (Type !== 'AWS::CloudFormation::Stack') continue;
    const url = String(evaluateIntrinsics(Properties?.TemplateURL, template));
    const key = assets.keys.find((each) => url.endsWith(`/${each}`));
    const text = key === undefined ? undefined : assets.read(key)?.toString();
    if (text === undefined) continue;
    addDeployment(deployments, `${stack}/${id}`, { template: parseTemplate(text, `${stack}/${id}, ${key}`), assets });
  }
}

/**
 * Reads a template file, which can also be the output of `aws cloudformation get-template`.
 *
 * @throws if the file is not a template in JSON
 */
export function readDeployedTemplate(file: string): Deployment {
  return { template: parseTemplate(fs.readFileSync(file, 'utf8'), file), assets: new AssemblyAssets() };
}
