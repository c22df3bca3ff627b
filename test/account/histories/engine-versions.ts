import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket, BucketEncryption, IBucket } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  Batching,
  EnginePrecision,
  EngineProfile,
  InstanceType,
  ModelFiles,
  TensorRtEngine,
  TritonImage,
  TritonModel,
  TritonModelProps,
  TritonMultiModelEndpoint,
  TritonMultiModelEndpointProps,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { onnxBytes, onnxTensor } from '../../model/onnx-bytes';
import { model } from './models';
import { isolatedNetwork, sharedNetwork } from './network';

const FP32 = 1;
const [G5, G6, P4D] = [InstanceType.G5_XLARGE, InstanceType.G6_XLARGE, InstanceType.P4D_24XLARGE];
const image = TritonImage.forRelease('25.04');

/** A bucket that several stacks have engines in. It is there before them. */
export const SHARED_BUCKET = 'engines-of-all';

let folder = '';

/** An ONNX file of the model of these histories; another version has other bytes. */
function onnx(version: number): string {
  if (!existsSync(folder)) folder = mkdtempSync(join(tmpdir(), 'account-engines-'));
  const file = join(folder, String(version), 'doubler.onnx');
  mkdirSync(join(folder, String(version)), { recursive: true });
  const graph = onnxBytes({
    inputs: [onnxTensor('numbers', FP32, [-1, 4])],
    outputs: [onnxTensor('doubled', FP32, [-1, 4])],
  });
  // A field that nobody knows is skipped; it makes another file.
  writeFileSync(file, Buffer.concat([graph, Buffer.from([0x50, version])]));
  return file;
}

const profiles = [EngineProfile.of({ numbers: { min: [1, 4], opt: [4, 4], max: [8, 4] } })];

function files(version: number): ModelFiles {
  return ModelFiles.engineFrom(onnx(version), { precision: EnginePrecision.FP16, profiles });
}

function engineModel(version = 1, more: Partial<TritonModelProps> = {}): TritonModel {
  const name = 'doubler';
  return new TritonModel({ name, backend: Backend.TENSORRT, files: files(version), maxBatchSize: 8, ...more });
}

function shared(stack: Stack): IBucket {
  return Bucket.fromBucketName(stack, 'Engines', SHARED_BUCKET);
}

type Realtime = Partial<TritonRealtimeEndpointProps>;

function variantsOn(one: InstanceType, other: InstanceType): Realtime['variants'] {
  return [
    { variantName: 'Old', weight: 1, instanceType: one },
    { variantName: 'New', weight: 1, instanceType: other },
  ];
}

/** Endpoints whose engines the deployment builds. */
const ENDPOINTS = {
  engine: () => ({ model: engineModel() }),
  'engine, other configuration': () => ({
    model: engineModel(1, { batching: Batching.dynamic({ maxQueueDelayMicroseconds: 500 }) }),
  }),
  'engine, other weights': () => ({ model: engineModel(2) }),
  'engine for another GPU': () => ({ model: engineModel(), instanceType: G6 }),
  'engine of two variants': () => ({ model: engineModel(), variants: variantsOn(G5, G5) }),
  'engines for two GPUs': () => ({ model: engineModel(), variants: variantsOn(G5, G6) }),
  'engine that a training job builds': () => ({ model: engineModel(), instanceType: P4D }),
  'engine with CUDA 13': () => ({ model: engineModel(), image: TritonImage.forRelease('26.05') }),
  'engine with CUDA 13 in a VPC': (stack: Stack) => ({
    model: engineModel(),
    image: TritonImage.forRelease('26.05'),
    ...isolatedNetwork(stack),
  }),
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
  'engine of a training job in shared subnets': (stack: Stack) => ({
    model: engineModel(),
    instanceType: P4D,
    ...sharedNetwork(stack),
  }),
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
  'engine in a shared bucket': (stack: Stack) => ({ model: engineModel(), modelBucket: shared(stack) }),
  'no engine': () => ({
    model: new TritonModel({
      name: 'doubler',
      backend: Backend.ONNXRUNTIME,
      files: ModelFiles.fromFile(onnx(1)),
      maxBatchSize: 8,
    }),
  }),
} satisfies Record<string, (stack: Stack) => Realtime>;

