import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import {
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DescribeEndpointCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { Backend, ModelExample, ModelFiles, Tensor, TritonModel, TritonMultiModelEndpoint } from '../../lib';
import { ARTIFACTS_FOLDER, classifier } from '../endpoint/fixtures';
import { AwsEmulator, CliRun, Inventory } from './aws-emulator';
import { startBootstrappedEmulator, failureOutput, Revision } from './revision';
import { RUNS_ALL } from '../setup/proof';

// The CDK CLI deploys to an AWS emulator, and the smoke test of the stack invokes a real Triton server.

const ENDPOINT = 'vision';
const OTHER_PRINCIPALS_OBJECT = 'theirs.tar.gz';

const exampleOf = (...parts: string[]): ModelExample[] => [
  ModelExample.fromFile(path.join(ARTIFACTS_FOLDER, ...parts)),
];

const onnxModel = (maxBatchSize: number): TritonModel =>
  classifier({ name: 'classifier', maxBatchSize, examples: exampleOf('image-classifier', 'onnx.example.json') });

const preprocessingModel = (): TritonModel =>
  new TritonModel({
    name: 'preprocessing',
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(path.join(ARTIFACTS_FOLDER, 'image-pipeline', 'preprocess')),
    maxBatchSize: 16,
    inputs: [Tensor.uint8('pixels', [32, 32, 3])],
    outputs: [Tensor.fp32('image', [3, 32, 32])],
    examples: exampleOf('image-pipeline', 'preprocess.example.json'),
  });

let folder: string;
let emulator: AwsEmulator;
let s3: S3Client;
let initialInventory: Inventory;
/** Bucket and prefix of the models. The table of model names is next to the prefix. */
let modelLocation: { Bucket: string; Prefix: string };
const runs: CliRun[] = [];
const revisions: Revision[] = [];
const objects: string[][] = [];
const tables: object[] = [];
const configs: (string | undefined)[] = [];

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'deploy-'));
  emulator = await startBootstrappedEmulator(folder);
  initialInventory = emulator.inventory();
  s3 = new S3Client({ ...emulator.clientSettings, forcePathStyle: true });
  for (const maxBatchSize of [16, 8]) {
    const next = new Revision(emulator, {
      assembly: path.join(folder, `batch-${maxBatchSize}`),
      endpointName: ENDPOINT,
      addEndpoint: (stack) =>
        new TritonMultiModelEndpoint(stack, 'Vision', {
          endpointName: ENDPOINT,
          models: [onnxModel(maxBatchSize), preprocessingModel()],
          openPrefix: true,
        }),
    });
    revisions.push(next);
    runs.push(await next.deploy());
    modelLocation = await findModelLocation(next);
    objects.push(await listObjects());
    tables.push(await readTable());
    configs.push(await endpointConfigName());
    if (runs.length === 1)
      await s3.send(
        new PutObjectCommand({
          ...modelLocation,
          Key: `${modelLocation.Prefix}${OTHER_PRINCIPALS_OBJECT}`,
          Body: 'theirs',
        }),
      );
  }
});
afterAll(async () => {
  await emulator.stop();
  fs.rmSync(folder, { recursive: true });
});

/** The bucket that the deployment created, and the prefix in the template. */
async function findModelLocation(revision: Revision): Promise<{ Bucket: string; Prefix: string }> {
  const [{ Prefix }] = revision.propertiesOfType('Custom::TritonModelPublication');
  const before = initialInventory['s3 Buckets'];
  const { Buckets = [] } = await s3.send(new ListBucketsCommand());
  const [Bucket] = Buckets.map(({ Name = '' }) => Name).filter((name) => !before.includes(name));
  return { Bucket, Prefix: String(Prefix) };
}

async function listObjects(): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command(modelLocation));
  return Contents.map(({ Key = '' }) => Key.slice(modelLocation.Prefix.length)).sort();
}

async function readTable(): Promise<object> {
  const Key = modelLocation.Prefix.replace(/models\/$/, 'table.json');
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: modelLocation.Bucket, Key }));
  return JSON.parse((await Body?.transformToString()) ?? '');
}

async function endpointConfigName(): Promise<string | undefined> {
  const sageMaker = new SageMakerClient(emulator.clientSettings);
  return (await sageMaker.send(new DescribeEndpointCommand({ EndpointName: ENDPOINT }))).EndpointConfigName;
}

// The slice deploys such an endpoint in integ.proof.test.ts.
(RUNS_ALL ? describe : describe.skip)('an endpoint with an open prefix', () => {
  test('the stack is created after each model responded correctly to requests with its object name', () => {
    expect(failureOutput(runs[0])).toBeUndefined();
    expect(emulator.log).toMatch(/Create \w+SmokeTest\w+: SUCCESS: 2 of 2 responses are correct/);
    expect(objects[0]).toEqual([
      expect.stringMatching(/^classifier-[0-9a-f]{16}\.tar\.gz$/),
      expect.stringMatching(/^preprocessing-[0-9a-f]{16}\.tar\.gz$/),
    ]);
    expect(tables[0]).toEqual({ classifier: objects[0][0], preprocessing: objects[0][1] });
  });

  test('a changed model is added next to the old model and tested, and the endpoint does not change', () => {
    expect(failureOutput(runs[1])).toBeUndefined();
    expect(emulator.log).toMatch(/Update \w+SmokeTest\w+: SUCCESS: 2 of 2 responses are correct/);
    const [changed] = objects[1].filter((name) => ![...objects[0], OTHER_PRINCIPALS_OBJECT].includes(name));
    expect(objects[1]).toEqual([...objects[0], OTHER_PRINCIPALS_OBJECT, changed].sort());
    expect(tables[1]).toEqual({ classifier: changed, preprocessing: objects[0][1] });
    expect(configs[1]).toBe(configs[0]);
  });

  test('after destroy, only the retained bucket with objects of other principals remains', async () => {
    expect(failureOutput(await revisions[1].destroy())).toBeUndefined();
    expect(await listObjects()).toEqual([OTHER_PRINCIPALS_OBJECT]);
    expect(emulator.inventory()).toEqual({
      ...initialInventory,
      's3 Buckets': [...initialInventory['s3 Buckets'], modelLocation.Bucket].sort(),
    });
  });
});
