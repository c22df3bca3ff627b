import * as path from 'path';
import { Severity } from '../../findings/finding';
import { joinNames } from '../../findings/join-names';
import { RuleFinding } from '../../findings/rule';
import { ModelConfigDocument } from '../../model-config/schema/schema';
import { OnnxTensor } from '../folder/readers/onnx-graph';
import { fileAt, FileRule, LocalModel } from './local-model';
import {
  graphsOf,
  inputNames,
  TensorMatch,
  matchTensors,
  NamedField,
  onnxFilesOf,
  outputNames,
  tensorsOf,
} from './onnx-files';
import { onnxTypeRules } from './onnx-types';
import { checkVersions } from './onnx-versions';

/** Rules that compare config.pbtxt with the ONNX file, or with the sidecar file of an engine. */
export const onnxRules: FileRule[] = [
  {
    id: 'onnx.unreadable',
    *check(model) {
      for (const { file, problem } of onnxFilesOf(model)) {
        if (problem)
          yield {
            field: 'files',
            message: `got ${file.path}, which is not an ONNX model: ${problem}; export it again`,
          };
      }
    },
  },
  {
    id: 'onnx.version',
    *check(model, options) {
      if (model.backend.name !== 'onnxruntime') return; // the rule engine.opset checks the ONNX file of an engine
      for (const { file, graph } of graphsOf(model)) yield* checkVersions(file, graph, options);
    },
  },
  {
    id: 'onnx.external-data',
    *check(model) {
      for (const { file, candidates, graph } of graphsOf(model)) {
        const paths = graph.externalFiles.map((name) => path.posix.join(path.posix.dirname(file.path), name));
        const missing = paths.filter((name) => !fileAt(candidates, name));
        if (missing.length > 0) {
          const advice = model.content
            ? 'put them into the same folder'
            : 'put the model and these files, and nothing else, into a folder, and use TritonModel.fromDirectory (ModelFiles.fromDirectory)';
          yield {
            field: 'files',
            message: `got ${file.path}, whose weights are in other files that are missing: ${joinNames(missing)}; ${model.backend.name === 'onnxruntime' ? advice : 'put them into the same folder'}`,
          };
        }
      }
    },
  },
  {
    id: 'onnx.tensors-only',
    *check(model) {
      for (const { graph, source } of graphsOf(model)) {
        // Triton checks the complete graph, including tensors that config.pbtxt does not list.
        for (const { name, otherType } of [...graph.inputs, ...graph.defaultedInputs, ...graph.outputs]) {
          if (otherType === undefined) continue;
          yield {
            field: 'files',
            message: `got '${name}', a ${otherType}, in ${source}; allowed: tensors; export the model again without it: for scikit-learn, LightGBM and XGBoost, convert with zipmap=False (skl2onnx: options={'zipmap': False})`,
          };
        }
      }
    },
  },
  {
    id: 'io.unexpected-input',
    *check(model) {
      for (const { inputs, source } of tensorsOf(model)) {
        yield* findUnexpected(inputNames(model.config), inputs, source);
      }
    },
  },
  {
    id: 'io.unexpected-output',
    *check(model) {
      for (const { outputs, source } of tensorsOf(model)) {
        yield* findUnexpected(outputNames(model.config), outputs, source);
      }
    },
  },
  {
    id: 'onnx.input-count',
    *check(model) {
      const { config } = model;
      // Without inputs in config.pbtxt, Triton reads them from the graph.
      if (config.input.length === 0) return;
      const configured = inputNames(config).map(({ name }) => name);
      const names = new Set(configured);
      for (const { requiredInputs, source } of tensorsOf(model)) {
        const missing = requiredInputs.map(({ name }) => name).filter((name) => !names.has(name));
        if (missing.length > 0 && configured.length !== requiredInputs.length) {
          yield {
            field: 'input',
            message: `got ${joinQuoted(configured)}; ${source} also requires ${joinQuoted(missing)}: add ${missing.length === 1 ? 'it' : 'them'}`,
          };
        }
      }
    },
  },
  ...onnxTypeRules,
  {
    id: 'onnx.batch-first',
    *check(model) {
      const maximum = model.config.max_batch_size;
      if (maximum <= 0) return;
      const fixedMatches = [...matchTensors(model)].filter(
        (match) => isShapeCompared(model.config, match) && match.graphTensor.shape?.[0] !== -1,
      );
      for (const source of new Set(fixedMatches.map((match) => match.source))) {
        const tensors = fixedMatches
          .filter((match) => match.source === source)
          .map(({ graphTensor }) => describeShape(graphTensor));
        yield {
          field: 'max_batch_size',
          message: `got ${maximum}; allowed: 0, because the first dimension is not open in ${source} (${joinNames(tensors)}); export it with a dynamic batch dimension to batch`,
        };
      }
    },
  },
  {
    id: 'onnx.ragged-shape',
    *check(model) {
      for (const { tensor, graphTensor, field, source } of matchTensors(model)) {
        if (!('allow_ragged_batch' in tensor) || !tensor.allow_ragged_batch) continue;
        if (graphTensor.shape && (graphTensor.shape.length !== 1 || graphTensor.shape[0] !== -1)) {
          yield {
            field: `${field}.allow_ragged_batch`,
            message: `got true for '${tensor.name}'; allowed only for the shape [-1], ${source} has [${graphTensor.shape.join(', ')}]`,
          };
        }
      }
    },
  },
  {
    id: 'onnx.io-dims',
    *check(model) {
      for (const match of matchTensors(model)) yield* compareDims(model, match);
    },
  },
];

