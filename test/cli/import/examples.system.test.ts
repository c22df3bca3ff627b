import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Language } from '../../../cli/app/code';
import { compilerErrors, describeError } from '../../compiler-errors';
import { callsOf, DeployedTemplate, resourcesOf } from './deployed-template';
import { Calls } from './described';
import { ENDPOINTS } from './described-endpoints';
import { importCalls, synthesizeApp } from './written-app';

// The examples are deployed, described and imported. The imported apps compile, and their templates have the same endpoints.

process.env.CDK_VALIDATION = 'false';

const ROOT = path.join(__dirname, '..', '..', '..');
const BIN = path.join(ROOT, 'bin');
const ENV = { account: '111122223333', region: 'us-east-1' };

/** Examples without an endpoint, or with inference components, which are not imported. */
const WITHOUT_ENDPOINT = ['bert-sweep-stack.ts', 'component-queue-stack.ts'];
/** The examples with an endpoint that can be imported. */
const EXAMPLES = fs.readdirSync(BIN).filter((file) => file.endsWith('-stack.ts') && !WITHOUT_ENDPOINT.includes(file));

/** The template of an example. */
async function templateOf(file: string): Promise<DeployedTemplate> {
  const [Example] = Object.values(
    (await import(path.join(BIN, file))) as Record<string, new (scope: App, id: string, props: object) => Stack>,
  );
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  return Template.fromStack(new Example(app, 'Example', { env: ENV })).toJSON() as DeployedTemplate;
}

/** A configuration for each model. Its content does not matter, because all that depends on it is in the description. */
function configsOf(calls: Calls): Record<string, string> {
  const names = calls.CreateModel.map(({ PrimaryContainer }) => {
    const { Environment = {} } = PrimaryContainer as { Environment?: Record<string, string> };
    return Environment.SAGEMAKER_TRITON_DEFAULT_MODEL_NAME;
  });
  const io = (direction: string): string => `${direction} { name: "x" data_type: TYPE_FP32 dims: [4] }\n`;
  const config = (name: string): string =>
    `name: "${name}"\nbackend: "python"\nmax_batch_size: 4\n${io('input')}${io('output')}`;
  return Object.fromEntries(names.filter((name) => name !== undefined).map((name) => [name, config(name)]));
}

/** What a template says about the endpoint, apart from the differences in the comments. */
function endpointIn(template: DeployedTemplate, id: string) {
  const calls = callsOf(template, id);
  const normalize = (key: string, value: unknown): unknown => {
    // The order of the arguments has no effect.
    if (key === 'SAGEMAKER_TRITON_ADDITIONAL_ARGS') return String(value).split(' ').sort().join(' ');
    // The archives of a multi-model endpoint are copied to a prefix of the app.
    if (key === 'ModelDataUrl' && String(value).endsWith('/')) return 'prefix';
    return value;
  };
  const normalized = <T>(value: T): T => JSON.parse(JSON.stringify(value), normalize) as T;
  // Names of models are generated.
  const models = new Map(calls.CreateModel.map(({ ModelName, ...model }) => [ModelName, normalized(model)]));
  const withModels = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, each) => (/^ModelName/.test(key) ? models.get(each) : each));
  const { EndpointConfigName: _, ...config } = calls.CreateEndpointConfig;
  return {
    name: calls.CreateEndpoint.EndpointName,
    config: withModels(config),
    targets: normalized(calls.RegisterScalableTarget),
    policies: normalized(calls.PutScalingPolicy ?? [])
      .map(({ PolicyName: _name, ...policy }) => JSON.stringify(policy))
      .sort(),
    actions: calls.PutScheduledAction,
  };
}

/** The endpoints of the examples, with their templates. */
const deployed: { file: string; template: DeployedTemplate; id: string; calls: Calls }[] = [];
beforeAll(async () => {
  for (const file of EXAMPLES) {
    const template = await templateOf(file);
    for (const [id] of resourcesOf(template, 'SageMaker::Endpoint'))
      deployed.push({ file, template, id, calls: callsOf(template, id) });
  }
});

test.each(EXAMPLES)('%s', (file) => {
  const endpoints = deployed.filter((each) => each.file === file);
  expect(endpoints).not.toEqual([]);
  for (const { template, id, calls } of endpoints) {
    const imported = synthesizeApp(importCalls(calls, configsOf(calls))).toJSON() as DeployedTemplate;
    const [[importedId]] = resourcesOf(imported, 'SageMaker::Endpoint');
    expect(endpointIn(imported, importedId)).toEqual(endpointIn(template, id));
  }
});

/** The source files of all apps, with paths as if they were in folders of the repository. */
function sourcesIn(language: Language, extension: string): [file: string, code: string][] {
  const endpoints = [
    ...Object.values(ENDPOINTS),
    ...deployed.map(({ calls }) => ({ calls, configs: configsOf(calls) })),
  ];
  return endpoints.flatMap(({ calls, configs }, index) =>
    [...importCalls(calls, configs, language).files]
      .filter(([name]) => name.endsWith(extension))
      .map(([name, code]): [string, string] => [path.join(ROOT, `app-${index}`, name), code]),
  );
}

test('apps in TypeScript compile, with the types of the library', () => {
  expect(compilerErrors(new Map(sourcesIn('typescript', '.ts'))).map(describeError)).toEqual([]);
});

test('apps in Python have valid syntax', () => {
  const program = 'import ast, json, sys\nfor name, code in json.load(sys.stdin): ast.parse(code, name)';
  const input = JSON.stringify(sourcesIn('python', '.py'));
  expect(() => execFileSync('python3', ['-c', program], { input })).not.toThrow();
});
