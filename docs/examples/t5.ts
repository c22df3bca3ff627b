import { Annotations, App, Duration, Stack } from 'aws-cdk-lib';
import {
  Backend,
  EnginePrecision,
  EngineShapes,
  InstanceGroup,
  InstanceType,
  LatencyObjective,
  ModelExample,
  ModelFiles,
  Scaling,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
} from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'T5');
const folder = 'model-artifacts/stand-ins/t5/encoder';
const layers = 2;
const heads = 4;
const width = 8;
// Two sums in T5 exceed the range of FP16: the sum of squares in a norm, and the sum of the outputs of all previous layers.
const layerPrecisions =
  '*/Add:fp32,*layer_norm/Pow:fp32,*layer_norm/ReduceMean:fp32,*layer_norm/Sqrt:fp32,*layer_norm/Div:fp32,' +
  '*layer_norm/Mul:fp32,*layer_norm/Mul_1:fp32,*DenseReluDense/wo/MatMul:fp32';
const extraArguments = ['--precisionConstraints=obey', `--layerPrecisions=${layerPrecisions}`];
const source: EngineShapes = { min: [1, 1], opt: [1, 32], max: [4, 128] };
const cross: EngineShapes = {
  min: [1, layers, heads, 1, width],
  opt: [1, layers, heads, 32, width],
  max: [4, layers, heads, 128, width],
};
// The cache has one unused entry, plus one entry for each token except the last.
const past: EngineShapes = {
  min: [1, layers, heads, 1, width],
  opt: [1, layers, heads, 6, width],
  max: [4, layers, heads, 11, width],
};
const encoder = new TritonModel({
  name: 't5-encoder',
  backend: Backend.TENSORRT,
  files: ModelFiles.fromEngineBuild(`${folder}/1/model.onnx`, {
    precision: EnginePrecision.FP16,
    extraArguments,
    profiles: [{ source_ids: source, attn_mask: source }],
  }),
  maxBatchSize: 4,
});
const decoder = new TritonModel({
  name: 't5-decoder',
  backend: Backend.TENSORRT,
  files: ModelFiles.fromEngineBuild('model-artifacts/stand-ins/t5/decoder/1/model.onnx', {
    precision: EnginePrecision.FP16,
    extraArguments,
    profiles: [
      {
        target_ids: { min: [1, 1], opt: [1, 1], max: [4, 1] },
        attn_mask: source,
        cross_keys: cross,
        cross_values: cross,
        past_keys: past,
        past_values: past,
      },
    ],
  }),
  maxBatchSize: 4,
});
const token = TritonModel.fromDirectory('model-artifacts/stand-ins/t5/token', {
  name: 't5-token',
  maxBatchSize: 4,
  instanceGroups: [InstanceGroup.cpu()],
});
new TritonRealtimeEndpoint(stack, 'Endpoint', {
  model: TritonModel.fromDirectory('model-artifacts/t5/generate', {
    name: 't5',
    maxBatchSize: 4,
    inputs: [Tensor.int32('source_ids', [-1]), Tensor.int32('attn_mask', [-1])],
    outputs: [Tensor.int32('target_ids', [-1])],
    members: [encoder, decoder, token],
    parameters: { FORCE_CPU_ONLY_INPUT_TENSORS: 'no' },
    examples: [ModelExample.fromFile('model-artifacts/stand-ins/t5/generate.examples/4-tokens.json')],
  }),
  instanceType: InstanceType.G5_2XLARGE,
  latencyObjective: LatencyObjective.p99(Duration.millis(50)),
  // GPU memory for the keys and values that the models pass to each other: 220 MB for 4 texts of 128 tokens with flan-t5-large.
  server: { additionalArguments: ['--cuda-memory-pool-byte-size=0:268435456'] },
  scaling: Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 1 }),
});
Annotations.of(stack).acknowledgeWarning(
  'cdk-sagemaker-triton:engine.driver',
  'AWS does not document the GPU drivers of jobs. If the drivers of both kinds of jobs are too old, the build fails.',
);

app.synth();
