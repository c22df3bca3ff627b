import * as fs from 'fs';
import * as path from 'path';
import type { SourceFile } from '../folder/folder-content';
import { filesWithLock } from '../folder/model-lock';
import { OnnxGraph, readOnnxGraph } from '../folder/readers/onnx-graph';
import { ModelConfig } from '../../model-config';
import { Backend } from '../values/backend';
import type { BuildSource, BuildTarget, BuiltFiles, ModelFolderFile, SourceObject } from '../folder/built-file';
import { EngineBuild, engineBuild } from './engine-build';
import { EngineOptions, EnginePrecision } from './engine-options';
import { ShapesByInput } from './engine-profile';
import { trtexecArguments } from './trtexec-options';

/**
 * Default tolerances. FP16 and TF32 (which GPUs use for FP32) have a precision of three digits, BF16 of two digits, and quantized numbers of
 * fewer digits.
 */
const DEFAULT_TOLERANCES: Record<EnginePrecision, number> = {
  [EnginePrecision.FP32]: 0.01,
  [EnginePrecision.STRONGLY_TYPED]: 0.01,
  [EnginePrecision.FP16]: 0.01,
  [EnginePrecision.BF16]: 0.05,
  [EnginePrecision.INT8]: 0.1,
  [EnginePrecision.FP8]: 0.1,
};

/** The input of an engine build: an ONNX file on the local disk or in S3, local files with external data, and the options of the build. */
export class EngineBuildSource implements BuiltFiles {
  public readonly backend = Backend.TENSORRT;
  private readonly options: EngineOptions;
  /** Set after the file has been read. The inner `graph` is undefined if the file is in S3 or cannot be read. */
  private cachedGraph?: { graph?: OnnxGraph };

  constructor(
    private readonly origin: { readonly file: string } | { readonly object: SourceObject },
    options: EngineOptions = {},
    /** The GPUs that the engine is built for. Empty until the engine is bound to an endpoint. */
    private readonly boundTargets: readonly BuildTarget[] = [],
  ) {
    this.options = { ...options, plugins: options.plugins?.map((plugin) => path.resolve(plugin)) };
  }

  /** A copy that is bound to the GPUs of an endpoint. */
  public forTargets(targets: BuildTarget[]): EngineBuildSource {
    const distinct = new Map(targets.map((target) => [target.gpuModel, target]));
    const sorted = [...distinct.values()].sort((a, b) => Number(a.computeCapability) - Number(b.computeCapability));
    const bound = new EngineBuildSource(this.origin, this.options, sorted);
    bound.cachedGraph = this.cachedGraph;
    return bound;
  }

  /** The graph of the ONNX file. Undefined for an object in S3, and for a file that cannot be read. */
  public get graph(): OnnxGraph | undefined {
    return this.readGraph().graph;
  }

  /** Message about a file that cannot be read. Undefined if all files can be read. */
  public get problem(): string | undefined {
    const missing = this.plugins().find(({ source }) => !isFile(source));
    if (missing) return `the plugin ${missing.source} does not exist, or is not a file`;
    if (!('file' in this.origin)) return undefined;
    const { file } = this.origin;
    if (!fs.existsSync(file) && !this.onnxFile(file).absent) return `${file} does not exist`;
    if (fs.existsSync(file) && !isFile(file)) return `${file} is not a file; pass the ONNX file`;
    if (this.onnxFile(file).absent) {
      return `${file} is only listed in the lock next to it; inputs and external data are read from the file itself: restore the file (with Git LFS: 'git lfs pull')`;
    }
    return undefined;
  }

  /**
   * The files of the version folder: the plugins, and one engine for each target. Before the engine is bound to an endpoint, the folder
   * contains one engine without a target.
   *
   * @param fileName file name that the backend looks for
   * @param maxBatchSize maximum batch size of the model, for the default profile
   */
  public entries(fileName: string, maxBatchSize: number): ModelFolderFile[] {
    // The server loads the plugins from the version folder.
    const plugins = this.plugins().map(({ path: name, source }) => ({ path: `1/${path.basename(name)}`, source }));
    return [...this.engines(fileName, maxBatchSize), ...plugins];
  }

  /** Paths of the plugins in the model's folder. The server loads the plugins from these paths. */
  public get pluginPaths(): string[] {
    return this.plugins().map(({ path: name }) => `1/${path.basename(name)}`);
  }

