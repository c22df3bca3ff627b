import * as fs from 'fs';
import * as path from 'path';
import type { FolderFile, SourceFile } from '../folder-content';
import { withLock } from '../model-lock';
import { OnnxGraph, readOnnxGraph } from '../readers/onnx-graph';
import type { EngineBuild, EngineObject, EngineSource, EngineTarget } from './engine-build';
import { EngineOptions, EnginePrecision } from './engine-options';
import { ShapesByInput } from './engine-profile';
import { distinctTargets, runsOn } from './hardware-compatibility';
import { trtexecArguments } from './trtexec-arguments';

/** Half precision and TF32, with which GPUs calculate FP32, have three digits, bfloat16 two, quantized numbers fewer. */
const TOLERANCES: Record<EnginePrecision, number> = {
  [EnginePrecision.FP32]: 0.01,
  [EnginePrecision.STRONGLY_TYPED]: 0.01,
  [EnginePrecision.FP16]: 0.01,
  [EnginePrecision.BF16]: 0.05,
  [EnginePrecision.INT8]: 0.1,
  [EnginePrecision.FP8]: 0.1,
};

/** What an engine is built from: an ONNX file with its external data, here or in S3, and how. */
export class EngineOrigin {
  private readonly options: EngineOptions;
  private known?: { graph?: OnnxGraph };

  constructor(
    private readonly origin: { readonly file: string } | { readonly object: EngineObject },
    options: EngineOptions = {},
    private readonly targets: readonly EngineTarget[] = [],
  ) {
    this.options = { ...options, plugins: options.plugins?.map((plugin) => path.resolve(plugin)) };
  }

  /** The same for the GPUs that an endpoint has. */
  public forTargets(targets: EngineTarget[]): EngineOrigin {
    const distinct = distinctTargets(targets, this.options.hardwareCompatibility);
    const sorted = distinct.sort((a, b) => Number(a.computeCapability) - Number(b.computeCapability));
    const bound = new EngineOrigin(this.origin, this.options, sorted);
    bound.known = this.known;
    return bound;
  }

  /** Whether an engine that is built on one GPU serves another. */
  public serves(built: EngineTarget, other: EngineTarget): boolean {
    return runsOn(built, other, this.options.hardwareCompatibility);
  }

  /** The GPUs that the engine is built for; none before an endpoint has said them. */
  public get boundTo(): readonly EngineTarget[] {
    return this.targets;
  }

  /** The graph; undefined for an object in S3, and for a file that cannot be read. */
  public get graph(): OnnxGraph | undefined {
    return this.read().graph;
  }

  /** Why the files cannot be read, in words. */
  public get problem(): string | undefined {
    const missing = this.plugins().find(({ source }) => !isFile(source));
    if (missing) return `the plugin ${missing.source} does not exist, or is not a file`;
    if (!('file' in this.origin)) return undefined;
    const { file } = this.origin;
    if (!fs.existsSync(file) && !this.onnx(file).absent) return `${file} does not exist`;
    if (fs.existsSync(file) && !isFile(file)) return `${file} is not a file; pass the ONNX file`;
    if (this.onnx(file).absent) {
      return `${file} is only listed in the lock next to it; inputs and external data are read from the file itself: restore the file (with Git LFS: 'git lfs pull')`;
    }
    return undefined;
  }

  /**
   * The engines as files of the version folder: one for each compute capability that needs its own, or one that no GPU is known
   * of yet.
   *
   * @param fileName the name that the backend looks for
   * @param maxBatchSize of the model, for the profile that is made where none is given
   */
  public entries(fileName: string, maxBatchSize: number): FolderFile[] {
    // The server loads the plugins from there.
    const plugins = this.plugins().map(({ path: name, source }) => ({ path: `1/${path.basename(name)}`, source }));
    return [...this.engines(fileName, maxBatchSize), ...plugins];
  }

  /** The libraries that the server loads, by their paths in the model's folder. */
  public get pluginPaths(): string[] {
    return this.plugins().map(({ path: name }) => `1/${path.basename(name)}`);
  }

