import * as path from 'path';
import { Severity } from '../../model-config';
import { MessageOf, ModelConfigDocument } from '../../model-config/schema/schema';
import { Violation } from '../../model-config/rules/rule';
import { OnnxGraph, OnnxTensor, readOnnxGraph } from '../readers/onnx-graph';
import { FolderFile } from '../folder-content';
import { FileRule, LocalModel, modelFiles } from './local-model';
import { isLfsPointer } from './model-file';

/** A model file with its graph, or with the reason why there is none. */
interface ReadFile {
  readonly file: FolderFile;
  readonly graph?: OnnxGraph;
  readonly problem?: string;
}

type Input = MessageOf<'ModelInput'>;
type Output = MessageOf<'ModelOutput'>;

const readFiles = new WeakMap<LocalModel, ReadFile[]>();

/** The graphs of all loaded versions, read once for all rules. */
function filesOf(model: LocalModel): ReadFile[] {
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

function readFile(file: FolderFile): ReadFile {
  try {
    return { file, graph: readOnnxGraph(file.source) };
  } catch (error) {
    return { file, problem: error instanceof Error ? error.message : String(error) };
  }
}

function graphsOf(model: LocalModel): { graph: OnnxGraph; source: string; file: FolderFile }[] {
  return filesOf(model).flatMap(({ graph, file }) =>
    graph ? [{ graph, file, source: `the graph of ${file.path}` }] : [],
  );
}

export const onnxRules: FileRule[] = [
  {
    id: 'onnx.unreadable',
    *check(model) {
      for (const { file, problem } of filesOf(model)) {
        if (problem)
          yield { field: 'files', message: `got ${file.path}, which is no ONNX model: ${problem}; export it again` };
      }
    },
  },
  {
    id: 'onnx.external-data',
    *check(model) {
      for (const { file, graph } of graphsOf(model)) {
        const wanted = graph.externalFiles.map((name) => path.posix.join(path.posix.dirname(file.path), name));
        const missing = wanted.filter((name) => !model.files.some((each) => each.path === name));
        if (missing.length > 0) {
          yield {
            field: 'files',
            message: `got ${file.path}, whose weights are in other files that are not there: ${missing.join(', ')}; put them beside it and use ModelFiles.fromDirectory`,
          };
        }
      }
    },
  },
  {
    id: 'io.unexpected-input',
    *check(model) {
      for (const { graph, source } of graphsOf(model)) {
        const allowed = [...graph.inputs, ...graph.defaultedInputs].map((tensor) => tensor.name);
        yield* unexpected(inputNames(model.config), allowed, source);
      }
    },
  },
  {
    id: 'io.unexpected-output',
    *check(model) {
      for (const { graph, source } of graphsOf(model)) {
        const allowed = graph.outputs.map((tensor) => tensor.name);
        yield* unexpected(outputNames(model.config), allowed, source);
      }
    },
  },
  {
    id: 'onnx.input-count',
    *check(model) {
      const { config } = model;
      // Without inputs in config.pbtxt, Triton takes them from the graph.
      if (config.input.length === 0) return;
      const given = inputNames(config).map(({ name }) => name);
      for (const { graph, source } of graphsOf(model)) {
        const missing = graph.inputs.map(({ name }) => name).filter((name) => !given.includes(name));
        if (missing.length > 0 && given.length !== graph.inputs.length) {
          yield {
            field: 'input',
            message: `got ${quoted(given)}; ${source} also requires ${quoted(missing)}: add ${missing.length === 1 ? 'it' : 'them'}`,
          };
        }
      }
    },
  },
  {
    id: 'onnx.io-dtype',
    *check(model) {
      for (const { tensor, known, field, source } of matched(model)) {
        if (!known.dataType || known.dataType.name === tensor.data_type) continue;
        yield {
          field: `${field}.data_type`,
          message: `got ${tensor.data_type} for '${tensor.name}'; allowed: ${known.dataType}, as in ${source}`,
        };
      }
    },
  },
  {
    id: 'onnx.batch-first',
    *check(model) {
      const maximum = model.config.max_batch_size;
      if (maximum <= 0) return;
      const fixed = [...matched(model)].filter(
        (match) => isCompared(model.config, match) && match.known.shape?.[0] !== -1,
      );
      for (const source of new Set(fixed.map((match) => match.source))) {
        const tensors = fixed.filter((match) => match.source === source).map(({ known }) => describe(known));
        yield {
          field: 'max_batch_size',
          message: `got ${maximum}; allowed: 0, because the first dimension is not open in ${source} (${tensors.join(', ')}); export it with a dynamic batch dimension to batch`,
        };
      }
    },
  },
  {
    id: 'onnx.ragged-shape',
    *check(model) {
      for (const { tensor, known, field, source } of matched(model)) {
        if (!('allow_ragged_batch' in tensor) || !tensor.allow_ragged_batch) continue;
        if (known.shape && (known.shape.length !== 1 || known.shape[0] !== -1)) {
          yield {
            field: `${field}.allow_ragged_batch`,
            message: `got true for '${tensor.name}'; allowed only for the shape [-1], ${source} has [${known.shape.join(', ')}]`,
          };
        }
      }
    },
  },
  {
    id: 'onnx.io-dims',
    *check(model) {
      for (const match of matched(model)) yield* compareDims(model.config, match);
    },
  },
];

interface Match {
  readonly tensor: Input | Output;
  readonly known: OnnxTensor;
  readonly field: string;
  readonly source: string;
}

/** The tensors of config.pbtxt that the graph has, too. */
function* matched(model: LocalModel): Iterable<Match> {
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

/** The server does not compare the shapes of scalars, of ragged inputs, and of outputs that are split by an input's shapes. */
function isCompared(config: ModelConfigDocument, { tensor, known }: Match): boolean {
  if (!known.shape || known.shape.length === 0) return false;
  if ('allow_ragged_batch' in tensor) return !tensor.allow_ragged_batch;
  return !config.batch_output.some((each) => each.target_name.includes(tensor.name));
}

/** The server's comparison: the fixed dimensions of an input, all dimensions of an output, ones for a scalar. */
function* compareDims(config: ModelConfigDocument, match: Match): Iterable<Violation> {
  const { tensor, known, field, source } = match;
  const given = (tensor.reshape?.shape ?? tensor.dims).map(Number);
  const violation = (allowed: string): Violation => ({
    field: tensor.reshape ? `${field}.reshape.shape` : `${field}.dims`,
    message: `got [${given.join(', ')}] for '${tensor.name}'; allowed: ${allowed}, as in ${source}`,
  });
  if (known.shape?.length === 0 && given.some((dim) => dim !== 1)) yield violation('[1] for a scalar');
  if (!isCompared(config, match)) return;
  const [first, ...others] = known.shape ?? [];
  const batches = config.max_batch_size > 0;
  if (batches && first !== -1) return; // onnx.batch-first
  const allowed = batches ? others : [first, ...others];
  const text = `[${allowed.join(', ')}]${batches ? ' after the batch dimension' : ''}`;
  if (given.length !== allowed.length || allowed.some((dim, index) => dim !== -1 && dim !== given[index])) {
    yield violation(text);
  } else if (!('allow_ragged_batch' in tensor) && allowed.some((dim, index) => dim !== given[index])) {
    // ONNX Runtime may find the size of an open dimension when it loads the graph; only then the server accepts it.
    yield { ...violation(text), severity: Severity.WARNING };
  }
}

interface NamedField {
  readonly name: string;
  readonly field: string;
}

/** All inputs that the server gives to the model, wherever config.pbtxt names them. */
function inputNames({ input, batch_input: batch, sequence_batching: sequence }: ModelConfigDocument): NamedField[] {
  const at = 'sequence_batching';
  return [
    ...input.map(({ name }, index) => ({ name, field: `input[${index}].name` })),
    ...batch.flatMap(({ target_name: names }, index) =>
      names.map((name) => ({ name, field: `batch_input[${index}].target_name` })),
    ),
    ...(sequence?.control_input ?? []).map(({ name }, index) => ({
      name,
      field: `${at}.control_input[${index}].name`,
    })),
    ...(sequence?.state ?? []).map(({ input_name: name }, index) => ({
      name,
      field: `${at}.state[${index}].input_name`,
    })),
  ];
}

function outputNames({ output, sequence_batching: sequence }: ModelConfigDocument): NamedField[] {
  return [
    ...output.map(({ name }, index) => ({ name, field: `output[${index}].name` })),
    ...(sequence?.state ?? []).map(({ output_name: name }, index) => ({
      name,
      field: `sequence_batching.state[${index}].output_name`,
    })),
  ];
}

function* unexpected(given: NamedField[], allowed: string[], source: string): Iterable<Violation> {
  for (const { name, field } of given) {
    if (!allowed.includes(name))
      yield { field, message: `got '${name}'; allowed: ${quoted(allowed)}, as in ${source}` };
  }
}

function quoted(names: string[]): string {
  return names.map((name) => `'${name}'`).join(', ') || 'none';
}

function describe({ name, shape = [] }: OnnxTensor): string {
  return `'${name}' is [${shape.join(', ')}]`;
}
