import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { callsOf, DeployedTemplate, resourcesOf } from './deployed-template';
import { Calls } from './described';
import { importCalls, synthesizeApp } from './written-app';

// The examples are deployed, described and imported. The template of the imported app then has the same endpoint.

process.env.CDK_VALIDATION = 'false';

const BIN = path.join(__dirname, '..', '..', '..', 'bin');
const ENV = { account: '111122223333', region: 'us-east-1' };

/** Examples without an endpoint. */
const WITHOUT_ENDPOINT = ['bert-sweep-stack.ts'];
const examples = fs.readdirSync(BIN).filter((file) => file.endsWith('-stack.ts') && !WITHOUT_ENDPOINT.includes(file));

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
    // A component has a new name, beside the existing one.
    if (key === 'ResourceId' || key === 'InferenceComponentName') return String(value).replace(/-2$/, '');
    return value;
  };
  const normalized = <T>(value: T): T => JSON.parse(JSON.stringify(value), normalize) as T;
  // Names of models are generated.
  const models = new Map(calls.CreateModel.map(({ ModelName, ...model }) => [ModelName, normalized(model)]));
  const withModels = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, each) => (/^ModelName/.test(key) ? models.get(each) : each));
  const { EndpointConfigName: _, ...config } = calls.CreateEndpointConfig;
  // The app has rollback alarms of its own, and waits until they can fire.
  const { AutoRollbackConfiguration: _alarms, ...update } = (calls.UpdateEndpoint?.DeploymentConfig ?? {}) as Record<
    string,
    unknown
  >;
  return {
    name: calls.CreateEndpoint.EndpointName,
    config: withModels(config),
    components: withModels(normalized(withoutAlarms(calls.CreateInferenceComponent ?? []))),
    update: JSON.parse(
      JSON.stringify(update).replace('"TerminationWaitInSeconds":0', '"TerminationWaitInSeconds":480'),
    ),
    targets: normalized(calls.RegisterScalableTarget),
    policies: normalized(calls.PutScalingPolicy ?? [])
      .map(({ PolicyName: _name, ...policy }) => JSON.stringify(policy))
      .sort(),
    actions: calls.PutScheduledAction,
  };
}

/** Components without their rollback alarms, whose names contain the name of the component. */
function withoutAlarms(components: Record<string, unknown>[]): unknown[] {
  return components.map((component) =>
    JSON.parse(JSON.stringify(component), (key, value) => (key === 'AutoRollbackConfiguration' ? undefined : value)),
  );
}

test.each(examples)('%s', async (file) => {
  const template = await templateOf(file);
  for (const [id] of resourcesOf(template, 'SageMaker::Endpoint')) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-'));
    try {
      const calls = callsOf(template, id);
      const result = await importCalls(folder, calls, configsOf(calls));
      expect(result.stderr).toBe('');
      const imported = synthesizeApp(folder).toJSON() as DeployedTemplate;
      expect(endpointIn(imported, resourcesOf(imported, 'SageMaker::Endpoint')[0][0])).toEqual(
        endpointIn(template, id),
      );
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  }
});
