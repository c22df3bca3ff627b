import * as path from 'path';
import { listed } from '../../findings/listed';
import { RuleFinding } from '../../findings/rule';
import { OnnxTensor } from '../readers/onnx-graph';
import { isNarrowed } from './engine-types';
import { fileAt, FileRule } from './local-model';
import { graphsOf, matched, onnxFilesOf, tensorsOf } from './onnx-files';
import { checkVersions } from './onnx-versions';
import { compareDims, isCompared } from './onnx-shapes';
import { inputNames, NamedField, outputNames } from './tensor-names';

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
      if (model.backend.name !== 'onnxruntime') return; // engine.opset
      for (const { file, graph } of graphsOf(model)) yield* checkVersions(file, graph, options);
    },
  },
  {
    id: 'onnx.external-data',
    *check(model) {
      for (const { file, among, graph } of graphsOf(model)) {
        const wanted = graph.externalFiles.map((name) => path.posix.join(path.posix.dirname(file.path), name));
        const missing = wanted.filter((name) => !fileAt(among, name));
        if (missing.length > 0) {
          yield {
            field: 'files',
            message: `got ${file.path}, whose weights are in other files that are missing: ${listed(missing)}; put them into the same folder${model.backend.name === 'onnxruntime' ? ' (ModelFiles.fromDirectory)' : ''}`,
          };
        }
      }
    },
  },
  {
    id: 'onnx.tensors-only',
    *check(model) {
      for (const { graph, source } of graphsOf(model)) {
        // Triton looks at all of the graph, also at what config.pbtxt does not list.
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
        yield* unexpected(inputNames(model.config), inputs, source);
      }
    },
  },
  {
    id: 'io.unexpected-output',
    *check(model) {
      for (const { outputs, source } of tensorsOf(model)) {
        yield* unexpected(outputNames(model.config), outputs, source);
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
      const names = new Set(given);
      for (const { required, source } of tensorsOf(model)) {
        const missing = required.map(({ name }) => name).filter((name) => !names.has(name));
        if (missing.length > 0 && given.length !== required.length) {
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
    *check(model, options) {
      for (const { tensor, known, field, source } of matched(model)) {
        if (!known.dataType || known.dataType.name === tensor.data_type) continue;
        if (isNarrowed(model, known, options)) continue; // engine.int64
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
          message: `got ${maximum}; allowed: 0, because the first dimension is not open in ${source} (${listed(tensors)}); export it with a dynamic batch dimension to batch`,
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

function* unexpected(given: NamedField[], known: OnnxTensor[], source: string): Iterable<RuleFinding> {
  const names = known.map((tensor) => tensor.name);
  const isKnown = new Set(names);
  const allowed = quoted(names);
  for (const { name, field } of given) {
    if (!isKnown.has(name)) yield { field, message: `got '${name}'; allowed: ${allowed}, as in ${source}` };
  }
}

function quoted(names: string[]): string {
  return listed(names.map((name) => `'${name}'`)) || 'none';
}

function describe({ name, shape = [] }: OnnxTensor): string {
  return `'${name}' is [${shape.join(', ')}]`;
}
