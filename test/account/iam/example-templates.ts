import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';

const BIN = path.join(__dirname, '..', '..', '..', 'bin');

export interface TemplateResource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

/** The parts of a template that the policy checks read. */
export interface StackTemplate {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

/** The names and templates of all stacks of the example app in bin/. */
export async function exampleTemplates(): Promise<[stack: string, StackTemplate][]> {
  const files = fs.readdirSync(BIN).filter((file) => file.endsWith('-stack.ts'));
  return Promise.all(
    files.map(async (file): Promise<[string, StackTemplate]> => {
      const [[name, Example]] = Object.entries(
        (await import(path.join(BIN, file))) as Record<string, new (scope: App, id: string) => Stack>,
      );
      const id = name.replace(/Stack$/, '');
      const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } }); // skip the slow bundling of functions
      return [id, Template.fromStack(new Example(app, id)).toJSON() as StackTemplate];
    }),
  );
}
