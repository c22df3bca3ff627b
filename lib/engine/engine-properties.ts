import type { EngineJobKind } from '../platform/engine-jobs';

/** What the handler that builds engines receives. It shares this file, which therefore imports types only. */

/** As the template has it. */
export type JobKind = `${EngineJobKind}`;

/** Properties of `Custom::TritonEngine`. Numbers are texts, since CloudFormation makes texts of them. */
export interface EngineProperties {
  readonly Bucket: string;
  /** Set where the bucket is one of the stack's: nobody else uses its engines, and it may be removed with the last of them. */
  readonly OwnBucket?: 'true';
  /** `<…>/_engines/<key>/`: sources, builds, claims and the record of one engine. */
  readonly Prefix: string;
  /** The asset bucket, with the manifest of the sources. */
  readonly SourceBucket: string;
  readonly ManifestKey: string;
  /** Of an ONNX file that is in S3 already: its bucket, its key, and its place among the sources. */
  readonly Onnx?: { readonly Bucket: string; readonly Key: string; readonly Path: string };
  readonly Job: JobKind;
  /** The kind of job that builds if the driver of the other one is too old. */
  readonly OtherJob?: JobKind;
  readonly InstanceType: string;
  readonly ImageUri: string;
  /** The role that the job runs with. */
  readonly RoleArn: string;
  readonly VolumeSizeInGB: string;
  readonly MaxRuntimeInSeconds: string;
  readonly Subnets?: string[];
  readonly SecurityGroupIds?: string[];
  /** Encrypts what the job writes to S3. */
  readonly KmsKeyArn?: string;
  /** Encrypts the job's volume; SageMaker accepts none for types with NVMe drives. */
  readonly VolumeKmsKeyArn?: string;
  /** URL of a `WaitConditionHandle`: the resource is complete when the job has begun, and the wait condition when it has ended. */
  readonly WaitHandle?: string;
  /** Days that an engine stays which no stack uses. */
  readonly UnusedDays: string;
}

/** What the names of all jobs begin with. */
export const JOB_PREFIX = 'triton-engine-';

/** The record of an engine below its prefix. It is written last: without it there is no engine. */
export const RECORD = 'engine.json';

/** The record of an engine that was built. */
export interface EngineRecord {
  readonly key: string;
  /** The job that built it. */
  readonly job: string;
  /** Its kind; a record of an earlier version has none. */
  readonly kind?: JobKind;
  /** S3 key of `model.plan`. */
  readonly plan: string;
  readonly bytes: number;
  readonly sha256: string;
  /** ETags of all that the job wrote, by their S3 keys; a record of an earlier version has none. */
  readonly objects?: Record<string, string>;
  /** What the build says of the engine: GPU, TensorRT, tensors, profiles, measured latency. */
  readonly sidecar: object;
}