  private engines(fileName: string, maxBatchSize: number): FolderFile[] {
    if (this.targets.length <= 1) return [{ path: `1/${fileName}`, build: this.build(maxBatchSize, this.targets[0]) }];
    return this.targets.map((target) => ({
      path: `1/${engineFileName(target.computeCapability)}`,
      build: this.build(maxBatchSize, target),
    }));
  }

  private build(maxBatchSize: number, target?: EngineTarget): EngineBuild {
    const { precision, layerPrecisions, hardwareCompatibility, optimizationLevel, extraArguments, tolerance } =
      this.options;
    const { graph } = this;
    const profiles = this.options.profiles?.map((profile) => profile._shapes) ?? defaultProfiles(graph, maxBatchSize);
    const settings = {
      precision,
      layerPrecisions,
      hardwareCompatibility,
      optimizationLevel,
      profiles,
      extraArguments,
    };
    return {
      ...settings,
      sources: this.sources(),
      arguments: trtexecArguments(settings, target?.tensorRtVersion),
      tolerance: tolerance ?? TOLERANCES[precision ?? EnginePrecision.STRONGLY_TYPED],
      inputs: graph?.inputs ?? [],
      outputs: graph?.outputs ?? [],
      target,
    };
  }

  private sources(): EngineSource[] {
    if (!('file' in this.origin)) {
      const { object } = this.origin;
      return [{ path: path.posix.basename(object.key), object }, ...this.plugins()];
    }
    const { file } = this.origin;
    return [this.onnx(file), ...this.externalData(file), ...this.plugins()];
  }

  private onnx(file: string): SourceFile {
    return locked(path.dirname(file), [path.basename(file)])[0];
  }

  /** What of the external data is there; what is not is a finding. ONNX itself refuses a location outside of the file's folder. */
  private externalData(file: string): SourceFile[] {
    const names = (this.graph?.externalFiles ?? []).filter(isInside).map((name) => path.posix.normalize(name));
    const files = locked(path.dirname(file), [...new Set(names)].sort());
    return files.filter(({ source, absent }) => absent || isFile(source));
  }

  private plugins(): SourceFile[] {
    return (this.options.plugins ?? []).map((source) => ({ path: `plugins/${path.basename(source)}`, source }));
  }

  private read(): { graph?: OnnxGraph } {
    if (this.known) return this.known;
    if (!('file' in this.origin)) return (this.known = {});
    try {
      this.known = { graph: readOnnxGraph(this.origin.file) };
    } catch {
      this.known = {}; // the validation says why
    }
    return this.known;
  }
}

/** The name that `cc_model_filenames` has of an engine: `model_8_6.plan`. */
export function engineFileName(computeCapability: string): string {
  return `model_${computeCapability.replace('.', '_')}.plan`;
}

/** Whether external data is in the folder of its ONNX file. */
export function isInside(location: string): boolean {
  return !path.posix.isAbsolute(location) && !path.posix.normalize(location).startsWith('..');
}

/** One profile from one item to the largest batch, where only the batch is open; none where nothing is, or more. */
function defaultProfiles(graph: OnnxGraph | undefined, maxBatchSize: number): ShapesByInput[] {
  const open = (graph?.inputs ?? []).filter(({ shape }) => shape === undefined || shape.includes(-1));
  const batchOnly = open.every(({ shape }) => shape?.lastIndexOf(-1) === 0);
  if (open.length === 0 || !batchOnly || maxBatchSize < 1) return [];
  const shapes = open.map(({ name, shape = [] }) => {
    const [min, max] = [1, maxBatchSize].map((batch) => [batch, ...shape.slice(1)]);
    return [name, { min, opt: max, max }] as const;
  });
  return [Object.fromEntries(shapes)];
}

/** Files of a folder by their names, with what the folder's lock says of them. */
function locked(folder: string, names: string[]): SourceFile[] {
  const present = names.map((name) => ({ path: name, source: path.join(folder, name) }));
  const known = withLock(folder, {
    files: present.filter(({ source }) => fs.existsSync(source)),
    folders: [],
    emptyFolders: [],
    problems: [],
  });
  return present.map((file) => known.files.find(({ path: name }) => name === file.path) ?? file);
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
