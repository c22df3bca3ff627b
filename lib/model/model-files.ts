import * as fs from 'fs';
import * as path from 'path';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import type { EngineTarget } from './engine/engine-build';
import type { EngineOptions } from './engine/engine-options';
import { EngineOrigin } from './engine/engine-source';
import { FolderContent, FolderFile, readFolder, SourceFile } from './folder-content';
import { withLock } from './model-lock';
import { requireGiven } from './render';
import { rulePage } from '../findings/rule-page';
import { withFileErrors } from '../platform/file-error';

/** Folders and files that Triton looks for beside the version folders. */
const BESIDE_VERSIONS = ['config.pbtxt', 'warmup', 'initial_state', 'configs'];

/** Extensions that files of other kinds have, too: a script or a list is not taken for a model. */
const NOT_TELLING = ['.py', '.txt', '.json'];

/** What a file layout depends on. */
export interface LayoutHints {
  /** What the backend calls its file. */
  readonly defaultFileName?: string;
  /** Files that belong beside the version folders, such as labels. */
  readonly besideVersions?: string[];
  /** The model's largest batch, for which an engine is built. */
  readonly maxBatchSize?: number;
}

/**
 * The files of a model.
 *
 * Files are read only when the model is validated. A file is never loaded into memory completely, regardless of its size.
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
    requireGiven('ModelFiles.fromFile', { file });
    return new ModelFiles(path.resolve(file), 'file');
  }

  /**
   * The folder of a model, with numeric version folders (`1/model.onnx`), labels, and the folders `warmup` and `initial_state`. If the
   * folder contains the model file and no version folders, the folder with all its files becomes version 1.
   *
   * @param folder path of the folder. A config.pbtxt in the folder is ignored (see `TritonModel.fromDirectory`)
   */
  public static fromDirectory(folder: string): ModelFiles {
    requireGiven('ModelFiles.fromDirectory', { folder });
    return new ModelFiles(path.resolve(folder), 'folder');
  }

  /**
   * A complete model repository in S3: an archive (`….tar.gz`), or a prefix with the uncompressed files. It must contain
   * `<model name>/config.pbtxt`, because nothing is added to it. The library cannot check its files at synth.
   *
   * @param bucket the S3 bucket, in the Region of the endpoint
   * @param keyOrPrefix key of the archive, or the prefix
   * @param version a value that changes with the content, such as the version ID of the object, its ETag or a hash. A new value deploys the
   * model again. SageMaker always downloads the current content of the key or prefix. Without a version, new content under the same key is
   * not deployed, and synthesis reports a warning
   */
  public static fromS3(bucket: IBucket, keyOrPrefix: string, version?: string): ModelFiles {
    requireGiven('ModelFiles.fromS3', { bucket, keyOrPrefix });
    return new ModelFiles('', 'folder', bucket, keyOrPrefix, version);
  }

  /**
   * A version in SageMaker's model registry (a model package). SageMaker uses the image, the data and the environment variables of the
   * package.
   *
   * Set `image` of the endpoint to the image of the package, and `bucket` and `keyOrPrefix` to its model data. The execution role is
   * granted access to both. The data is a model repository, as with `fromS3`. The package must set the environment variable
   * `SAGEMAKER_TRITON_DEFAULT_MODEL_NAME`, and the environment variables that `server` of the endpoint would otherwise set, because
   * SageMaker accepts environment variables only from the package. Supported for real-time and asynchronous endpoints.
   *
   * @param modelPackageArn ARN of the version, in the Region of the endpoint:
   * `arn:aws:sagemaker:<region>:<account>:model-package/<group>/<version>`
   * @param bucket the S3 bucket of the package's model data
   * @param keyOrPrefix key of the package's archive, or the prefix of its files
   */
  public static fromModelPackage(modelPackageArn: string, bucket: IBucket, keyOrPrefix: string): ModelFiles {
    requireGiven('ModelFiles.fromModelPackage', { modelPackageArn, bucket, keyOrPrefix });
    return new ModelFiles('', 'folder', bucket, keyOrPrefix, modelPackageArn, undefined, modelPackageArn);
  }

  /**
   * A TensorRT engine that the deployment builds from an ONNX file on the GPUs of the endpoint: one engine for each GPU model, unless
   * `hardwareCompatibility` of the options allows an engine to run on several. Files with external data next to the ONNX file are included.
   * Set `backend` to `Backend.TENSORRT`. Inputs and outputs are read from the graph.
   *
   * @param onnxFile path of the ONNX file
   * @param options options of the build, such as precision, profiles and plugins
   */
  public static engineFrom(onnxFile: string, options?: EngineOptions): ModelFiles {
    requireGiven('ModelFiles.engineFrom', { onnxFile });
    const file = path.resolve(onnxFile);
    return new ModelFiles(file, 'engine', undefined, '', undefined, new EngineOrigin({ file }, options));
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
  public static engineFromS3(bucket: IBucket, key: string, version: string, options?: EngineOptions): ModelFiles {
    requireGiven('ModelFiles.engineFromS3', { bucket, key, version });
    const origin = new EngineOrigin({ object: { bucket, key, version } }, options);
    return new ModelFiles('', 'engine', undefined, '', undefined, origin);
  }

  private folderContent?: FolderContent;
  private singleFile?: SourceFile;

  private constructor(
    private readonly localPath: string,
    private readonly kind: 'file' | 'folder' | 'engine',
    private readonly bucket?: IBucket,
    private readonly key: string = '',
    private readonly version?: string,
    private readonly engine?: EngineOrigin,
    private readonly modelPackageArn?: string,
  ) {}

  /** Where the files are, for files in S3. @internal */
  public get _location(): { bucket: IBucket; key: string; version?: string } | undefined {
    return this.bucket && { bucket: this.bucket, key: this.key, version: this.version };
  }

  /** ARN of the model package that the files belong to. @internal */
  public get _modelPackageArn(): string | undefined {
    return this.modelPackageArn;
  }

  /** The local file or folder. @internal */
  public get _source(): string {
    return this.localPath;
  }

  /** Why the files cannot be read, in words. @internal */
  public get _problem(): string | undefined {
    if (this.bucket) return undefined;
    if (this.engine) return this.engine.problem;
    if (this.kind === 'file' && this.single.absent) return undefined;
    const stat = withFileErrors(this.localPath, () => fs.statSync(this.localPath, { throwIfNoEntry: false }));
    if (!stat) return `${this.localPath} does not exist`;
    if (this.kind === 'file' && !stat.isFile()) {
      return `${this.localPath} is not a file; for a folder use ModelFiles.fromDirectory`;
    }
    if (this.kind === 'folder' && !stat.isDirectory()) {
      return `${this.localPath} is not a folder; for a single model file use ModelFiles.fromFile`;
    }
    return undefined;
  }

  /** What an engine is built from; undefined for files of other kinds. @internal */
  public get _engine(): EngineOrigin | undefined {
    return this.engine;
  }

  /** Files whose engines are built for these GPUs, which have different compute capabilities; the same files of other kinds. @internal */
  public _forTargets(targets: EngineTarget[]): ModelFiles {
    if (!this.engine) return this;
    return new ModelFiles(this.localPath, 'engine', undefined, '', undefined, this.engine.forTargets(targets));
  }

  /** What the folder holds; undefined for a file, and for files in S3. @internal */
  public get _content(): FolderContent | undefined {
    if (this.kind !== 'folder' || this.bucket) return undefined;
    this.folderContent ??= withLock(this.localPath, readFolder(this.localPath));
    return this.folderContent;
  }

  /** A single file, which may be in the lock beside it only. */
  private get single(): SourceFile {
    this.singleFile ??= this.readSingle();
    return this.singleFile;
  }

  private readSingle(): SourceFile {
    const alone = { path: path.basename(this.localPath), source: this.localPath };
    const folder = path.dirname(this.localPath);
    const present = fs.existsSync(this.localPath) ? [alone] : [];
    const { files } = withLock(folder, { files: present, folders: [], emptyFolders: [], problems: [] });
    return files.find((file) => file.path === alone.path) ?? alone;
  }

  /** Whether the folder has version folders of its own. @internal */
  public get _versioned(): boolean {
    return this._content?.folders.some((name) => /^[+-]?\d/.test(name)) ?? false;
  }

  /**
   * The files as they belong into the model's folder of the repository, sorted by path; empty for files in S3.
   *
   * @throws when the file or folder is not there
   * @internal
   */
  public _entries(hints: LayoutHints = {}): FolderFile[] {
    if (this._problem) throw new Error(`ModelFiles: ${this._problem} ${rulePage('files.missing')}`);
    if (this.bucket) return [];
    if (this.engine) return this.engine.entries(hints.defaultFileName ?? 'model.plan', hints.maxBatchSize ?? 0);
    if (this.kind === 'file') {
      return [{ ...this.single, path: `1/${hints.defaultFileName ?? path.basename(this.localPath)}` }];
    }
    const files = (this._content?.files ?? []).filter((file) => file.path !== 'config.pbtxt');
    return this._versioned ? files : intoVersionOne(files, hints);
  }
}

