import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { CloudFormationClient, ListStackResourcesCommand, StackResourceSummary } from '@aws-sdk/client-cloudformation';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import {
  DescribeEndpointCommand,
  DescribeEndpointConfigCommand,
  DescribeEndpointConfigOutput,
  DescribeEndpointOutput,
  DescribeModelCommand,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';
import {
  Backend,
  ModelExample,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonModelProps,
  TritonRealtimeEndpoint,
} from '../../lib';
import { writeLock } from '../../lib/artifacts/model-lock';
import { ARTIFACTS_FOLDER, classifier } from '../endpoint/fixtures';
import { AwsEmulator, CliRun, Inventory } from './aws-emulator';
import { startBootstrappedEmulator, failureOutput, Revision, serveModels, STACK } from './revision';

// The CDK CLI deploys to an AWS emulator, and the smoke test of the stack invokes a real Triton server.

const ENDPOINT = 'classifier';

/** Types of resources that the emulator only records, without creating them. They are therefore not tested here. */
const RECORDED_ONLY = ['AWS::CloudWatch::CompositeAlarm', 'AWS::S3::BucketPolicy'];

let folder: string;
let emulator: AwsEmulator;
let initialInventory: Inventory;
/** Stops the server of all deployments, which change only the limit of the batch size and the examples of the same model. */
let stopServer: (() => Promise<void>) | undefined;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'deploy-'));
  emulator = await startBootstrappedEmulator(folder);
  initialInventory = emulator.inventory();
  const served = path.join(folder, 'served');
  createRevision('served', correctExamples());
  stopServer = await serveModels(emulator, { assembly: served, endpointName: ENDPOINT });
});
afterAll(async () => {
  await stopServer?.();
  await emulator.stop();
  fs.rmSync(folder, { recursive: true });
});

const EXAMPLE = path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx.example.json');

const createRevision = (name: string, model: Partial<TritonModelProps>): Revision =>
  new Revision(emulator, {
    assembly: path.join(folder, name),
    endpointName: ENDPOINT,
    addEndpoint: (stack) =>
      new TritonRealtimeEndpoint(stack, 'Classifier', { endpointName: ENDPOINT, model: classifier(model) }),
  });

const correctExamples = (): Partial<TritonModelProps> => ({ examples: [ModelExample.fromFile(EXAMPLE)] });

async function deployedResources(): Promise<StackResourceSummary[]> {
  const stackResources = await new CloudFormationClient(emulator.clientSettings).send(
    new ListStackResourcesCommand({ StackName: STACK }),
  );
  return stackResources.StackResourceSummaries ?? [];
}

async function describeEndpoint(): Promise<{ endpoint: DescribeEndpointOutput; config: DescribeEndpointConfigOutput }> {
  const client = new SageMakerClient(emulator.clientSettings);
  const endpoint = await client.send(new DescribeEndpointCommand({ EndpointName: ENDPOINT }));
  const { EndpointConfigName } = endpoint;
  return { endpoint, config: await client.send(new DescribeEndpointConfigCommand({ EndpointConfigName })) };
}

describe('a stack that is deployed, updated and destroyed', () => {
  const revisions: Revision[] = [];
  const runs: CliRun[] = [];
  const descriptions: Awaited<ReturnType<typeof describeEndpoint>>[] = [];
  let deployedStackResources: StackResourceSummary[];
  beforeAll(async () => {
    for (const maxBatchSize of [16, 8]) {
      const next = createRevision(`batch-${maxBatchSize}`, { ...correctExamples(), maxBatchSize });
      revisions.push(next);
      runs.push(await next.deployWithServer());
      descriptions.push(await describeEndpoint());
    }
    deployedStackResources = await deployedResources();
  });

  test('is created after the smoke test received correct responses from a real Triton server', () => {
    expect(runs[0]).toMatchObject({ status: 0, output: expect.stringContaining('CREATE_COMPLETE') });
    expect(emulator.log).toMatch(/Create \w+SmokeTest\w+: SUCCESS: 1 of 1 responses are correct/);
  });

  test('has an endpoint with the properties that the template declares', () => {
    const { endpoint, config } = descriptions[0];
    expect(endpoint).toMatchObject({ EndpointStatus: 'InService', EndpointName: ENDPOINT });
    const [declared] = revisions[0].propertiesOfType('AWS::SageMaker::EndpointConfig');
    const [{ ModelName }] = config.ProductionVariants ?? [];
    expect(config.ProductionVariants).toEqual([{ ...(declared.ProductionVariants as object[])[0], ModelName }]);
  });

  test('has a new configuration of the same endpoint, and a new smoke test, after the model changes', () => {
    const [before, after] = descriptions;
    expect(runs[1]).toMatchObject({ status: 0, output: expect.stringContaining('UPDATE_COMPLETE') });
    expect(after.endpoint.EndpointArn).toBe(before.endpoint.EndpointArn);
    expect(after.config.EndpointConfigName).not.toBe(before.config.EndpointConfigName);
    expect(emulator.log).toMatch(/Update \w+SmokeTest\w+: SUCCESS: 1 of 1 responses are correct/);
  });

  test('has the files that the endpoint serves at the S3 location in the SageMaker model', async () => {
    const [{ ModelName }] = descriptions[1].config.ProductionVariants ?? [];
    const { PrimaryContainer } = await new SageMakerClient(emulator.clientSettings).send(
      new DescribeModelCommand({ ModelName }),
    );
    const [, Bucket, Prefix] =
      /^s3:\/\/([^/]+)\/(.+)$/.exec(PrimaryContainer?.ModelDataSource?.S3DataSource?.S3Uri ?? '') ?? [];
    const { Contents = [] } = await new S3Client({ ...emulator.clientSettings, forcePathStyle: true }).send(
      new ListObjectsV2Command({ Bucket, Prefix }),
    );
    expect(Contents.map(({ Key = '' }) => Key.slice(Prefix.length)).sort()).toEqual([
      'image-classifier/1/model.onnx',
      'image-classifier/config.pbtxt',
    ]);
  });

  test('has every resource of the template, except for the types that the emulator only records', () => {
    const { resources } = revisions[1];
    expect(deployedStackResources.map(({ LogicalResourceId }) => LogicalResourceId).sort()).toEqual(
      Object.keys(resources).sort(),
    );
    const recorded = deployedStackResources.filter(({ PhysicalResourceId }) =>
      PhysicalResourceId?.startsWith('recorded:'),
    );
    expect([...new Set(recorded.map(({ ResourceType }) => ResourceType))].sort()).toEqual(RECORDED_ONLY);
    // The emulator does not support blue/green updates. This expectation fails if a later version does: then test the update policy here.
    expect(descriptions[1].endpoint).not.toHaveProperty('LastDeploymentConfig');
  });

  test('leaves no resource behind after it is destroyed', async () => {
    expect(failureOutput(await revisions[1].destroy())).toBeUndefined();
    expect(emulator.inventory()).toEqual(initialInventory);
  });
});

