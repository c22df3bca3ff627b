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
import { ARTIFACTS, classifier } from '../endpoint/fixtures';
import { AwsEmulator, CliRun, Inventory } from './aws-emulator';
import { bootstrappedEmulator, errorOf, Revision } from './revision';

// The CDK CLI deploys to an emulator of AWS, and the stack's own smoke test asks a real Triton server.

const ENDPOINT = 'vision';
const FOREIGN = 'theirs.tar.gz';

const exampleOf = (...parts: string[]): ModelExample[] => [ModelExample.fromFile(path.join(ARTIFACTS, ...parts))];

const onnx = (maxBatchSize: number): TritonModel =>
  classifier({ name: 'classifier', maxBatchSize, examples: exampleOf('image-classifier', 'onnx.example.json') });

const preprocessing = (): TritonModel =>
  new TritonModel({
    name: 'preprocessing',
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(path.join(ARTIFACTS, 'image-pipeline', 'preprocess')),
    maxBatchSize: 16,
    inputs: [Tensor.uint8('pixels', [32, 32, 3])],
    outputs: [Tensor.fp32('image', [3, 32, 32])],
    examples: exampleOf('image-pipeline', 'preprocess.example.json'),
  });

let folder: string;
let emulator: AwsEmulator;
let s3: S3Client;
let empty: Inventory;
/** Where the models lie, and their table. */
let at: { Bucket: string; Prefix: string };
const runs: CliRun[] = [];
const revisions: Revision[] = [];
const objects: string[][] = [];
const tables: object[] = [];
const configs: (string | undefined)[] = [];

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'deploy-'));
  emulator = await bootstrappedEmulator(folder);
  empty = emulator.inventory();
  s3 = new S3Client({ ...emulator.client, forcePathStyle: true });
  for (const maxBatchSize of [16, 8]) {
    const next = new Revision(emulator, {
      assembly: path.join(folder, `batch-${maxBatchSize}`),
      endpointName: ENDPOINT,
      addEndpoint: (stack) =>
        new TritonMultiModelEndpoint(stack, 'Vision', {
          endpointName: ENDPOINT,
          models: [onnx(maxBatchSize), preprocessing()],
          openPrefix: true,
        }),
    });
    revisions.push(next);
    runs.push(await next.deploy());
    at = await location(next);
    objects.push(await objectsBelow());
    tables.push(await table());
    configs.push(await endpointConfig());
    if (runs.length === 1)
      await s3.send(new PutObjectCommand({ ...at, Key: `${at.Prefix}${FOREIGN}`, Body: 'theirs' }));
  }
});
afterAll(async () => {
  await emulator.stop();
  fs.rmSync(folder, { recursive: true });
});

/** The bucket that was made, and the prefix that the template names. */
async function location(revision: Revision): Promise<{ Bucket: string; Prefix: string }> {
  const [{ Prefix }] = revision.ofType('Custom::TritonModelPublication');
  const before = empty['s3 Buckets'];
  const { Buckets = [] } = await s3.send(new ListBucketsCommand());
  const [Bucket] = Buckets.map(({ Name = '' }) => Name).filter((name) => !before.includes(name));
  return { Bucket, Prefix: String(Prefix) };
}

async function objectsBelow(): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command(at));
  return Contents.map(({ Key = '' }) => Key.slice(at.Prefix.length)).sort();
}

async function table(): Promise<object> {
  const Key = at.Prefix.replace(/models\/$/, 'table.json');
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: at.Bucket, Key }));
  return JSON.parse((await Body?.transformToString()) ?? '');
}

async function endpointConfig(): Promise<string | undefined> {
  const sageMaker = new SageMakerClient(emulator.client);
  return (await sageMaker.send(new DescribeEndpointCommand({ EndpointName: ENDPOINT }))).EndpointConfigName;
}

test('the stack is created when each model gave the right answer, by the name of its object', () => {
  expect(errorOf(runs[0])).toBeUndefined();
  expect(emulator.log).toMatch(/Create \w+SmokeTest\w+: SUCCESS: 2 of 2 responses are correct/);
  expect(objects[0]).toEqual([
    expect.stringMatching(/^classifier-[0-9a-f]{16}\.tar\.gz$/),
    expect.stringMatching(/^preprocessing-[0-9a-f]{16}\.tar\.gz$/),
  ]);
  expect(tables[0]).toEqual({ classifier: objects[0][0], preprocessing: objects[0][1] });
});

test('a changed model comes beside the old one and is tested; the endpoint stays as it is', () => {
  expect(errorOf(runs[1])).toBeUndefined();
  expect(emulator.log).toMatch(/Update \w+SmokeTest\w+: SUCCESS: 2 of 2 responses are correct/);
  const [changed] = objects[1].filter((name) => ![...objects[0], FOREIGN].includes(name));
  expect(objects[1]).toEqual([...objects[0], FOREIGN, changed].sort());
  expect(tables[1]).toEqual({ classifier: changed, preprocessing: objects[0][1] });
  expect(configs[1]).toBe(configs[0]);
});

test('after destroy there is only what others have put there, in the bucket that stays', async () => {
  expect(errorOf(await revisions[1].destroy())).toBeUndefined();
  expect(await objectsBelow()).toEqual([FOREIGN]);
  expect(emulator.inventory()).toEqual({ ...empty, 's3 Buckets': [...empty['s3 Buckets'], at.Bucket].sort() });
});
