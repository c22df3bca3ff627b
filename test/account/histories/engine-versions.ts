import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket, BucketEncryption, IBucket } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  Batching,
  EnginePrecision,
  InstanceType,
  ModelFiles,
  TritonImage,
  TritonModel,
  TritonModelProps,
  TritonMultiModelEndpoint,
  TritonMultiModelEndpointProps,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { onnxBytes, onnxTensor } from '../../model/onnx-bytes';
import { createModel } from './test-models';
import { isolatedNetwork, sharedNetwork } from './network';

const FP32 = 1;
const [G5, G6] = [InstanceType.G5_XLARGE, InstanceType.G6_XLARGE];
const image = TritonImage.forRelease('25.04');

/** A bucket for the engines of several stacks. The bucket exists before the stacks. */
export const SHARED_BUCKET = 'engines-of-all';

let folder = '';

/** Writes an ONNX file of the test model, with different bytes for each version. Returns the path. */
function writeOnnxFile(version: number): string {
  if (!existsSync(folder)) folder = mkdtempSync(join(tmpdir(), 'account-engines-'));
  const file = join(folder, String(version), 'doubler.onnx');
  mkdirSync(join(folder, String(version)), { recursive: true });
  const graph = onnxBytes({
    inputs: [onnxTensor('numbers', FP32, [-1, 4])],
    outputs: [onnxTensor('doubled', FP32, [-1, 4])],
  });
  // An unknown field, which readers skip, makes the bytes of each version different.
  writeFileSync(file, Buffer.concat([graph, Buffer.from([0x50, version])]));
  return file;
}

const profiles = [{ numbers: { min: [1, 4], opt: [4, 4], max: [8, 4] } }];

function modelFiles(version: number): ModelFiles {
  return ModelFiles.fromEngineBuild(writeOnnxFile(version), { precision: EnginePrecision.FP16, profiles });
}

function engineModel(version = 1, overrides: Partial<TritonModelProps> = {}): TritonModel {
  const name = 'doubler';
  return new TritonModel({
    name,
    backend: Backend.TENSORRT,
    files: modelFiles(version),
    maxBatchSize: 8,
    ...overrides,
  });
}

function sharedBucket(stack: Stack): IBucket {
  return Bucket.fromBucketName(stack, 'Engines', SHARED_BUCKET);
}

type RealtimeProps = Partial<TritonRealtimeEndpointProps>;

function variantsOn(oldType: InstanceType, newType: InstanceType): RealtimeProps['variants'] {
  return [
    { variantName: 'Old', weight: 1, instanceType: oldType },
    { variantName: 'New', weight: 1, instanceType: newType },
  ];
}

/** Real-time endpoints whose TensorRT engines are built by the deployment. The key is the name of the version. */
const REALTIME_ENDPOINTS = {
  engine: () => ({ model: engineModel() }),
  'engine, other configuration': () => ({
    model: engineModel(1, { batching: Batching.dynamic({ maxQueueDelayMicroseconds: 500 }) }),
  }),
  'engine, other weights': () => ({ model: engineModel(2) }),
  'engine for another GPU': () => ({ model: engineModel(), instanceType: G6 }),
  'engine of two variants': () => ({ model: engineModel(), variants: variantsOn(G5, G5) }),
  'engines for two GPUs': () => ({ model: engineModel(), variants: variantsOn(G5, G6) }),
  'three engines': () => ({
    model: engineModel(),
    variants: [1, 2, 3].map((version) => ({
      variantName: `Number${version}`,
      model: engineModel(version),
      instanceType: G5,
    })),
  }),
  'engine in a VPC': (stack: Stack) => ({ model: engineModel(), ...isolatedNetwork(stack) }),
  'engine in shared subnets': (stack: Stack) => ({ model: engineModel(), ...sharedNetwork(stack) }),
  'engine in an encrypted bucket': (stack: Stack) => ({
    model: engineModel(),
    modelBucket: new Bucket(stack, 'Models', {
      encryption: BucketEncryption.KMS,
      encryptionKey: new Key(stack, 'Key'),
    }),
  }),
  'encrypted volumes': (stack: Stack) => ({
    model: engineModel(),
    instanceType: InstanceType.G7_2XLARGE,
    image: TritonImage.defaultRelease(),
    encryptionKey: new Key(stack, 'Key'),
  }),
  'engine in a shared bucket': (stack: Stack) => ({ model: engineModel(), modelBucket: sharedBucket(stack) }),
  'no engine': () => ({
    model: new TritonModel({
      name: 'doubler',
      backend: Backend.ONNXRUNTIME,
      files: ModelFiles.fromFile(writeOnnxFile(1)),
      maxBatchSize: 8,
    }),
  }),
} satisfies Record<string, (stack: Stack) => RealtimeProps>;

/** Multi-model endpoints whose engines are built and packed into archives by the deployment. The key is the name of the version. */
const MULTI_MODEL_ENDPOINTS = {
  'archived engine': () => ({ models: [engineModel(), createModel('1', 'one')] }),
  'archived engine, other weights': () => ({ models: [engineModel(2), createModel('1', 'one')] }),
} satisfies Record<string, () => Partial<TritonMultiModelEndpointProps>>;

export type EngineVersion = keyof typeof REALTIME_ENDPOINTS | keyof typeof MULTI_MODEL_ENDPOINTS;
/** Versions of real-time endpoints with engines that a history can deploy to one stack in any order. */
export const ENGINE_VERSIONS = (Object.keys(REALTIME_ENDPOINTS) as EngineVersion[]).filter(
  (version) => version !== 'engine in an encrypted bucket',
);

/** Versions of multi-model endpoints with engines that a history can deploy to one stack in any order. */
export const ARCHIVED_VERSIONS = Object.keys(MULTI_MODEL_ENDPOINTS) as EngineVersion[];

export function isEngineVersion(name: string): name is EngineVersion {
  return name in REALTIME_ENDPOINTS || name in MULTI_MODEL_ENDPOINTS;
}

export function defineEngineStack(stack: Stack, name: EngineVersion): void {
  if (name in MULTI_MODEL_ENDPOINTS) {
    const archives = MULTI_MODEL_ENDPOINTS[name as keyof typeof MULTI_MODEL_ENDPOINTS]();
    new TritonMultiModelEndpoint(stack, 'Endpoint', { image, instanceType: G5, ...archives });
    return;
  }
  const props = REALTIME_ENDPOINTS[name as keyof typeof REALTIME_ENDPOINTS](stack);
  const { variants, instanceType } = props as RealtimeProps;
  new TritonRealtimeEndpoint(stack, 'Endpoint', {
    image,
    ...(variants ? {} : { instanceType: instanceType ?? G5 }),
    ...props,
  });
}
