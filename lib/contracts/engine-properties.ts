/** Properties of `Custom::TritonEngine`. CloudFormation converts numbers to strings. */
export interface EngineProperties {
  readonly Bucket: string;
  /** `<…>/_engines/<key>/`. Contains the sources, builds and record of one engine. */
  readonly Prefix: string;
  /** The asset bucket, with the manifest of the sources. */
  readonly SourceBucket: string;
  readonly ManifestKey: string;
  /** For an ONNX file that is already in S3: its bucket, its key, and the path at which the job expects the file among the sources. */
  readonly Onnx?: { readonly Bucket: string; readonly Key: string; readonly Path: string };
  readonly InstanceType: string;
  readonly ImageUri: string;
  /** Execution role of the job. */
  readonly RoleArn: string;
  readonly VolumeSizeInGB: string;
  readonly MaxRuntimeInSeconds: string;
  readonly Subnets?: string[];
  readonly SecurityGroupIds?: string[];
  /** Key that encrypts the output of the job in S3. */
  readonly KmsKeyArn?: string;
  /** Key that encrypts the volume of the job. SageMaker accepts none for types with NVMe drives. */
  readonly VolumeKmsKeyArn?: string;
}

/** Resource type of the custom resource that empties the folder of all engines in the bucket of a stack. */
export const FOLDER_TYPE = 'Custom::TritonEngineFolder';

/** Properties of the custom resource that empties the folder of all engines. */
export interface EngineFolderProperties {
  readonly Bucket: string;
  /** `<…>/_engines/` */
  readonly Prefix: string;
}

/** Prefix of the names of all jobs. */
export const JOB_PREFIX = 'triton-engine-';

/** Name of the record below the prefix of an engine. The record is written last, so an engine without a record is incomplete. */
export const RECORD = 'engine.json';

/** Record of a complete engine. */
export interface EngineRecord {
  /** Key of the engine: the last folder of its prefix. */
  readonly key: string;
  /** Name of the job that built the engine. */
  readonly job: string;
  /** S3 key of `model.plan`. */
  readonly plan: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Description of the engine, written by the build: GPU, TensorRT version, tensors, profiles, measured latency. */
  readonly sidecar: object;
}
