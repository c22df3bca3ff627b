import { Severity } from '../../findings/finding';
import { compareVersions } from '../../facts/versions';
import { DataType } from '../values/data-type';
import { EnginePrecision } from '../engine/engine-options';
import { OnnxNode, readOnnxNodes } from '../readers/onnx-nodes';
import { tensorRtFor } from './engine-builds';
import { buildOf, FileRule, LocalModel } from './local-model';
import { graphsOf } from './onnx-files';

/** Precisions of an engine that allow a data type of a layer. TensorRT rejects all other combinations (NVIDIA/TensorRT#1823). */
const PRECISIONS_BY_LAYER_TYPE = new Map<DataType, EnginePrecision[]>([
  [DataType.FP32, Object.values(EnginePrecision)],
  [DataType.INT32, Object.values(EnginePrecision)],
  [DataType.FP16, [EnginePrecision.FP16, EnginePrecision.INT8, EnginePrecision.FP8]],
  [DataType.BF16, [EnginePrecision.BF16]],
  [DataType.INT8, [EnginePrecision.INT8]],
]);

/** First version of trtexec that supports wildcards in names (findPlausible, samples/common/sampleUtils.h of NVIDIA/TensorRT). */
const FIRST_WITH_WILDCARDS = '9.0';

/** Rules for the precision of individual layers, and for precisions that require quantization in the graph. */
export const engineLayerRules: FileRule[] = [
  {
    id: 'engine.quantization',
    *check(model) {
      const precision = buildOf(model)?.precision;
      if (precision !== EnginePrecision.INT8 && precision !== EnginePrecision.FP8) return;
      for (const { source, nodes } of readNodes(model)) {
        // The suffix matches QuantizeLinear, DequantizeLinear, and operators of TensorRT such as TRT_FP8QuantizeLinear.
        if (nodes.some(({ operator }) => operator.endsWith('uantizeLinear'))) continue;
        yield {
          field: 'files.precision',
          message:
            `got ${precision}; ${source} has no QuantizeLinear and DequantizeLinear nodes, without which ${consequenceOf(precision)}: ` +
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
        const allowedPrecisions = PRECISIONS_BY_LAYER_TYPE.get(type);
        if (!allowedPrecisions) {
          const knownTypes = [...PRECISIONS_BY_LAYER_TYPE.keys()].map(({ kserveName }) => kserveName);
          yield { field, message: `got ${type.kserveName}; allowed: ${knownTypes.join(', ')}` };
        } else if (precision === undefined || precision === EnginePrecision.STRONGLY_TYPED) {
          yield {
            field,
            message: `got ${type.kserveName} with ${precision ?? 'no precision'}, which keeps the types of the ONNX file; requires a precision such as FP16`,
          };
        } else if (!allowedPrecisions.includes(precision)) {
          yield {
            field,
            message: `got ${type.kserveName} with precision ${precision}; requires ${allowedPrecisions.join(' or ')}`,
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
      for (const { source, nodes } of readNodes(model)) {
        for (const name of names.filter((each) => !nodes.some((node) => matchesPattern(each, node.name)))) {
          yield {
            field: `files.layerPrecisions[${name}]`,
            message: `no node of ${source} has this name, so the precision of no layer may change: use the names of the graph, which Netron shows`,
          };
        }
      }
    },
  },
];

function consequenceOf(precision: EnginePrecision): string {
  return precision === EnginePrecision.INT8
    ? 'trtexec makes up the ranges of all values, and the engine returns wrong responses'
    : 'no layer computes in FP8';
}

/** Message about an invalid layer name. trtexec splits layer options at commas, and a name ends at a quote. */
function nameProblem(name: string, version?: string): string | undefined {
  if (/[,']/.test(name) || name === '') return "allowed: names without ',' and \"'\", which trtexec cannot read";
  if (name.split('*').length > 2) return "allowed: at most one '*'";
  const isPattern = name.includes('*') && name !== '*';
  if (isPattern && version !== undefined && compareVersions(version, FIRST_WITH_WILDCARDS) < 0) {
    return `TensorRT ${version} allows '*' only as the whole name`;
  }
  return undefined;
}

function matchesPattern(pattern: string, name: string): boolean {
  const [start, end] = pattern.split('*');
  if (end === undefined) return pattern === name;
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

function readNodes(model: LocalModel): { source: string; nodes: OnnxNode[] }[] {
  return graphsOf(model).flatMap(({ file, source }) => {
    try {
      return [{ source, nodes: readOnnxNodes(file.source) }];
    } catch {
      return []; // no findings if the nodes cannot be read
    }
  });
}
