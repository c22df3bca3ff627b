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
import { Stack } from 'aws-cdk-lib';
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
import { ARTIFACTS, classifier } from '../endpoint/fixtures';
import { AwsEmulator, CliRun, Inventory } from './aws-emulator';
import { bootstrappedEmulator, errorOf, Revision, STACK } from './revision';

// The CDK CLI deploys to an emulator of AWS, and the stack's own smoke test asks a real Triton server.

const ENDPOINT = 'classifier';

/** What the emulator gives a name and nothing else: not proven here. */
const ONLY_NAMED = ['AWS::CloudWatch::CompositeAlarm', 'AWS::Lambda::EventInvokeConfig', 'AWS::S3::BucketPolicy'];

let folder: string;
let emulator: AwsEmulator;
let empty: Inventory;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'deploy-'));
  emulator = await bootstrappedEmulator(folder);
  empty = emulator.inventory();
});
afterAll(async () => {
  await emulator.stop();
  fs.rmSync(folder, { recursive: true });
});

const EXAMPLE = path.join(ARTIFACTS, 'image-classifier', 'onnx.example.json');

const revision = (name: string, model: Partial<TritonModelProps>): Revision =>
  new Revision(emulator, {
    assembly: path.join(folder, name),
    endpointName: ENDPOINT,
    addEndpoint: (stack) =>
      new TritonRealtimeEndpoint(stack, 'Classifier', { endpointName: ENDPOINT, model: classifier(model) }),
  });

const rightAnswers = (): Partial<TritonModelProps> => ({ examples: [ModelExample.fromFile(EXAMPLE)] });

async function deployedResources(): Promise<StackResourceSummary[]> {
  const answer = await new CloudFormationClient(emulator.client).send(
    new ListStackResourcesCommand({ StackName: STACK }),
  );
  return answer.StackResourceSummaries ?? [];
}

async function describeEndpoint(): Promise<{ endpoint: DescribeEndpointOutput; config: DescribeEndpointConfigOutput }> {
  const client = new SageMakerClient(emulator.client);
  const endpoint = await client.send(new DescribeEndpointCommand({ EndpointName: ENDPOINT }));
  const { EndpointConfigName } = endpoint;
  return { endpoint, config: await client.send(new DescribeEndpointConfigCommand({ EndpointConfigName })) };
}

describe('deploy, update, destroy', () => {
  const revisions: Revision[] = [];
  const runs: CliRun[] = [];
  const described: Awaited<ReturnType<typeof describeEndpoint>>[] = [];
  let deployed: StackResourceSummary[];
  beforeAll(async () => {
    for (const maxBatchSize of [16, 8]) {
      const next = revision(`batch-${maxBatchSize}`, { ...rightAnswers(), maxBatchSize });
      revisions.push(next);
      runs.push(await next.deploy());
      described.push(await describeEndpoint());
    }
    deployed = await deployedResources();
  });

  test('the stack is created when the shipped smoke test got right answers from a real Triton server', () => {
    expect(runs[0]).toMatchObject({ status: 0, output: expect.stringContaining('CREATE_COMPLETE') });
    expect(emulator.log).toMatch(/Create \w+SmokeTest\w+: SUCCESS: 1 of 1 responses are correct/);
  });

  test('the endpoint is as the template asks', () => {
    const { endpoint, config } = described[0];
    expect(endpoint).toMatchObject({ EndpointStatus: 'InService', EndpointName: ENDPOINT });
    const [asked] = revisions[0].ofType('AWS::SageMaker::EndpointConfig');
    const [{ ModelName }] = config.ProductionVariants ?? [];
    expect(config.ProductionVariants).toEqual([{ ...(asked.ProductionVariants as object[])[0], ModelName }]);
  });

  test('another model comes as a new configuration of the same endpoint, and is tested again', () => {
    const [before, after] = described;
    expect(runs[1]).toMatchObject({ status: 0, output: expect.stringContaining('UPDATE_COMPLETE') });
    expect(after.endpoint.EndpointArn).toBe(before.endpoint.EndpointArn);
    expect(after.config.EndpointConfigName).not.toBe(before.config.EndpointConfigName);
    expect(emulator.log).toMatch(/Update \w+SmokeTest\w+: SUCCESS: 1 of 1 responses are correct/);
  });

  test('the files that the endpoint serves are where its model says', async () => {
    const [{ ModelName }] = described[1].config.ProductionVariants ?? [];
    const { PrimaryContainer } = await new SageMakerClient(emulator.client).send(
      new DescribeModelCommand({ ModelName }),
    );
    const [, Bucket, Prefix] =
      /^s3:\/\/([^/]+)\/(.+)$/.exec(PrimaryContainer?.ModelDataSource?.S3DataSource?.S3Uri ?? '') ?? [];
    const { Contents = [] } = await new S3Client({ ...emulator.client, forcePathStyle: true }).send(
      new ListObjectsV2Command({ Bucket, Prefix }),
    );
    expect(Contents.map(({ Key = '' }) => Key.slice(Prefix.length)).sort()).toEqual([
      'image-classifier/1/model.onnx',
      'image-classifier/config.pbtxt',
    ]);
  });

  test('every resource of the template was made; what the emulator passes over is known', () => {
    const { resources } = revisions[1];
    expect(deployed.map(({ LogicalResourceId }) => LogicalResourceId).sort()).toEqual(Object.keys(resources).sort());
    const named = deployed.filter(({ PhysicalResourceId }) => PhysicalResourceId?.startsWith('recorded:'));
    expect([...new Set(named.map(({ ResourceType }) => ResourceType))].sort()).toEqual(ONLY_NAMED);
    // Nor does the emulator know blue/green: when it does, this fails and the deployment's policy can be tested here.
    expect(described[1].endpoint).not.toHaveProperty('LastDeploymentConfig');
  });

  test('nothing is left after destroy', async () => {
    expect(errorOf(await revisions[1].destroy())).toBeUndefined();
    expect(emulator.inventory()).toEqual(empty);
  });
});

