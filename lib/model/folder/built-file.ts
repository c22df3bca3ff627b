import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ModelConfig } from '../../model-config/model-config';
import type { Backend } from '../values/backend';
import type { FolderFile } from './folder-content';
import type { OnnxGraph } from './readers/onnx-graph';

/** The GPU and software that a file is built for. */
export interface BuildTarget {
  /** Name of the GPU, such as `NVIDIA A10G`. */
  readonly gpuModel: string;
  /** Compute capability of the GPU, such as `8.6`. */
  readonly computeCapability: string;
  /** Undefined if the TensorRT version of the image is unknown. */
  readonly tensorRtVersion?: string;
  /** Release of a published image, such as `26.05`, or the last part of the URI of a custom image, without the account and Region. */
  readonly image: string;
}

/** A file that is required to build another file. */
export interface BuildSource extends FolderFile {
  /** Location of a file in S3. `source` is undefined for such a file. */
  readonly object?: SourceObject;
}

/** A source in S3. */
export interface SourceObject {
  readonly bucket: IBucket;
  readonly key: string;
  /** A value that changes when the content changes, which is used instead of a digest. */
  readonly version: string;
}

/** The build of a file during a deployment. */
export interface FileBuild {
  readonly sources: BuildSource[];
  /** Undefined until the model is used by an endpoint, which determines the GPU. */
  readonly target?: BuildTarget;
  /** Largest shapes of the inputs with variable dimensions, by input name. */
  readonly largestShapes: { readonly [input: string]: readonly number[] | undefined };
  /** The build in a different image. */
  withImage(image: string): FileBuild;
  /**
   * Returns a digest of everything that determines the built file.
   *
   * @param digests SHA-256 of each source in hexadecimal digits, by path. For an object in S3, the specified version instead of the SHA-256
   */
  keyOf(digests: Map<string, string>): string;
  /** Lists what determines the built file, except for its sources: the target first, and then each option. */
  describe(): [target: string, ...options: string[]];
}

/** A file of the model's folder in the model repository. */
export interface ModelFolderFile extends FolderFile {
  /** The build that creates the file, for a file that a deployment builds. */
  readonly build?: FileBuild;
  /** Text that is generated at synth, such as a config.pbtxt. */
  readonly content?: string;
  /** Name and version of the Python package that the file belongs to, such as `tokenizers 0.21.1`. The file is in the cache. */
  readonly package?: string;
}

/** The files of a model that a deployment builds. `ModelFiles` refers to them only through this interface. */
export interface BuiltFiles {
  readonly backend: Backend;
  /** The graph of the source. Undefined if it cannot be read at synth. */
  readonly graph?: OnnxGraph;
  /** Message about a source that cannot be read. Undefined if all can be read. */
  readonly problem?: string;
  /** Libraries in the model's folder that the server loads when it starts. */
  readonly pluginPaths: string[];
  /** What config.pbtxt must say about the files. Undefined for one file with the name that the backend looks for. */
  readonly config?: ModelConfig;
  /** A copy whose files are built for these GPUs. */
  forTargets(targets: BuildTarget[]): BuiltFiles;
  /**
   * The files of the version folder. Before the files are bound to the GPUs of an endpoint, one file without a target.
   *
   * @param fileName file name that the backend looks for
   * @param maxBatchSize maximum batch size of the model
   */
  entries(fileName: string, maxBatchSize: number): ModelFolderFile[];
}
