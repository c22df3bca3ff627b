import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App } from 'aws-cdk-lib';
import { check, resolveConfig } from 'prettier';
import { checkCommand } from '../../../cli/check';
import { runCommand } from '../run-command';
import { PUBLISHED_ENDPOINTS } from './published-endpoints';
import { createStack, importCalls, notCarriedOverIn, propertiesOf, readAppFile, synthesizeApp } from './written-app';

// Imports endpoints of public notebooks, and synthesizes the written apps.

process.env.CDK_VALIDATION = 'false';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

const examples = Object.entries(PUBLISHED_ENDPOINTS);

test.each(examples)(
  '%s: the app has the settings of the endpoint, apart from those that it lists',
  async (_, { calls, configs, notCarriedOver }) => {
    const { stderr } = await importCalls(folder, calls, configs);
    expect(stderr).toBe('');
    expect(notCarriedOverIn(folder).sort()).toEqual([...notCarriedOver].sort());
    const template = synthesizeApp(folder);
    const [container] = calls.CreateModel.map(({ PrimaryContainer }) => PrimaryContainer as Record<string, unknown>);
    const [variant] = calls.CreateEndpointConfig.ProductionVariants as Record<string, unknown>[];
    expect(propertiesOf(template, 'SageMaker::Endpoint')).toMatchObject({
      EndpointName: calls.CreateEndpoint.EndpointName,
    });
    expect(propertiesOf(template, 'SageMaker::EndpointConfig')).toMatchObject({
      ProductionVariants: [
        {
          InstanceType: variant.InstanceType,
          InitialInstanceCount: variant.InitialInstanceCount,
          VariantName: variant.VariantName,
          RoutingConfig: { RoutingStrategy: 'RANDOM' },
        },
      ],
    });
    const model = propertiesOf(template, 'SageMaker::Model') as { PrimaryContainer: Record<string, unknown> };
    const isMultiModel = container.Mode === 'MultiModel';
    const { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: _default, ...variables } = (container.Environment ?? {}) as Record<
      string,
      string
    >;
    expect(model.PrimaryContainer).toMatchObject({
      ...(isMultiModel ? { Mode: 'MultiModel' } : { ModelDataUrl: container.ModelDataUrl }),
      Environment: isMultiModel ? variables : (container.Environment ?? {}),
    });
    expect(JSON.stringify(model.PrimaryContainer.Image)).toContain(
      String(container.Image).replace(/^.*\.amazonaws\.com/, ''),
    );
  },
);

test.each(examples)('%s: the code has the format of Prettier', async (_, { calls, configs }) => {
  await importCalls(folder, calls, configs);
  const options = await resolveConfig(__filename);
  for (const file of ['app.ts', 'endpoint-stack.ts']) {
    const isFormatted = await check(readAppFile(folder, file), { ...options, parser: 'typescript' });
    expect([file, isFormatted, readAppFile(folder, file)]).toEqual([file, true, expect.any(String)]);
  }
});

test.each(examples)('%s: the synthesized app passes the check of the command', async (_, { calls, configs }) => {
  await importCalls(folder, calls, configs);
  const outdir = path.join(folder, 'cdk.out');
  const app = new App({ outdir, context: { 'aws:cdk:disable-asset-staging': true } });
  createStack(folder, app);
  app.synth();
  const { stdout, stderr, status } = await runCommand(checkCommand('check'), [outdir]);
  expect([status ?? 0, stderr, stdout]).toEqual([0, '', expect.any(String)]);
});
