import { readRegularFile } from '../../lib/files/regular-file';
import { AssemblyAssets } from './assets';
import { evaluateIntrinsics } from './intrinsics';
import { Deployment } from './publications';
import { readAssembly } from './stacks';
import { parseTemplate } from './template';

/** Maximum size of a template file. CloudFormation allows 1 MB, which JSON can escape. */
const MAX_TEMPLATE_BYTES = 16 * 1024 * 1024;

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
 * @throws if the file is not a template in JSON, is too large, or is a pipe or a device
 */
export function readDeployedTemplate(file: string): Deployment {
  const text = readRegularFile(file, { maximumBytes: MAX_TEMPLATE_BYTES }).toString();
  return { template: parseTemplate(text, file), assets: new AssemblyAssets() };
}