  /** The file names of the engines by compute capability. Triton loads the engine for the compute capability of the GPU. */
  public get config(): ModelConfig | undefined {
    if (this.boundTargets.length <= 1) return undefined;
    const names = this.boundTargets.map(({ computeCapability }) => [
      computeCapability,
      engineFileName(computeCapability),
    ]);
    return ModelConfig.fromJson({ cc_model_filenames: Object.fromEntries(names) });
  }

  private engines(fileName: string, maxBatchSize: number): ModelFolderFile[] {
    if (this.boundTargets.length <= 1)
      return [{ path: `1/${fileName}`, build: this.build(maxBatchSize, this.boundTargets[0]) }];
    return this.boundTargets.map((target) => ({
      path: `1/${engineFileName(target.computeCapability)}`,
      build: this.build(maxBatchSize, target),
    }));
  }

  private build(maxBatchSize: number, target?: BuildTarget): EngineBuild {
    const { profiles: userProfiles, plugins: _plugins, tolerance, ...options } = this.options;
    const { graph } = this;
    const profiles = userProfiles?.map(orderedProfile) ?? defaultProfiles(graph, maxBatchSize);
    const settings = { ...options, profiles };
    return engineBuild({
      ...settings,
      sources: this.sources(),
      arguments: trtexecArguments(settings, target?.tensorRtVersion),
      tolerance: tolerance ?? DEFAULT_TOLERANCES[options.precision ?? EnginePrecision.STRONGLY_TYPED],
      inputs: graph?.inputs ?? [],
      outputs: graph?.outputs ?? [],
      target,
    });
  }

  private sources(): BuildSource[] {
    if (!('file' in this.origin)) {
      const { object } = this.origin;
      return [{ path: path.posix.basename(object.key), object }, ...this.plugins()];
    }
    const { file } = this.origin;
    return [this.onnxFile(file), ...this.externalData(file), ...this.plugins()];
  }

  private onnxFile(file: string): SourceFile {
    return filesWithLock(path.dirname(file), [path.basename(file)])[0];
  }

  /**
   * The existing files with external data (weights in separate files). Missing files are omitted, and a rule reports them. Files outside the
   * folder of the ONNX file are omitted, because ONNX rejects them.
   */
  private externalData(file: string): SourceFile[] {
    const names = (this.graph?.externalFiles ?? []).filter(isInOnnxFolder).map((name) => path.posix.normalize(name));
    const within = path.dirname(file);
    const files = filesWithLock(within, [...new Set(names)].sort());
    return files.filter(({ source, absent }) => absent || isFile(source)).map((data) => ({ ...data, within }));
  }

  private plugins(): SourceFile[] {
    return (this.options.plugins ?? []).map((source) => ({ path: `plugins/${path.basename(source)}`, source }));
  }

  private readGraph(): { graph?: OnnxGraph } {
    if (this.cachedGraph) return this.cachedGraph;
    if (!('file' in this.origin)) return (this.cachedGraph = {});
    try {
      this.cachedGraph = { graph: readOnnxGraph(this.origin.file) };
    } catch {
      this.cachedGraph = {}; // the validation reports the error
    }
    return this.cachedGraph;
  }
}

/** File name of an engine in `cc_model_filenames`, such as `model_8_6.plan`. */
function engineFileName(computeCapability: string): string {
  return `model_${computeCapability.replace('.', '_')}.plan`;
}

/** Whether a relative path of external data is inside the folder of the ONNX file. */
export function isInOnnxFolder(location: string): boolean {
  return !path.posix.isAbsolute(location) && !path.posix.normalize(location).startsWith('..');
}

/** The order of the properties must not depend on the language of the app, because the shapes are part of a manifest. */
function orderedProfile(profile: ShapesByInput): ShapesByInput {
  return Object.fromEntries(Object.entries(profile).map(([input, { min, opt, max }]) => [input, { min, opt, max }]));
}

/** One profile for batch sizes from 1 to the maximum, if the batch dimension is the only variable dimension. Otherwise, no profile. */
function defaultProfiles(graph: OnnxGraph | undefined, maxBatchSize: number): ShapesByInput[] {
  const variableInputs = (graph?.inputs ?? []).filter(({ shape }) => shape === undefined || shape.includes(-1));
  const isBatchOnly = variableInputs.every(({ shape }) => shape?.lastIndexOf(-1) === 0);
  if (variableInputs.length === 0 || !isBatchOnly || maxBatchSize < 1) return [];
  const shapes = variableInputs.map(({ name, shape = [] }) => {
    const [min, max] = [1, maxBatchSize].map((batch) => [batch, ...shape.slice(1)]);
    return [name, { min, opt: max, max }] as const;
  });
  return [Object.fromEntries(shapes)];
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