test('if the endpoint responds incorrectly, the deployment fails with the message of the smoke test', async () => {
  const { request } = ModelExample.fromFile(EXAMPLE);
  const [output] = JSON.parse(fs.readFileSync(EXAMPLE, 'utf8')).response.outputs;
  const response = { outputs: [{ ...output, data: output.data.map((value: number) => value + 1) }] };
  const incorrect = createRevision('wrong', { examples: [ModelExample.of({ request, response })] });
  const { status, output: cliOutput } = await incorrect.deployWithServer();
  expect(status).not.toBe(0);
  expect(cliOutput).toMatch(
    /Endpoint classifier does not respond as expected.*10 of 10 values differ from the example's/,
  );
  expect(failureOutput(await incorrect.destroy())).toBeUndefined();
  expect(emulator.inventory()).toEqual(initialInventory);
});

test('a Git LFS pointer is never uploaded instead of its file', async () => {
  const weights = randomBytes(1_200_000);
  const digest = createHash('sha256').update(weights).digest('hex');
  const model = path.join(folder, 'with-pointer');
  fs.mkdirSync(path.join(model, '1'), { recursive: true });
  fs.writeFileSync(path.join(model, '1', 'model.py'), 'class TritonPythonModel: pass\n');
  const file = path.join(model, '1', 'weights.bin');
  fs.writeFileSync(file, weights);
  writeLock(model);
  const publish = (name: string, context?: Record<string, unknown>): Promise<CliRun> =>
    new Revision(emulator, {
      assembly: path.join(folder, name),
      endpointName: ENDPOINT,
      context,
      addEndpoint: (stack) =>
        new TritonRealtimeEndpoint(stack, 'Model', {
          model: new TritonModel({
            name: 'm',
            backend: Backend.PYTHON,
            files: ModelFiles.fromDirectory(model),
            outputs: [Tensor.fp32('y', [1])],
          }),
        }),
    }).publishAssets();
  const listUploaded = async (): Promise<unknown[]> => {
    const { Contents = [] } = await new S3Client({ ...emulator.clientSettings, forcePathStyle: true }).send(
      new ListObjectsV2Command({ Bucket: 'cdk-localhost-assets-123456789012-us-east-1', Prefix: digest }),
    );
    return Contents.map(({ Key, Size }) => [Key, Size]);
  };

  fs.writeFileSync(file, `version https://git-lfs.github.com/spec/v1\noid sha256:${digest}\nsize ${weights.length}\n`);
  await expect(async () => publish('pointer')).rejects.toThrow(/Git LFS pointer in place of m\/1\/weights\.bin/);
  const { status, output } = await publish('templates', { 'cdk-sagemaker-triton:templatesOnly': true });
  expect(status).not.toBe(0);
  expect(output).toContain(`asset.${digest}.bin`);
  expect(await listUploaded()).toEqual([]);

  fs.writeFileSync(file, weights);
  expect(failureOutput(await publish('pulled'))).toBeUndefined();
  expect(await listUploaded()).toEqual([[`${digest}.bin`, weights.length]]);
});

test('a cloud assembly with copies of all files is published from a different host', async () => {
  const checkout = path.join(folder, 'checkout');
  fs.mkdirSync(path.join(checkout, '1'), { recursive: true });
  fs.writeFileSync(path.join(checkout, '1', 'model.py'), 'class TritonPythonModel: pass\n');
  fs.writeFileSync(path.join(checkout, '1', 'weights.bin'), randomBytes(1_200_000));
  const files = ModelFiles.fromDirectory(checkout);
  const model = new TritonModel({ name: 'm', backend: Backend.PYTHON, files, outputs: [Tensor.fp32('y', [1])] });
  const revision = new Revision(emulator, {
    assembly: path.join(folder, 'checkout.out'),
    endpointName: ENDPOINT,
    context: { 'cdk-sagemaker-triton:assetStaging': 'copy' },
    addEndpoint: (stack) => new TritonRealtimeEndpoint(stack, 'Model', { model }),
  });
  fs.rmSync(checkout, { recursive: true });
  expect(failureOutput(await revision.moveTo(path.join(folder, 'elsewhere')).publishAssets())).toBeUndefined();
});
