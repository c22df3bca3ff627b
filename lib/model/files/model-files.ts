import * as fs from 'fs';
import * as path from 'path';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import type { BuildTarget, BuiltFiles, ModelFolderFile } from '../folder/built-file';
import type { EngineOptions } from '../engine/engine-options';
import { EngineBuildSource } from '../engine/engine-source';
import { FolderContent, FolderFile, readFolder, SourceFile } from '../folder/folder-content';
import { filesWithLock, addLockEntries } from '../folder/model-lock';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { rulePage } from '../../findings/rule-page';
import { withFileErrors } from '../../files/file-error';

/** Folders and files that Triton looks for in the model's folder, outside of the version folders. */
const SHARED_FILES = ['config.pbtxt', 'warmup', 'initial_state', 'configs'];

/** Extensions that are also used for other files, such as scripts and lists, so they do not identify the model file. */
const AMBIGUOUS_EXTENSIONS = ['.py', '.txt', '.json'];

/** Location of files in S3. */
interface S3Location {
  readonly bucket: IBucket;
  readonly key: string;
  readonly version?: string;
  /** ARN of the model package that the files belong to. */
  readonly modelPackageArn?: string;
}

/** Properties of the model that determine the file layout. */
export interface LayoutHints {
  /** File name that the backend looks for. */
  readonly defaultFileName?: string;
  /** Files outside of the version folders, such as labels. */
  readonly sharedFiles?: string[];
  /** Maximum batch size of the model, for which an engine is built. */
  readonly maxBatchSize?: number;
}

/**
 * The files of a model.
 *
 * Files are read only when the model is validated. The library never loads a complete file into memory.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_repository.md
 * @example
 * new TritonModel({ name: 'bert', backend: Backend.ONNXRUNTIME, files: ModelFiles.fromDirectory('models/bert') }); // 1/model.onnx
 */
export class ModelFiles {
  /**
   * One model file. It becomes version 1, with the file name that the backend requires.
   *
   * @param file path of the file, such as `resnet50.onnx`
   */
  public static fromFile(file: string): ModelFiles {
    return new ModelFiles('file', path.resolve(file));
  }

  /**
   * The folder of a model, with numeric version folders (`1/model.onnx`), labels, and the folders `warmup` and `initial_state`. If the
   * folder contains the model file and no version folders, the folder with all its files becomes version 1.
   *
   * @param folder path of the folder. A config.pbtxt in the folder is not used, and a warning says so: use `TritonModel.fromDirectory`
   */
  public static fromDirectory(folder: string): ModelFiles {
    return new ModelFiles('folder', path.resolve(folder));
  }

  /**
   * A complete model repository in S3: an archive (`….tar.gz`), or a prefix with the uncompressed files. It must contain
   * `<model name>/config.pbtxt`, because the library adds no files. The library cannot check the files at synth.
   *
   * @param bucket the S3 bucket, in the Region of the endpoint. If a KMS key encrypts the objects, import the bucket with its `encryptionKey`.
   * In a different account, the policy of the bucket must allow the endpoint's role `s3:GetObject` and `s3:ListBucket`, and the policy of the
   * key `kms:Decrypt`
   * @param keyOrPrefix key of the archive, or the prefix. A key without `.tar.gz` at the end is a prefix, also if it is known only at deployment
   * @param version a value that changes with the content, such as the version ID of the object, its ETag or a hash. A new value deploys the
   * model again. SageMaker always downloads the current content of the key or prefix. Without a version, new content under the same key is
   * not deployed, and synthesis reports a warning
   */
  public static fromS3(bucket: IBucket, keyOrPrefix: string, version?: string): ModelFiles {
    return new ModelFiles('s3', '', { bucket, key: keyOrPrefix, version });
  }

  /**
   * A version in SageMaker's model registry (a model package). SageMaker uses the image, the data and the environment variables of the
   * package.
   *
   * Set `image` of the endpoint to the image of the package, and `bucket` and `keyOrPrefix` to the package's model data. The execution role
   * is granted access to the image and the data. The data is a model repository, as with `fromS3`. The package must set the environment variable
   * `SAGEMAKER_TRITON_DEFAULT_MODEL_NAME`, and the environment variables that `server` of the endpoint would otherwise set, because
   * SageMaker accepts environment variables only from the package. Supported for real-time and asynchronous endpoints.
   *
   * @param modelPackageArn ARN of the version, in the Region of the endpoint:
   * `arn:aws:sagemaker:<region>:<account>:model-package/<group>/<version>`
   * @param bucket the S3 bucket of the package's model data
   * @param keyOrPrefix key of the package's archive, or the prefix of its files
   */
  public static fromModelPackage(modelPackageArn: string, bucket: IBucket, keyOrPrefix: string): ModelFiles {
    return new ModelFiles('s3', '', { bucket, key: keyOrPrefix, version: modelPackageArn, modelPackageArn });
  }

  /**
   * A TensorRT engine that the deployment builds from an ONNX file on the GPUs of the endpoint: one engine for each GPU model. Files with
   * external data next to the ONNX file are included. Set `backend` to `Backend.TENSORRT`. Inputs and outputs are read from the graph.
   *
   * @param onnxFile path of the ONNX file
   * @param options options of the build, such as precision, profiles and plugins
   */
  public static fromEngineBuild(onnxFile: string, options?: EngineOptions): ModelFiles {
    const file = path.resolve(onnxFile);
    return new ModelFiles('engine', file, undefined, new EngineBuildSource({ file }, options));
  }

