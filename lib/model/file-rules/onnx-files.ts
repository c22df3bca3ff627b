import { OverLimit } from '../../findings/limits';
import { MessageOf } from '../../model-config/schema/schema';
import { FolderFile, isOnDisk, SourceFile } from '../folder-content';
import { OnnxGraph, OnnxTensor, readOnnxGraph } from '../readers/onnx-graph';
import { readSidecar } from '../readers/engine-sidecar';
import { engines } from './engine-provenance';
import { LocalModel, modelFiles, oncePerModel } from './local-model';
import { isLfsPointer } from '../model-lock';

type Input = MessageOf<'ModelInput'>;
type Output = MessageOf<'ModelOutput'>;

/** A model file with its graph, or with the reason why there is none. */
interface OnnxFile {
  readonly file: SourceFile;
  /** The files among which its external data is. */
  readonly among: readonly FolderFile[];
  readonly graph?: OnnxGraph;
  readonly problem?: string;
}

/** The graphs of all loaded versions. */
export const onnxFilesOf = oncePerModel((model): OnnxFile[] => [...servedFiles(model), ...engineSources(model)]);

function servedFiles(model: LocalModel): OnnxFile[] {
  // An agent may decrypt the file, which is then not readable here.
  const agents = model.config.model_repository_agents?.agents ?? [];
  if (model.backend.name !== 'onnxruntime' || agents.length > 0) return [];
  return modelFiles(model)
    .filter((file) => !isLfsPointer(file.source))
    .map((file) => readFile(file, model.files));
}

/** What engines are built from: each ONNX file once, however many GPUs it is built for. */
function engineSources({ files }: LocalModel): OnnxFile[] {
  const builds = files.flatMap(({ build }) => build ?? []);
  return builds.slice(0, 1).flatMap(({ sources }) =>
    sources
      .slice(0, 1)
      .filter(isOnDisk)
      .map((file) => readFile(file, sources)),
  );
}

function readFile(file: SourceFile, among: readonly FolderFile[]): OnnxFile {
  try {
    return { file, among, graph: readOnnxGraph(file.source) };
  } catch (error) {
    if (error instanceof OverLimit) throw error;
    return { file, among, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** A graph that could be read, with the words for it in messages. */
export interface KnownGraph {
  readonly graph: OnnxGraph;
  readonly source: string;
  readonly file: SourceFile;
  readonly among: readonly FolderFile[];
}

export function graphsOf(model: LocalModel): KnownGraph[] {
  return onnxFilesOf(model).flatMap(({ graph, file, among }) =>
    graph ? [{ graph, file, among, source: `the graph of ${file.path}` }] : [],
  );
}

/** What is known of a model's inputs and outputs, with the words for where that is from in messages. */
interface KnownTensors {
  /** Those that a request has to give. */
  readonly required: OnnxTensor[];
  readonly inputs: OnnxTensor[];
  readonly outputs: OnnxTensor[];
  readonly source: string;
}

/** From graphs, and from what is beside engines. */
export function tensorsOf(model: LocalModel): KnownTensors[] {
  const graphs = graphsOf(model).map(({ graph: { inputs, defaultedInputs, outputs }, source }) => ({
    required: inputs,
    inputs: [...inputs, ...defaultedInputs],
    outputs,
    source,
  }));
  const sidecars = engines(model).flatMap((engine) => {
    const { inputs, outputs } = readSidecar(engine.source) ?? {};
    return inputs && outputs ? [{ required: inputs, inputs, outputs, source: `${engine.path}.json` }] : [];
  });
  return [...graphs, ...sidecars];
}

/** A tensor of config.pbtxt, and the one of that name in the graph or engine. */
export interface Match {
  readonly tensor: Input | Output;
  readonly known: OnnxTensor;
  readonly field: string;
  readonly source: string;
}

/** The tensors of config.pbtxt that the graph or engine has, too. */
export function* matched(model: LocalModel): Iterable<Match> {
  for (const { inputs, outputs, source } of tensorsOf(model)) {
    yield* pairs(model.config.input, inputs, 'input', source);
    yield* pairs(model.config.output, outputs, 'output', source);
  }
}

function* pairs(
  tensors: readonly (Input | Output)[],
  all: OnnxTensor[],
  side: string,
  source: string,
): Iterable<Match> {
  const byName = new Map(all.map((each) => [each.name, each]).reverse() as [string, OnnxTensor][]);
  for (const [index, tensor] of tensors.entries()) {
    const known = byName.get(tensor.name);
    if (known) yield { tensor, known, field: `${side}[${index}]`, source };
  }
}
