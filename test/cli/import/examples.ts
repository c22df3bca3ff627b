import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { DeployedTemplate } from './deployed-template';
import { Calls } from './described';

const BIN = path.join(__dirname, '..', '..', '..', 'bin');
const ENV = { account: '111122223333', region: 'us-east-1' };

/** Examples without an endpoint, or with inference components, which are not imported. */
const WITHOUT_ENDPOINT = ['bert-sweep-stack.ts', 'component-queue-stack.ts'];
/** The examples with an endpoint that can be imported. */
export const EXAMPLES = fs
  .readdirSync(BIN)
  .filter((file) => file.endsWith('-stack.ts') && !WITHOUT_ENDPOINT.includes(file));

/** The template of an example. */
export async function templateOf(file: string): Promise<DeployedTemplate> {
  const [Example] = Object.values(
    (await import(path.join(BIN, file))) as Record<string, new (scope: App, id: string, props: object) => Stack>,
  );
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  return Template.fromStack(new Example(app, 'Example', { env: ENV })).toJSON() as DeployedTemplate;
}

/** A configuration for each model. Its content does not matter, because all that depends on it is in the description. */
export function configsOf(calls: Calls): Record<string, string> {
  const names = calls.CreateModel.map(({ PrimaryContainer }) => {
    const { Environment = {} } = PrimaryContainer as { Environment?: Record<string, string> };
    return Environment.SAGEMAKER_TRITON_DEFAULT_MODEL_NAME;
  });
  const io = (direction: string): string => `${direction} { name: "x" data_type: TYPE_FP32 dims: [4] }\n`;
  const config = (name: string): string =>
    `name: "${name}"\nbackend: "python"\nmax_batch_size: 4\n${io('input')}${io('output')}`;
  return Object.fromEntries(names.filter((name) => name !== undefined).map((name) => [name, config(name)]));
}