function* findUnexpected(
  configured: NamedField[],
  allowedTensors: OnnxTensor[],
  source: string,
): Iterable<RuleFinding> {
  const names = allowedTensors.map((tensor) => tensor.name);
  const knownNames = new Set(names);
  const allowed = joinQuoted(names);
  for (const { name, field } of configured) {
    if (!knownNames.has(name)) yield { field, message: `got '${name}'; allowed: ${allowed}, as in ${source}` };
  }
}

function joinQuoted(names: string[]): string {
  return joinNames(names.map((name) => `'${name}'`)) || 'none';
}

function describeShape({ name, shape = [] }: OnnxTensor): string {
  return `'${name}' is [${shape.join(', ')}]`;
}

/** Whether the server compares the shape. The server skips scalars, ragged inputs, and outputs that are split by the shapes of an input. */
function isShapeCompared(config: ModelConfigDocument, { tensor, graphTensor }: TensorMatch): boolean {
  if (!graphTensor.shape || graphTensor.shape.length === 0) return false;
  if ('allow_ragged_batch' in tensor) return !tensor.allow_ragged_batch;
  return !config.batch_output.some((each) => each.target_name.includes(tensor.name));
}

/**
 * Whether the backend sets a maximum batch size that config.pbtxt does not have: if only inputs or only outputs are listed, and the first
 * dimension of all tensors is open (onnxruntime_backend, src/onnxruntime.cc, AutoCompleteConfig and AutoCompleteMaxBatch).
 */
function addsBatchDimension(model: LocalModel, source: string): boolean {
  const { input, batch_input: batchInput, output, max_batch_size: maximum } = model.config;
  const isComplete = input.length + batchInput.length > 0 && output.length > 0;
  if (model.backend.name !== 'onnxruntime' || maximum !== 0 || isComplete) return false;
  const graph = tensorsOf(model).find((each) => each.source === source);
  return [...(graph?.requiredInputs ?? []), ...(graph?.outputs ?? [])].every(({ shape }) => shape?.[0] === -1);
}

/**
 * Compares shapes in the same way as the server: the fixed dimensions of an input, and all dimensions of an output. For a scalar, config.pbtxt
 * can contain dimensions of size 1.
 */
function* compareDims(model: LocalModel, match: TensorMatch): Iterable<RuleFinding> {
  const { config } = model;
  const { tensor, graphTensor, field, source } = match;
  const configuredDims = (tensor.reshape?.shape ?? tensor.dims).map(Number);
  const violation = (allowed: string, advice = ''): RuleFinding => ({
    field: tensor.reshape ? `${field}.reshape.shape` : `${field}.dims`,
    message: `got [${configuredDims.join(', ')}] for '${tensor.name}'; allowed: ${allowed}, as in ${source}${advice}`,
  });
  if (graphTensor.shape?.length === 0 && configuredDims.some((dim) => dim !== 1)) yield violation('[1] for a scalar');
  if (!isShapeCompared(config, match)) return;
  const [firstDimension, ...otherDimensions] = graphTensor.shape ?? [];
  const isBatchAdded = addsBatchDimension(model, source);
  const hasBatchDimension = config.max_batch_size > 0 || isBatchAdded;
  if (hasBatchDimension && firstDimension !== -1) return; // the rule onnx.batch-first reports a fixed first dimension
  const allowed = hasBatchDimension ? otherDimensions : [firstDimension, ...otherDimensions];
  const allowedShape = `[${allowed.join(', ')}]${hasBatchDimension ? ' after the batch dimension' : ''}`;
  if (
    configuredDims.length !== allowed.length ||
    allowed.some((dim, index) => dim !== -1 && dim !== configuredDims[index])
  ) {
    const withoutBatch =
      !hasBatchDimension && firstDimension === -1 && otherDimensions.length === configuredDims.length;
    const listed = config.input.length > 0 ? ['inputs', 'outputs'] : ['outputs', 'inputs'];
    const advice = isBatchAdded
      ? `: Triton sets max_batch_size, because the configuration lists ${listed[0]} but no ${listed[1]}; list both, or leave out the first dimension`
      : '; or set max_batch_size (maxBatchSize), if -1 is the batch';
    yield violation(allowedShape, isBatchAdded || withoutBatch ? advice : '');
  } else if (!('allow_ragged_batch' in tensor) && allowed.some((dim, index) => dim !== configuredDims[index])) {
    // The server compares the sizes that ONNX Runtime infers when it loads the graph, and -1 for all others. ONNX Runtime can infer a size
    // although the file gives it a name: usually 1, of a model that was exported for a batch of 1.
    const isVariable = allowed.some(
      (dim, index) =>
        ![dim, 1].includes(configuredDims[index]) && match.varying.has(index + (hasBatchDimension ? 1 : 0)),
    );
    yield isVariable
      ? violation(allowedShape, '; the size varies, and the server compares outputs exactly: set -1')
      : {
          ...violation(
            allowedShape,
            '; the server accepts it only if ONNX Runtime infers this size: set -1 if it does not',
          ),
          severity: Severity.WARNING,
        };
  }
}
