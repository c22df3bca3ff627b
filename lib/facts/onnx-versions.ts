/** Newest file format (IR) and operator sets that a version of ONNX Runtime supports. */
export interface OnnxVersions {
  readonly irVersion: number;
  /** By domain. Operators of other domains are custom operators. */
  readonly opsets: Record<string, number>;
}

/**
 * Supported versions by minor version of ONNX Runtime. ONNX Runtime rejects newer file formats and operator sets (onnxruntime,
 * core/graph/model.cc and model_load_utils.h). Determined on 2026-11-22 by loading a model of every version with the PyPI packages 1.16.3 to
 * 1.24.4.
 */
const VERSIONS: Record<string, OnnxVersions> = {
  '1.16': { irVersion: 9, opsets: { 'ai.onnx': 19, 'ai.onnx.ml': 3 } },
  '1.17': { irVersion: 9, opsets: { 'ai.onnx': 20, 'ai.onnx.ml': 4 } },
  '1.18': { irVersion: 10, opsets: { 'ai.onnx': 21, 'ai.onnx.ml': 5 } },
  '1.19': { irVersion: 10, opsets: { 'ai.onnx': 21, 'ai.onnx.ml': 5 } },
  '1.21': { irVersion: 10, opsets: { 'ai.onnx': 22, 'ai.onnx.ml': 5 } },
  '1.23': { irVersion: 11, opsets: { 'ai.onnx': 23, 'ai.onnx.ml': 5 } },
  '1.24': { irVersion: 13, opsets: { 'ai.onnx': 25, 'ai.onnx.ml': 5 } },
};

/** Newest file format and operator sets for a version of ONNX Runtime; undefined for a version that was not tested. */
export function onnxVersionsOf(onnxRuntime: string): OnnxVersions | undefined {
  return VERSIONS[onnxRuntime.split('.').slice(0, 2).join('.')];
}
