import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { importCommand } from '../../../cli/import';
import { runCommand } from '../run-command';
import { describe as describeCalls, Calls, writeResponses } from './described';
import { importCalls, importResponses } from './written-app';

// Endpoints that cannot be imported: the command fails with the reason and what to do, and writes nothing.

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

const CONFIG = 'name: "net"\nbackend: "python"\n';
const TRITON = '763104351884.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:24.09-py3';
const CONTAINER = { Image: TRITON, ModelDataUrl: 's3://bucket-of-net/net.tar.gz' };

const endpoint = (model: object, variant: object = {}): Calls => ({
  CreateModel: [{ ModelName: 'model', ExecutionRoleArn: 'arn:aws:iam::111122223333:role/Serving', ...model }],
  CreateEndpointConfig: {
    EndpointConfigName: 'config',
    ProductionVariants: [
      {
        VariantName: 'AllTraffic',
        ModelName: 'model',
        InstanceType: 'ml.g5.xlarge',
        InitialInstanceCount: 1,
        ...variant,
      },
    ],
  },
  CreateEndpoint: { EndpointName: 'net', EndpointConfigName: 'config' },
});

const valid = endpoint({ PrimaryContainer: CONTAINER });
const inState = (state: object) => {
  const responses = describeCalls(valid);
  return { ...responses, endpoint: { ...responses.endpoint, ...state } };
};

function inConfig(EndpointConfigName: string) {
  const { config } = describeCalls(valid);
  return { ...inState({ EndpointConfigName }), config: { ...config, EndpointConfigName } };
}

function twoVariants(model: object, config: object = {}): Calls {
  const calls = endpoint(model);
  const [variant] = calls.CreateEndpointConfig.ProductionVariants as object[];
  const ProductionVariants = ['A', 'B'].map((VariantName) => ({ ...variant, VariantName }));
  return { ...calls, CreateEndpointConfig: { ...calls.CreateEndpointConfig, ProductionVariants, ...config } };
}

