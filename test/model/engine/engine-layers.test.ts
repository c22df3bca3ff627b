import * as path from 'path';
import { Backend, DataType, EnginePrecision, EngineProfile, ModelFiles, TritonModel } from '../../../lib/model';
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
  const files = ModelFiles.fromEngineBuild(file, { profiles: [EngineProfile.of({ token_ids: TOKENS })], ...options });
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

describe('layer precisions', () => {
  const fp16 = (layerPrecisions: EngineOptions['layerPrecisions']): EngineOptions => ({
    precision: EnginePrecision.FP16,
    layerPrecisions,
  });

  test.each(['/encoder/LayerNorm', '*LayerNorm', '/enc*Norm', '*', 'node_of_logits'])(
    '%s matches a layer of the graph',
    (name) => {
      expect(findings(WITHOUT_QUANTIZATION, fp16({ [name]: DataType.FP32 }))).toEqual([]);
    },
  );

  test.each([
    [
      'with a data type that trtexec does not support',
      fp16({ '*': DataType.FP64 }),
      'files.layerPrecisions[*]: got FP64; allowed: FP32, INT32, FP16, BF16, INT8',
    ],
    [
      'with a data type that the precision does not allow',
      fp16({ '*': DataType.BF16 }),
      'files.layerPrecisions[*]: got BF16 with precision FP16; requires BF16',
    ],
    [
      'without a precision of the engine',
      { layerPrecisions: { '*': DataType.FP32 } },
      'files.layerPrecisions[*]: got FP32 with no precision, which keeps the types of the ONNX file; requires a precision such as FP16',
    ],
    [
      'with a name that trtexec would split',
      fp16({ 'a,*': DataType.FP32 }),
      "files.layerPrecisions[a,*]: got the name 'a,*'; allowed: names without ',' and \"'\", which trtexec cannot read",
    ],
    [
      'with two wildcards',
      fp16({ '*Layer*Norm': DataType.FP32 }),
      "files.layerPrecisions[*Layer*Norm]: got the name '*Layer*Norm'; allowed: at most one '*'",
    ],
  ])('engine.layer-precisions: a layer %s is rejected', (_, options, message) => {
    expect(findings(WITHOUT_QUANTIZATION, options)).toContain(`error engine.layer-precisions ${message}`);
  });

  test('engine.layer-precisions: trtexec of TensorRT 8 supports only the pattern *', () => {
    expect(findings(WITHOUT_QUANTIZATION, fp16({ '*LayerNorm': DataType.FP32 }), '24.01')).toEqual([
      "error engine.layer-precisions files.layerPrecisions[*LayerNorm]: got the name '*LayerNorm'; TensorRT 8.6.1.6 allows '*' only as the whole name",
    ]);
    expect(findings(WITHOUT_QUANTIZATION, fp16({ '*': DataType.FP32 }), '24.01')).toEqual([]);
  });

  test('engine.options: trtexec of TensorRT 8.2 does not support layer precisions', () => {
    expect(findings(WITHOUT_QUANTIZATION, fp16({ '*': DataType.FP32 }), '22.05')).toContain(
      'error engine.options files.layerPrecisions: got layerPrecisions; TensorRT 8.2.5.1 of Triton 22.05 allows none',
    );
  });

  test('engine.layer-names: a name that no layer has results in a warning', () => {
    expect(findings(WITHOUT_QUANTIZATION, fp16({ '*GroupNorm': DataType.FP32 }))).toEqual([
      'warning engine.layer-names files.layerPrecisions[*GroupNorm]: no node of the graph of bert.onnx has this name, so the precision of no ' +
        'layer may change: use the names of the graph, which Netron shows',
    ]);
  });
});