test('a wrong answer fails the deployment, in the words of the smoke test', async () => {
  const { request } = ModelExample.fromFile(EXAMPLE);
  const [output] = JSON.parse(fs.readFileSync(EXAMPLE, 'utf8')).response.outputs;
  const response = { outputs: [{ ...output, data: output.data.map((value: number) => value + 1) }] };
  const wrong = revision('wrong', { examples: [ModelExample.of({ request, response })] });
  const { status, output: said } = await wrong.deploy();
  expect(status).not.toBe(0);
  expect(said).toMatch(/Endpoint classifier does not respond as expected.*10 of 10 values differ from the example's/);
  expect(errorOf(await wrong.destroy())).toBeUndefined();
  expect(emulator.inventory()).toEqual(empty);
});

test('a Git LFS pointer is never uploaded in place of its file', async () => {
  const weights = randomBytes(1_200_000);
  const digest = createHash('sha256').update(weights).digest('hex');
  const model = path.join(folder, 'with-pointer');
  fs.mkdirSync(path.join(model, '1'), { recursive: true });
  fs.writeFileSync(path.join(model, '1', 'model.py'), 'class TritonPythonModel: pass\n');
  const file = path.join(model, '1', 'weights.bin');
  fs.writeFileSync(file, weights);
  writeLock(model);
  const published = (name: string, context?: Record<string, unknown>): Promise<CliRun> =>
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
  const uploaded = async (): Promise<unknown[]> => {
    const { Contents = [] } = await new S3Client({ ...emulator.client, forcePathStyle: true }).send(
      new ListObjectsV2Command({ Bucket: 'cdk-localhost-assets-123456789012-us-east-1', Prefix: digest }),
    );
    return Contents.map(({ Key, Size }) => [Key, Size]);
  };

  fs.writeFileSync(file, `version https://git-lfs.github.com/spec/v1\noid sha256:${digest}\nsize ${weights.length}\n`);
  await expect(async () => published('pointer')).rejects.toThrow(/Git LFS pointer in place of m\/1\/weights\.bin/);
  const { status, output } = await published('templates', { 'cdk-sagemaker-triton:templatesOnly': true });
  expect(status).not.toBe(0);
  expect(output).toContain(`asset.${digest}.bin`);
  expect(await uploaded()).toEqual([]);

  fs.writeFileSync(file, weights);
  expect(errorOf(await published('pulled'))).toBeUndefined();
  expect(await uploaded()).toEqual([[`${digest}.bin`, weights.length]]);
});

describe('a cloud assembly that moves to where its sources are not', () => {
  const publishedElsewhere = async (name: string, context: Record<string, unknown>): Promise<CliRun> => {
    const checkout = path.join(folder, name);
    fs.mkdirSync(path.join(checkout, '1'), { recursive: true });
    fs.writeFileSync(path.join(checkout, '1', 'model.py'), 'class TritonPythonModel: pass\n');
    fs.writeFileSync(path.join(checkout, '1', 'weights.bin'), randomBytes(1_200_000));
    const assembly = path.join(folder, `${name}.out`);
    const files = ModelFiles.fromDirectory(checkout);
    const model = new TritonModel({ name: 'm', backend: Backend.PYTHON, files, outputs: [Tensor.fp32('y', [1])] });
    const addEndpoint = (stack: Stack): unknown => new TritonRealtimeEndpoint(stack, 'Model', { model });
    const moved = new Revision(emulator, { assembly, endpointName: ENDPOINT, context, addEndpoint }).moveTo(
      path.join(folder, 'elsewhere', name),
    );
    fs.rmSync(checkout, { recursive: true });
    return moved.publishAssets();
  };

  test('cannot be published as long as its large files stay where they were', async () => {
    const { status, output } = await publishedElsewhere('in-place', {});
    expect(status).not.toBe(0);
    expect(output).toMatch(/ENOENT.*weights\.bin/);
  });

  test('is published with copies of all files', async () => {
    expect(
      errorOf(await publishedElsewhere('copied', { 'cdk-sagemaker-triton:assetStaging': 'copy' })),
    ).toBeUndefined();
  });
});
