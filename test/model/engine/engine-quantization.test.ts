import * as path from 'path';
import { Backend, EnginePrecision, ModelFiles, TritonModel } from '../../../lib/model';
import type { EngineOptions } from '../../../lib/model/engine/engine-options';
import { folderWith } from '../folders';
import { onnxBytes, onnxNode, onnxTensor } from '../onnx-bytes';

const TOKENS = { min: [1, 16], opt: [8, 128], max: [16, 512] };

function onnxFile(nodes: Uint8Array[], content: Partial<Parameters<typeof onnxBytes>[0]> = {}): string {
  const graph = { inputs: [onnxTensor('token_ids', 6, [-1, -1])], outputs: [onnxTensor('logits', 1, [-1, 2])] };
  return path.join(folderWith({ 'bert.onnx': onnxBytes({ ...graph, nodes, ...content }) }), 'bert.onnx');
}

/** A graph with a named normalization and an unnamed matrix multiplication, which TensorRT names node_of_logits. */
const WITHOUT_QUANTIZATION = onnxFile([
  onnxNode('LayerNormalization', ['x'], ['y'], {}, '/encoder/LayerNorm'),
  onnxNode('MatMul', ['y'], ['logits'], {}),
]);

function findings(file: string, options: EngineOptions, tritonRelease = '25.04'): string[] {
  const files = ModelFiles.fromEngineBuild(file, { profiles: [{ token_ids: TOKENS }], ...options });
  const model = new TritonModel({ name: 'bert', backend: Backend.TENSORRT, files, maxBatchSize: 16 });
  return model
    .validate({ tritonRelease })
    .map(({ ruleId, severity, field, message }) => `${severity} ${ruleId} ${field}: ${message}`);
}

describe('engine.quantization: 8-bit precisions require quantization nodes', () => {
  test('INT8 without quantization nodes is rejected, because trtexec would invent the ranges of the values', () => {
    expect(findings(WITHOUT_QUANTIZATION, { precision: EnginePrecision.INT8 })).toEqual([
      'error engine.quantization files.precision: got INT8; the graph of bert.onnx has no QuantizeLinear and DequantizeLinear nodes, without ' +
        'which trtexec makes up the ranges of all values, and the engine returns wrong responses: quantize the ONNX file (for example ' +
        'with NVIDIA ModelOpt), or choose FP16',
    ]);
  });

  test('FP8 without quantization nodes is rejected, because no layer would use FP8', () => {
    expect(findings(WITHOUT_QUANTIZATION, { precision: EnginePrecision.FP8 })).toEqual([
      expect.stringContaining(
        'got FP8; the graph of bert.onnx has no QuantizeLinear and DequantizeLinear nodes, without which no layer computes in FP8',
      ),
    ]);
  });

  const quantize = onnxNode('QuantizeLinear', ['x', 'scale'], ['q'], {});
  test.each([
    ['in the graph', [quantize]],
    ['with operators of TensorRT', [onnxNode('TRT_FP8DequantizeLinear', ['x', 'scale'], ['q'], {})]],
    ['in a branch', [onnxNode('If', ['condition'], ['y'], { then_branch: [quantize], else_branch: [] })]],
  ])('quantization nodes %s are accepted', (_, nodes) => {
    expect(findings(onnxFile(nodes), { precision: EnginePrecision.INT8 })).toEqual([]);
  });
});