/** Lays out a folder that holds a model file instead of version folders; without one, what belongs beside these is all that is left. */
function intoVersionOne(files: FolderFile[], { defaultFileName, besideVersions = [] }: LayoutHints): FolderFile[] {
  const beside = [...BESIDE_VERSIONS, ...besideVersions];
  const stays = (file: FolderFile): boolean => beside.includes(file.path) || beside.includes(file.path.split('/')[0]);
  const moved = files.filter((file) => !stays(file));
  const renamed = findRenamed(moved, defaultFileName);
  const complete = renamed ?? moved.find((file) => file.path.split('/')[0] === defaultFileName);
  if (!complete) return files.filter(stays);
  return files
    .map((file) => {
      if (stays(file)) return file;
      return { ...file, path: `1/${file === renamed ? (defaultFileName ?? file.path) : file.path}` };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The model file under another name than the backend's: the only one with its extension, or the only one at all. */
function findRenamed(files: FolderFile[], defaultFileName?: string): FolderFile | undefined {
  if (defaultFileName === undefined) return files.length === 1 ? files[0] : undefined;
  const extension = path.extname(defaultFileName);
  if (NOT_TELLING.includes(extension) || files.some((file) => file.path.split('/')[0] === defaultFileName))
    return undefined;
  const alike = files.filter((file) => path.dirname(file.path) === '.' && path.extname(file.path) === extension);
  return alike.length === 1 ? alike[0] : undefined;
}
