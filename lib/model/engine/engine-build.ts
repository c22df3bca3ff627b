import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { tensorRtOf } from '../../facts/tensorrt';
import type { FolderFile } from '../folder-content';
import type { OnnxTensor } from '../readers/onnx-graph';
import type { EngineOptions } from './engine-options';
import type { ShapesByInput } from './engine-profile';

/** The GPU and software that an engine is built for. */
export interface EngineTarget {
  /** Name of the GPU, such as `NVIDIA A10G`. */
  readonly gpuModel: string;
  /** Compute capability of the GPU, such as `8.6`. */
  readonly computeCapability: string;
  /** Undefined if the TensorRT version of the image is unknown. */
  readonly tensorRtVersion?: string;
  /** Release of a published image, such as `26.05`, or the last part of the URI of a custom image, without the account and Region. */
  readonly image: string;
}

/** A file that is required to build an engine. */
export interface EngineSource extends FolderFile {
  /** Location of a file in S3. `source` is undefined for such a file. */
  readonly object?: EngineObject;
}

/** An ONNX file in S3. */
export interface EngineObject {
  readonly bucket: IBucket;
  readonly key: string;
  /** A value that changes when the content changes, which is used instead of a digest. */
  readonly version: string;
}

/** The options that determine the engine. */
export interface EngineSettings extends Pick<EngineOptions, 'precision' | 'extraArguments'> {
  readonly profiles: ShapesByInput[];
}

/** The build of an engine during a deployment: its input files and its settings. */
export interface EngineBuild extends EngineSettings {
  /** The ONNX file, followed by its external data with relative paths, and plugins as `plugins/<name>`. */
  readonly sources: EngineSource[];
  /** Options of trtexec, without paths. */
  readonly arguments: string[];
  readonly tolerance: number;
  /** Inputs of the graph, including the batch dimension. Empty if the graph cannot be read at synth. */
  readonly inputs: OnnxTensor[];
  readonly outputs: OnnxTensor[];
  /** Undefined until the model is used by an endpoint, which determines the GPU. */
  readonly target?: EngineTarget;
}

/** A file of the model's folder in the model repository. */
export interface ModelFolderFile extends FolderFile {
  /** The build that creates the file, for an engine that a deployment builds. */
  readonly build?: EngineBuild;
  /** Text that is generated at synth, such as a config.pbtxt. */
  readonly content?: string;
  /** Name and version of the Python package that the file belongs to, such as `tokenizers 0.21.1`. The file is in the cache. */
  readonly package?: string;
}

/** Returns the target for a GPU and a published image of Triton. */
export function engineTargetOf(
  { gpuModel, computeCapability }: Pick<EngineTarget, 'gpuModel' | 'computeCapability'>,
  release: string,
): EngineTarget {
  return { gpuModel, computeCapability, tensorRtVersion: tensorRtOf(release)?.version, image: release };
}
