import * as fs from 'fs';
import { AssemblyFiles } from '../assembly-files';
import { readStacks } from '../assembly-stacks';
import { resolve, Template } from '../local/intrinsics';
import { Deployment } from './model-files';

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
    const nested = { template: JSON.parse(text.toString()) as Template, objects, assets };
    return [[`${stack}/${id}`, nested], ...nestedStacks(`${stack}/${id}`, nested, [...around, key])];
  });
}

/**
 * The template of a deployed stack.
 *
 * @throws when the file is not a template
 */
export function readTemplate(file: string): Deployment {
  const refusal = `${file} is not a CloudFormation template in JSON: pass the earlier cdk.out, or the output of 'aws cloudformation get-template'`;
  let content: unknown;
  try {
    content = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(refusal, { cause: error });
    throw error;
  }
  const template = ((content as { TemplateBody?: Template } | null)?.TemplateBody ?? content) as Template | null;
  if (typeof template?.Resources !== 'object') throw new Error(refusal);
  return { template, objects: new AssemblyFiles([]) };
}
