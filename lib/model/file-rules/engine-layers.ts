import { Severity } from '../../findings/finding';
import { compareVersions } from '../../platform/cuda';
import { DataType } from '../data-type';
import { EnginePrecision } from '../engine/engine-options';
import { OnnxNode, readOnnxNodes } from '../readers/onnx-nodes';
import { buildOf, tensorRtFor } from './engine-builds';
import { FileRule, LocalModel } from './local-model';
import { graphsOf } from './onnx-files';

/** The types of layers, with the precisions that allow them. Without its flag, TensorRT refuses a layer's type (NVIDIA/TensorRT#1823). */
const LAYER_TYPES = new Map<DataType, EnginePrecision[]>([
  [DataType.FP32, Object.values(EnginePrecision)],
  [DataType.INT32, Object.values(EnginePrecision)],
  [DataType.FP16, [EnginePrecision.FP16, EnginePrecision.INT8, EnginePrecision.FP8]],
  [DataType.BF16, [EnginePrecision.BF16]],
  [DataType.INT8, [EnginePrecision.INT8]],
]);

/** The first version whose trtexec matches names with a wildcard (findPlausible, samples/common/sampleUtils.h of NVIDIA/TensorRT). */
const FIRST_WITH_WILDCARDS = '9.0';

/** The precision of single layers, and of layers that the graph has to quantize. */
export const engineLayerRules: FileRule[] = [
  {
    id: 'engine.quantization',
    *check(model) {
      const precision = buildOf(model)?.precision;
      if (precision !== EnginePrecision.INT8 && precision !== EnginePrecision.FP8) return;
      for (const { source, nodes } of nodesOf(model)) {
        // TRT_FP8QuantizeLinear and the like are TensorRT's own.
        if (nodes.some(({ operator }) => operator.endsWith('uantizeLinear'))) continue;
        yield {
          field: 'files.precision',
          message:
            `got ${precision}; ${source} has no QuantizeLinear and DequantizeLinear nodes, without which ${unquantized(precision)}: ` +
            'quantize the ONNX file (for example with NVIDIA ModelOpt), or choose FP16',
        };
      }
    },
  },
  {
    id: 'engine.layer-precisions',
    *check(model, options) {
      const { layerPrecisions = {}, precision } = buildOf(model) ?? {};
      const version = tensorRtFor(options)?.version;
      for (const [name, type] of Object.entries(layerPrecisions)) {
        const field = `files.layerPrecisions[${name}]`;
        const allowedBy = LAYER_TYPES.get(type);
        if (!allowedBy) {
          const known = [...LAYER_TYPES.keys()].map(({ kserveName }) => kserveName);
          yield { field, message: `got ${type.kserveName}; allowed: ${known.join(', ')}` };
        } else if (precision === undefined || precision === EnginePrecision.STRONGLY_TYPED) {
          yield {
            field,
            message: `got ${type.kserveName} with ${precision ?? 'no precision'}, which keeps the types of the ONNX file; requires a precision such as FP16`,
          };
        } else if (!allowedBy.includes(precision)) {
          yield {
            field,
            message: `got ${type.kserveName} with precision ${precision}; requires ${allowedBy.join(' or ')}`,
          };
        }
        const problem = nameProblem(name, version);
        if (problem !== undefined) yield { field, message: `got the name '${name}'; ${problem}` };
      }
    },
  },
  {
    id: 'engine.layer-names',
    severity: Severity.WARNING,
    *check(model) {
      const names = Object.keys(buildOf(model)?.layerPrecisions ?? {});
      if (names.length === 0) return;
      for (const { source, nodes } of nodesOf(model)) {
        for (const name of names.filter((each) => !nodes.some((node) => matches(each, node.name)))) {
          yield {
            field: `files.layerPrecisions[${name}]`,
            message: `no node of ${source} has this name, so the precision of no layer may change: use the names of the graph, which Netron shows`,
          };
        }
      }
    },
  },
];

function unquantized(precision: EnginePrecision): string {
  return precision === EnginePrecision.INT8
    ? 'trtexec makes up the ranges of all values, and the engine returns wrong responses'
    : 'no layer computes in FP8';
}

/** The options of trtexec are split at commas, and names end at quotes. */
function nameProblem(name: string, version?: string): string | undefined {
  if (/[,']/.test(name) || name === '') return "allowed: names without ',' and \"'\", which trtexec cannot read";
  if (name.split('*').length > 2) return "allowed: at most one '*'";
  const isPattern = name.includes('*') && name !== '*';
  if (isPattern && version !== undefined && compareVersions(version, FIRST_WITH_WILDCARDS) < 0) {
    return `TensorRT ${version} allows '*' only as the whole name`;
  }
  return undefined;
}

function matches(pattern: string, name: string): boolean {
  const [start, end] = pattern.split('*');
  if (end === undefined) return pattern === name;
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

function nodesOf(model: LocalModel): { source: string; nodes: OnnxNode[] }[] {
  return graphsOf(model).flatMap(({ file, source }) => {
    try {
      return [{ source, nodes: readOnnxNodes(file.source) }];
    } catch {
      return []; // inputs and outputs can be read, and nothing can be said of the rest
    }
  });
}