/** Multi-model endpoints, whose deployment packs the engine into an archive. */
const ARCHIVES = {
  'archived engine': () => ({ models: [engineModel(), model('1', 'one')] }),
  'archived engine, other configuration': () => ({
    models: [engineModel(1, { batching: Batching.dynamic({ maxQueueDelayMicroseconds: 500 }) }), model('1', 'one')],
  }),
  'archived engine, other weights': () => ({ models: [engineModel(2), model('1', 'one')] }),
  'archived engine, open prefix': () => ({ models: [engineModel(), model('1', 'one')], openPrefix: true }),
  'archived engine, open prefix, other weights': () => ({
    models: [engineModel(2), model('1', 'one')],
    openPrefix: true,
  }),
  'archived engine, shared bucket': (stack: Stack) => ({ models: [engineModel()], modelBucket: shared(stack) }),
  'archived engine, encrypted bucket': (stack: Stack) => ({
    models: [engineModel()],
    modelBucket: new Bucket(stack, 'Models', {
      encryption: BucketEncryption.KMS,
      encryptionKey: new Key(stack, 'Key'),
    }),
  }),
  'archived engine, added later': (stack: Stack) => ({ models: [], openPrefix: true, ...sharedNetwork(stack) }),
} satisfies Record<string, (stack: Stack) => Partial<TritonMultiModelEndpointProps>>;

/** Stacks with an engine, and no endpoint. */
const AHEAD = {
  'engine ahead': { version: 1, hours: 3 },
  'engine ahead, other weights': { version: 2, hours: 3 },
  'engine ahead, within 11 hours': { version: 1, hours: 11 },
} as const;

export type EngineVersion = keyof typeof ENDPOINTS | keyof typeof ARCHIVES | keyof typeof AHEAD;
/** Versions of one app that can follow each other. */
export const ENGINE_VERSIONS = (Object.keys(ENDPOINTS) as EngineVersion[]).filter(
  (version) => version !== 'engine in an encrypted bucket',
);

/** Multi-model endpoints that can follow each other, and those without engines. In a bucket of the user's, engines stay for a while. */
export const ARCHIVED_VERSIONS = [
  'archived engine',
  'archived engine, other configuration',
  'archived engine, other weights',
  'archived engine, open prefix',
  'archived engine, open prefix, other weights',
] as const satisfies EngineVersion[];

export function isEngineVersion(name: string): name is EngineVersion {
  return name in ENDPOINTS || name in ARCHIVES || name in AHEAD;
}

export function defineEngine(stack: Stack, name: EngineVersion): void {
  if (name in AHEAD) {
    const { version, hours } = AHEAD[name as keyof typeof AHEAD];
    new TensorRtEngine(stack, 'Engine', {
      files: files(version),
      maxBatchSize: 8,
      instanceType: G5,
      image,
      bucket: shared(stack),
      maxBuildTime: Duration.hours(hours),
    });
    return;
  }
  if (name in ARCHIVES) {
    const archives = ARCHIVES[name as keyof typeof ARCHIVES](stack);
    const endpoint = new TritonMultiModelEndpoint(stack, 'Endpoint', { image, instanceType: G5, ...archives });
    if (archives.models.length === 0) endpoint.addModel(engineModel());
    return;
  }
  const props = ENDPOINTS[name as keyof typeof ENDPOINTS](stack);
  const { variants, instanceType } = props as Realtime;
  new TritonRealtimeEndpoint(stack, 'Endpoint', {
    image,
    ...(variants ? {} : { instanceType: instanceType ?? G5 }),
    ...props,
  });
}