  /**
   * A TensorRT engine that the deployment builds from an ONNX file in S3. The file cannot be read at synth, so set `inputs` and `outputs`
   * of the model, and `profiles` of the engine for variable dimensions. The file must contain the weights, without external data.
   *
   * @param bucket the S3 bucket
   * @param key key of the ONNX file
   * @param version a value that changes with the content, such as the version ID of the object, its ETag or a hash. A new value builds the
   * engine again
   * @param options options of the build, such as precision, profiles and plugins
   */
  public static fromEngineBuildS3(bucket: IBucket, key: string, version: string, options?: EngineOptions): ModelFiles {
    return new ModelFiles(
      'engine',
      '',
      undefined,
      new EngineBuildSource({ object: { bucket, key, version } }, options),
    );
  }

  private folderContent?: FolderContent;
  private singleFile?: SourceFile;

  private constructor(
    private readonly kind: 'file' | 'folder' | 's3' | 'engine',
    /** The local file or folder. @internal */
    public readonly _source: string,
    /** Location of files in S3. @internal */
    public readonly _location?: S3Location,
    /** The files that the deployment builds. Undefined for all other files. @internal */
    public readonly _builds?: BuiltFiles,
  ) {}

  /** Message about files that cannot be read. @internal */
  public get _problem(): string | undefined {
    if (this._location) return undefined;
    if (this._builds) return this._builds.problem;
    if (this.kind === 'file' && this.single.absent) return undefined;
    const stat = withFileErrors(this._source, () => fs.statSync(this._source, { throwIfNoEntry: false }));
    if (!stat) return `${this._source} does not exist`;
    if (this.kind === 'file' && !stat.isFile()) {
      return `${this._source} is not a file; for a folder use ${inLanguageOfApp('ModelFiles.fromDirectory')}`;
    }
    if (this.kind === 'folder' && !stat.isDirectory()) {
      return `${this._source} is not a folder; for a single model file use ${inLanguageOfApp('ModelFiles.fromFile')}`;
    }
    return undefined;
  }

  /** Returns a copy whose files are built for these GPUs. Files that exist are returned unchanged. @internal */
  public _forTargets(targets: BuildTarget[]): ModelFiles {
    if (!this._builds) return this;
    return new ModelFiles('engine', this._source, undefined, this._builds.forTargets(targets));
  }

  /** Content of the folder. Undefined for a single file, and for files in S3. @internal */
  public get _content(): FolderContent | undefined {
    if (this.kind !== 'folder') return undefined;
    this.folderContent ??= addLockEntries(this._source, readFolder(this._source));
    return this.folderContent;
  }

  /** The file of `fromFile`, which can be missing on the disk and only be listed in a lock file. */
  private get single(): SourceFile {
    this.singleFile ??= filesWithLock(path.dirname(this._source), [path.basename(this._source)])[0];
    return this.singleFile;
  }

  /** Whether the folder contains version folders. @internal */
  public get _versioned(): boolean {
    return this._content?.folders.some((name) => /^[+-]?\d/.test(name)) ?? false;
  }

  /**
   * The files with their paths in the model's folder of the repository, sorted by path. Empty for files in S3.
   *
   * @throws if the file or folder does not exist
   * @internal
   */
  public _entries(hints: LayoutHints = {}): ModelFolderFile[] {
    if (this._problem) throw new Error(`ModelFiles: ${this._problem} ${rulePage('files.missing')}`);
    if (this._location) return [];
    if (this._builds) return this._builds.entries(hints.defaultFileName ?? 'model.plan', hints.maxBatchSize ?? 0);
    if (this.kind === 'file') {
      return [{ ...this.single, path: `1/${hints.defaultFileName ?? path.basename(this._source)}` }];
    }
    const files = (this._content?.files ?? []).filter((file) => file.path !== 'config.pbtxt');
    return this._versioned ? files : filesInVersionOne(files, hints);
  }
}

/** The files of a folder without version folders, with their paths in version 1. If no model file is found, only the shared files. */
function filesInVersionOne(files: FolderFile[], { defaultFileName, sharedFiles = [] }: LayoutHints): FolderFile[] {
  const shared = [...SHARED_FILES, ...sharedFiles];
  const isShared = (file: FolderFile): boolean =>
    shared.includes(file.path) || shared.includes(file.path.split('/')[0]);
  const versionFiles = files.filter((file) => !isShared(file));
  const misnamedFile = findMisnamedFile(versionFiles, defaultFileName);
  const modelFile = misnamedFile ?? versionFiles.find((file) => file.path.split('/')[0] === defaultFileName);
  if (!modelFile) return files.filter(isShared);
  return files
    .map((file) => {
      if (isShared(file)) return file;
      return { ...file, path: `1/${file === misnamedFile ? (defaultFileName ?? file.path) : file.path}` };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Finds a model file with a different name than the backend requires: the only file with the extension, or the only file. */
function findMisnamedFile(files: FolderFile[], defaultFileName?: string): FolderFile | undefined {
  if (defaultFileName === undefined) return files.length === 1 ? files[0] : undefined;
  const extension = path.extname(defaultFileName);
  if (AMBIGUOUS_EXTENSIONS.includes(extension) || files.some((file) => file.path.split('/')[0] === defaultFileName))
    return undefined;
  const candidates = files.filter((file) => path.dirname(file.path) === '.' && path.extname(file.path) === extension);
  return candidates.length === 1 ? candidates[0] : undefined;
}