test.each<[string, Record<string, Record<string, unknown>>, RegExp]>([
  [
    'an endpoint that is being updated',
    inState({ EndpointStatus: 'Updating' }),
    /EndpointStatus: got "Updating"; allowed: InService: wait until SageMaker has finished/,
  ],
  // The state of an endpoint of cloud-custodian/cloud-custodian (Apache-2.0), tests/data/placebo/test_sagemaker_endpoint_tag
  [
    'an endpoint that has failed',
    inState({ EndpointStatus: 'Failed', ProductionVariants: undefined }),
    /EndpointStatus: got "Failed"; .*find the cause with 'diagnose'/,
  ],
  [
    'a serverless endpoint',
    describeCalls(
      endpoint(
        { Containers: [{ ...CONTAINER }] },
        { InstanceType: undefined, ServerlessConfig: { MemorySizeInMB: 4096, MaxConcurrency: 1 } },
      ),
    ),
    /ServerlessConfig: .*the library has no serverless endpoints/,
  ],
  [
    'a different server',
    describeCalls(
      endpoint({
        PrimaryContainer: {
          Image: '683313688378.dkr.ecr.us-east-1.amazonaws.com/sagemaker-xgboost:1.5-1',
          ModelDataUrl: 's3://b/m.tar.gz',
        },
      }),
    ),
    /DescribeModel model: got the image .*sagemaker-xgboost:1\.5-1; allowed: an image of Triton.*export it and use init/,
  ],
  [
    'a server for language models',
    describeCalls(
      endpoint({
        PrimaryContainer: {
          Image: '763104351884.dkr.ecr.us-east-1.amazonaws.com/djl-inference:0.28.0-lmi',
          Environment: { OPTION_ROLLING_BATCH: 'vllm' },
        },
      }),
    ),
    /with the variables OPTION_ROLLING_BATCH; .*docs\/language-models\.md/,
  ],
  [
    'an inference pipeline',
    describeCalls(endpoint({ Containers: [CONTAINER, CONTAINER], InferenceExecutionConfig: { Mode: 'Direct' } })),
    /got 2 containers; allowed: one: an inference pipeline cannot be imported/,
  ],
  [
    'a package of AWS Marketplace',
    describeCalls(
      endpoint({
        PrimaryContainer: {
          ModelPackageName: 'arn:aws:sagemaker:us-east-1:865070037744:model-package/seller-product-123',
        },
      }),
    ),
    /ModelPackageName: .*a package of AWS Marketplace cannot be imported/,
  ],
  [
    'an endpoint of a stack',
    { ...describeCalls(valid), tags: { Tags: [{ Key: 'aws:cloudformation:stack-name', Value: 'Serving' }] } },
    /belongs to the stack Serving; .*DeletionPolicy Retain/,
  ],
  [
    'a model that is not described',
    { ...describeCalls(valid), 'model-0': { Tags: [] } },
    /ModelName: got "model"; .*pass the output of 'aws sagemaker describe-model --model-name model'/,
  ],
  [
    'a configuration that the endpoint no longer has',
    inState({ EndpointConfigName: 'newer' }),
    /got the endpoint configuration config, and the endpoint net has newer; allowed: the current configuration/,
  ],
  [
    'a model that is described at two times',
    { ...describeCalls(valid), other: { ...describeCalls(valid)['model-0'], EnableNetworkIsolation: true } },
    /got two different descriptions with the ModelName model; allowed: one/,
  ],
  [
    'two variants with multi-model containers',
    describeCalls(twoVariants({ PrimaryContainer: { ...CONTAINER, Mode: 'MultiModel' } })),
    /ProductionVariants: .*allowed: one variant: .*without multi-model containers/,
  ],
  [
    'two variants with asynchronous inference',
    describeCalls(
      twoVariants(
        { PrimaryContainer: CONTAINER },
        { AsyncInferenceConfig: { OutputConfig: { S3OutputPath: 's3://b/out' } } },
      ),
    ),
    /ProductionVariants: .*allowed: one variant/,
  ],
  [
    'a location of responses that is not in S3',
    describeCalls({
      ...valid,
      CreateEndpointConfig: {
        ...valid.CreateEndpointConfig,
        AsyncInferenceConfig: { OutputConfig: { S3OutputPath: 'https://example.com/out' } },
      },
    }),
    /S3OutputPath: got "https:\/\/example\.com\/out"; allowed: an S3 URI/,
  ],
  [
    'names that are commands of a shell',
    inConfig('config; rm -rf ~'),
    /EndpointConfigName: got "config; rm -rf ~"; allowed: a name: letters, digits and hyphens/,
  ],
  [
    'an archive whose name does not end with .tar.gz',
    describeCalls(endpoint({ PrimaryContainer: { ...CONTAINER, ModelDataUrl: 's3://bucket-of-net/model' } })),
    /DescribeModel model: got the model data s3:\/\/bucket-of-net\/model; allowed: an archive that ends with \.tar\.gz/,
  ],
  [
    'another specification of a model package',
    describeCalls(
      endpoint({
        PrimaryContainer: {
          ModelPackageName: 'arn:aws:sagemaker:us-east-1:111122223333:model-package/group/1',
          InferenceSpecificationName: 'gpu',
        },
      }),
    ),
    /InferenceSpecificationName: got "gpu"; allowed: none: the library serves the default specification/,
  ],
  [
    'a model with additional model data',
    describeCalls(
      endpoint({
        PrimaryContainer: {
          ...CONTAINER,
          AdditionalModelDataSources: [{ ChannelName: 'draft', S3DataSource: { S3Uri: 's3://bucket-of-net/draft/' } }],
        },
      }),
    ),
    /AdditionalModelDataSources: .*the library has one source of model data/,
  ],
  [
    'the ARN of another endpoint',
    inState({ EndpointArn: 'arn:aws:sagemaker:us-east-1:111122223333:endpoint/other' }),
    /EndpointArn: got "arn:.*other"; allowed: the ARN of the endpoint net/,
  ],
  [
    'a list with a value that is no object',
    { ...describeCalls(valid), tags: { Tags: [null] } },
    /--description: Tags: got \[null\]; allowed: a list of objects/,
  ],
  [
    'an unknown file',
    { ...describeCalls(valid), other: { Something: 1 } },
    /other\.json is not a known description; allowed: the outputs of/,
  ],
  [
    'two endpoints',
    { ...describeCalls(valid), another: { ...describeCalls(valid).endpoint, EndpointName: 'other' } },
    /got 2 outputs of 'aws sagemaker describe-endpoint'/,
  ],
])('%s', async (_, responses, message) => {
  const { stderr, status } = await importResponses(folder, responses, { net: CONFIG });
  expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(fs.existsSync(path.join(folder, 'app'))).toBe(false);
});

test('a model without its configuration', async () => {
  const { stderr } = await importCalls(folder, valid);
  expect(stderr).toMatch(
    /the configuration of the model that the server loads is not known .* with --config; they are in s3:\/\/bucket-of-net\/net\.tar\.gz/,
  );
});

test.each(['../../outside', '..', 'a/b'])(
  'a configuration of a model whose name would be outside the app: %s',
  async (name) => {
    const { stderr } = await importCalls(folder, valid, { net: `name: "${name}"\nbackend: "python"\n` });
    expect(stderr).toContain(`got a configuration of the model "${name}"; allowed: the name of a folder`);
    expect(fs.readdirSync(folder).sort()).toEqual(['configs', 'description']);
  },
);

test('a description in UTF-16, as Windows PowerShell writes it, is read', async () => {
  const description = path.join(folder, 'description');
  writeResponses(description, describeCalls(valid));
  for (const name of fs.readdirSync(description)) {
    const file = path.join(description, name);
    fs.writeFileSync(file, `\ufeff${fs.readFileSync(file, 'utf8')}`, name === 'config.json' ? 'utf8' : 'utf16le');
  }
  const { stderr } = await runCommand(importCommand(), [
    ...['--description', description, '--output', path.join(folder, 'app')],
  ]);
  expect(stderr).toMatch(/the configuration of the model that the server loads is not known/); // all descriptions are read
});

test('an existing folder does not change', async () => {
  fs.mkdirSync(path.join(folder, 'app'));
  const { stderr } = await importCalls(folder, valid, { net: CONFIG });
  expect(stderr).toMatch(/--output: .* exists, and import does not change existing folders/);
  expect(fs.readdirSync(path.join(folder, 'app'))).toEqual([]);
});

test('an endpoint name that differs from the description', async () => {
  const { stderr } = await importCalls(folder, valid, { net: CONFIG }, ['other']);
  expect(stderr).toMatch(/got the endpoint other and a description of net/);
});
