/** The newest file format and operators that an ONNX Runtime reads. */
export interface OnnxVersions {
  readonly irVersion: number;
  /** By domain. Operators of other domains are the model's own. */
  readonly opsets: Record<string, number>;
}

/**
 * By the minor version of ONNX Runtime. It rejects anything newer (onnxruntime, core/graph/model.cc and model_load_utils.h). The numbers
 * were found on 2026-11-22 with the packages 1.16.3 to 1.24.4 of PyPI, each of which was given a model of every version.
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

/** What an ONNX Runtime reads; undefined for one that was not tried. */
export function onnxVersionsOf(onnxRuntime: string): OnnxVersions | undefined {
  return VERSIONS[onnxRuntime.split('.').slice(0, 2).join('.')];
}
