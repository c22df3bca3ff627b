import { LimitExceededError } from '../../findings/limits';
import { MessageOf, ModelConfigDocument } from '../../model-config/schema/schema';
import { FolderFile, isOnDisk, SourceFile } from '../folder/folder-content';
import { OnnxGraph, OnnxTensor, readOnnxGraph } from '../folder/readers/onnx-graph';
import { buildOf } from '../engine/engine-build';
import { readSidecar } from '../engine/engine-sidecar';
import { existingEngines } from './engine/provenance';
import { LocalModel, modelFiles, cachePerModel } from './local-model';
import { isLfsPointer } from '../folder/model-lock';

type Input = MessageOf<'ModelInput'>;
type Output = MessageOf<'ModelOutput'>;

/** A model file with its graph, or with the reason why the graph cannot be read. */
interface OnnxFile {
  readonly file: SourceFile;
  /** The files that can contain the external data. */
  readonly candidates: readonly FolderFile[];
  readonly graph?: OnnxGraph;
  readonly problem?: string;
}

/** The ONNX files of all loaded versions. */
export const onnxFilesOf = cachePerModel((model): OnnxFile[] => [
  ...readServedFiles(model),
  ...readEngineSource(model),
]);

function readServedFiles(model: LocalModel): OnnxFile[] {
  // With a repository agent, the file may be encrypted: the agent can decrypt the file when the server loads the model.
  const agents = model.config.model_repository_agents?.agents ?? [];
  if (model.backend.name !== 'onnxruntime' || agents.length > 0) return [];
  return modelFiles(model)
    .filter((file) => !isLfsPointer(file.source))
    .map((file) => readFile(file, model.files));
}

/** The ONNX file of an engine build, which is the same for all GPUs. */
function readEngineSource(model: LocalModel): OnnxFile[] {
  const sources = buildOf(model)?.sources ?? [];
  return sources
    .slice(0, 1)
    .filter(isOnDisk)
    .map((file) => readFile(file, sources));
}

function readFile(file: SourceFile, candidates: readonly FolderFile[]): OnnxFile {
  try {
    return { file, candidates, graph: readOnnxGraph(file.source) };
  } catch (error) {
    if (error instanceof LimitExceededError) throw error;
    return { file, candidates, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** A graph that was read from an ONNX file. */
export interface ReadableGraph {
  readonly graph: OnnxGraph;
  /** Description of the graph for messages. */
  readonly source: string;
  readonly file: SourceFile;
  readonly candidates: readonly FolderFile[];
}

/** The graphs of all ONNX files that can be read. */
export function graphsOf(model: LocalModel): ReadableGraph[] {
  return onnxFilesOf(model).flatMap(({ graph, file, candidates }) =>
    graph ? [{ graph, file, candidates, source: `the graph of ${file.path}` }] : [],
  );
}

/** The inputs and outputs that a model file contains. */
interface FileTensors {
  /** Inputs that a request must contain. */
  readonly requiredInputs: OnnxTensor[];
  readonly inputs: OnnxTensor[];
  readonly outputs: OnnxTensor[];
  /** Description of the file for messages. */
  readonly source: string;
  /** The names of variable dimensions, by tensor. */
  readonly sizeNames?: OnnxGraph['sizeNames'];
}

/** The inputs and outputs in ONNX graphs and in the sidecar files (`<engine>.json`) of engines. */
export function tensorsOf(model: LocalModel): FileTensors[] {
  const graphs = graphsOf(model).map(({ graph: { inputs, defaultedInputs, outputs, sizeNames }, source }) => ({
    sizeNames: model.backend.name === 'onnxruntime' ? sizeNames : undefined,
    requiredInputs: inputs,
    inputs: [...inputs, ...defaultedInputs],
    outputs,
    source,
  }));
  const sidecars = existingEngines(model).flatMap((engine) => {
    const { inputs, outputs } = readSidecar(engine.source) ?? {};
    return inputs && outputs ? [{ requiredInputs: inputs, inputs, outputs, source: `${engine.path}.json` }] : [];
  });
  return [...graphs, ...sidecars];
}

/** A tensor of config.pbtxt, and the tensor of the same name in the graph or engine. */
export interface TensorMatch {
  readonly tensor: Input | Output;
  readonly graphTensor: OnnxTensor;
  readonly field: string;
  readonly source: string;
  /** The positions of dimensions that have the name of a dimension of an input, so they vary with it. */
  readonly varying: ReadonlySet<number>;
}

/** The tensors of config.pbtxt that are also in the graph or engine. */
export function* matchTensors(model: LocalModel): Iterable<TensorMatch> {
  for (const file of tensorsOf(model)) {
    yield* matchByName(model.config.input, file.inputs, 'input', file);
    yield* matchByName(model.config.output, file.outputs, 'output', file);
  }
}

function* matchByName(
  tensors: readonly (Input | Output)[],
  graphTensors: OnnxTensor[],
  listField: string,
  { source, inputs, sizeNames }: FileTensors,
): Iterable<TensorMatch> {
  const byName = new Map(graphTensors.map((each) => [each.name, each]).reverse() as [string, OnnxTensor][]);
  const inputSizes = new Set(inputs.flatMap(({ name }) => sizeNames?.get(name) ?? []));
  for (const [index, tensor] of tensors.entries()) {
    const names = sizeNames?.get(tensor.name) ?? [];
    const varying = new Set(names.flatMap((name, position) => (name && inputSizes.has(name) ? [position] : [])));
    const graphTensor = byName.get(tensor.name);
    if (graphTensor) yield { tensor, graphTensor, field: `${listField}[${index}]`, source, varying };
  }
}

/** The name of a tensor, and its field in config.pbtxt. */
export interface NamedField {
  readonly name: string;
  readonly field: string;
}

/** The names of all inputs that the server passes to the model. */
export function inputNames({
  input,
  batch_input: batch,
  sequence_batching: sequence,
}: ModelConfigDocument): NamedField[] {
  return [
    ...input.map(({ name }, index) => ({ name, field: `input[${index}].name` })),
    ...batch.flatMap(({ target_name: names }, index) =>
      names.map((name) => ({ name, field: `batch_input[${index}].target_name` })),
    ),
    ...(sequence?.control_input ?? []).map(({ name }, index) => ({
      name,
      field: `sequence_batching.control_input[${index}].name`,
    })),
    ...(sequence?.state ?? []).map(({ input_name: name }, index) => ({
      name,
      field: `sequence_batching.state[${index}].input_name`,
    })),
  ];
}

/** The names of all outputs that the server reads from the model. */
export function outputNames({ output, sequence_batching: sequence }: ModelConfigDocument): NamedField[] {
  return [
    ...output.map(({ name }, index) => ({ name, field: `output[${index}].name` })),
    ...(sequence?.state ?? []).map(({ output_name: name }, index) => ({
      name,
      field: `sequence_batching.state[${index}].output_name`,
    })),
  ];
}
