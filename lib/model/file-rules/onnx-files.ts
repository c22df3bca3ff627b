import { MessageOf } from '../../model-config/schema/schema';
import { SourceFile } from '../folder-content';
import { OnnxGraph, OnnxTensor, readOnnxGraph } from '../readers/onnx-graph';
import { LocalModel, modelFiles } from './local-model';
import { isLfsPointer } from '../model-lock';

type Input = MessageOf<'ModelInput'>;
type Output = MessageOf<'ModelOutput'>;

/** A model file with its graph, or with the reason why there is none. */
interface OnnxFile {
  readonly file: SourceFile;
  readonly graph?: OnnxGraph;
  readonly problem?: string;
}

const readFiles = new WeakMap<LocalModel, OnnxFile[]>();

/** The graphs of all loaded versions, read once for all rules. */
export function onnxFilesOf(model: LocalModel): OnnxFile[] {
  let files = readFiles.get(model);
  if (!files) {
    // An agent may decrypt the file, which is then not readable here.
    const agents = model.config.model_repository_agents?.agents ?? [];
    const readable = model.backend.name === 'onnxruntime' && agents.length === 0;
    files = readable
      ? modelFiles(model)
          .filter((file) => !isLfsPointer(file.source))
          .map(readFile)
      : [];
    readFiles.set(model, files);
  }
  return files;
}

function readFile(file: SourceFile): OnnxFile {
  try {
    return { file, graph: readOnnxGraph(file.source) };
  } catch (error) {
    return { file, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The graphs that could be read, with the words for them in messages. */
export function graphsOf(model: LocalModel): { graph: OnnxGraph; source: string; file: SourceFile }[] {
  return onnxFilesOf(model).flatMap(({ graph, file }) =>
    graph ? [{ graph, file, source: `the graph of ${file.path}` }] : [],
  );
}

/** A tensor of config.pbtxt, and the one of that name in the graph. */
export interface Match {
  readonly tensor: Input | Output;
  readonly known: OnnxTensor;
  readonly field: string;
  readonly source: string;
}

/** The tensors of config.pbtxt that the graph has, too. */
export function* matched(model: LocalModel): Iterable<Match> {
  for (const { graph, source } of graphsOf(model)) {
    const inputs = [...graph.inputs, ...graph.defaultedInputs];
    yield* pairs(model.config.input, inputs, 'input', source);
    yield* pairs(model.config.output, graph.outputs, 'output', source);
  }
}

function* pairs(
  tensors: readonly (Input | Output)[],
  all: OnnxTensor[],
  side: string,
  source: string,
): Iterable<Match> {
  for (const [index, tensor] of tensors.entries()) {
    const known = all.find(({ name }) => name === tensor.name);
    if (known) yield { tensor, known, field: `${side}[${index}]`, source };
  }
}
