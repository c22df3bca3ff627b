import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ModuleKind, ScriptTarget, transpile } from 'typescript';
import { importCommand } from '../../../cli/import';
import * as library from '../../../lib';
import { CommandResult, runCommand } from '../run-command';
import { Calls, describe, writeResponses } from './described';

type Resource = { Type: string; Properties: Record<string, unknown> };

/** Imports an endpoint from its description. `folder` must exist, and then contains the app. */
export async function importCalls(
  folder: string,
  calls: Calls,
  configs: Record<string, string> = {},
  args: string[] = [],
): Promise<CommandResult> {
  return importResponses(folder, describe(calls), configs, args);
}

export async function importResponses(
  folder: string,
  responses: Record<string, Record<string, unknown>>,
  configs: Record<string, string> = {},
  args: string[] = [],
): Promise<CommandResult> {
  const description = path.join(folder, 'description');
  writeResponses(description, responses);
  const configArgs = Object.entries(configs).flatMap(([name, text]) => {
    const file = path.join(folder, 'configs', name, 'config.pbtxt');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    return ['--config', file];
  });
  const output = ['--output', path.join(folder, 'app')];
  return runCommand(importCommand(), ['--description', description, ...configArgs, ...output, ...args]);
}

export const readAppFile = (folder: string, file: string): string =>
  fs.readFileSync(path.join(folder, 'app', file), 'utf8');

/**
 * Loads a module of the written app in this process. The app imports the sources of this library instead of the package.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- exports of any module
export function loadModule(folder: string, file: string): any {
  const source = transpile(readAppFile(folder, `${file}.ts`), {
    module: ModuleKind.CommonJS,
    target: ScriptTarget.ES2022,
  });
  const packages: Record<string, unknown> = { 'cdk-sagemaker-triton': library };
  const requireFromTests = createRequire(__filename);
  const requireForApp = (name: string): unknown =>
    packages[name] ??
    (name.startsWith('./') ? loadModule(folder, path.join(file, '..', name)) : requireFromTests(name));
  const module = { exports: {} };
  const dirname = path.join(folder, 'app', path.dirname(file));
  new Function('require', 'module', 'exports', '__dirname', source)(requireForApp, module, module.exports, dirname);
  return module.exports;
}

/** Creates the stack of the written app. */
export function createStack(folder: string, app: cdk.App, id = stackIdIn(folder)): cdk.Stack {
  const { EndpointStack } = loadModule(folder, 'endpoint-stack');
  return new EndpointStack(app, id, { env: { account: '111122223333', region: 'us-east-1' } });
}

/** Synthesizes the stack of the written app. */
export function synthesizeApp(folder: string): Template {
  return Template.fromStack(createStack(folder, new cdk.App()));
}

export const stackIdIn = (folder: string): string => /'(\w+Stack)', \{/.exec(readAppFile(folder, 'app.ts'))?.[1] ?? '';

/** The properties of the only resource of a type. */
export function propertiesOf(template: Template, type: string): Record<string, unknown> {
  const [resource] = Object.values(template.findResources(`AWS::${type}`)) as Resource[];
  return resource.Properties;
}

/** The settings in the list of the app. */
export function notCarriedOverIn(folder: string): string[] {
  return [...readAppFile(folder, 'NOT-CARRIED-OVER.md').matchAll(/^## (.*)$/gm)].map(([, setting]) => setting);
}
