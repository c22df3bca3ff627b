import * as fs from 'fs';
import * as path from 'path';
import { readStacks } from '../assembly-stacks';
import { Template } from '../local/intrinsics';
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
    stacks.flatMap(({ name, template }) => [
      [name, { template, objects }] as const,
      ...nestedStacks(folder, name, template).map(([nested, inner]) => [nested, { template: inner, objects }] as const),
    ]),
  );
}

/** Templates of nested stacks, as `<stack>/<logical id>`. */
function nestedStacks(folder: string, stack: string, { Resources = {} }: Template): [string, Template][] {
  return Object.entries(Resources).flatMap(([id, { Type, Metadata }]): [string, Template][] => {
    const file = path.join(folder, String(Metadata?.['aws:asset:path']));
    if (Type !== 'AWS::CloudFormation::Stack' || !fs.existsSync(file)) return [];
    const template = JSON.parse(fs.readFileSync(file, 'utf8')) as Template;
    return [[`${stack}/${id}`, template], ...nestedStacks(folder, `${stack}/${id}`, template)];
  });
}

/**
 * The template of a deployed stack.
 *
 * @throws when the file is not a template
 */
export function readTemplate(file: string): Deployment {
  const refusal = `${file} is no CloudFormation template in JSON: give cdk.out of before, or what 'aws cloudformation get-template' prints`;
  let content: unknown;
  try {
    content = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(refusal, { cause: error });
    throw error;
  }
  const template = ((content as { TemplateBody?: Template } | null)?.TemplateBody ?? content) as Template | null;
  if (typeof template?.Resources !== 'object') throw new Error(refusal);
  return { template, objects: new Map() };
}
