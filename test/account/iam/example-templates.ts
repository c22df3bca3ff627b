import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';

const BIN = path.join(__dirname, '..', '..', '..', 'bin');

export interface TemplateResource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

/** The part of a template that roles and policies are made of. */
export interface StackTemplate {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

/** The templates of all stacks of the example app, by the stacks' names. */
export async function exampleTemplates(): Promise<[stack: string, StackTemplate][]> {
  const files = fs.readdirSync(BIN).filter((file) => file.endsWith('-stack.ts'));
  return Promise.all(
    files.map(async (file): Promise<[string, StackTemplate]> => {
      const [[name, Example]] = Object.entries(
        (await import(path.join(BIN, file))) as Record<string, new (scope: App, id: string) => Stack>,
      );
      const id = name.replace(/Stack$/, '');
      const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } }); // a function's bundle takes seconds
      return [id, Template.fromStack(new Example(app, id)).toJSON() as StackTemplate];
    }),
  );
}
