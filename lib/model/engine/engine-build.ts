import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { FolderFile } from '../folder-content';
import type { OnnxTensor } from '../readers/onnx-graph';
import type { EngineOptions } from './engine-options';
import type { ShapesByInput } from './engine-profile';

/** The GPU and software that an engine is built for. It runs on no other, but for the GPUs of its `hardwareCompatibility`. */
export interface EngineTarget {
  /** Such as `NVIDIA A10G`. */
  readonly gpuModel: string;
  /** Such as `8.6`. */
  readonly computeCapability: string;
  /** Undefined where the image's TensorRT is not known. */
  readonly tensorRtVersion?: string;
  /** The release of a published image, such as `26.05`, or the last part of an own image's URI: never an account or a region. */
  readonly image: string;
}

/** A file that an engine is built from. */
export interface EngineSource extends FolderFile {
  /** Of a file that is in S3 already: `source` is absent then. */
  readonly object?: EngineObject;
}

/** An ONNX file in S3. */
export interface EngineObject {
  readonly bucket: IBucket;
  readonly key: string;
  /** Changes with the object, and stands for its digest. */
  readonly version: string;
}

/** What of the options decides the engine. */
export interface EngineSettings extends Pick<
  EngineOptions,
  'precision' | 'layerPrecisions' | 'hardwareCompatibility' | 'optimizationLevel' | 'extraArguments'
> {
  readonly profiles: ShapesByInput[];
}

/** An engine that a deployment builds: what of, and how. */
export interface EngineBuild extends EngineSettings {
  /** The ONNX file first, then its external data by their paths beside it, then plugins as `plugins/<name>`. */
  readonly sources: EngineSource[];
  /** Options of trtexec, without paths. */
  readonly arguments: string[];
  readonly tolerance: number;
  /** Of the graph, with the batch dimension; empty where the graph cannot be read at synthesis. */
  readonly inputs: OnnxTensor[];
  readonly outputs: OnnxTensor[];
  /** Absent until an endpoint binds it. */
  readonly target?: EngineTarget;
}
