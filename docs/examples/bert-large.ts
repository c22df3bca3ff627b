import { Annotations, App, Duration, Stack } from 'aws-cdk-lib';
import {
  Backend,
  EnginePrecision,
  EngineShapes,
  LatencyObjective,
  ModelExample,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
  Warmup,
  capacity,
} from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'BertLarge');
const measurements = 'model-artifacts/bert-large-inference-recommender.csv';
const sizing = capacity.CapacityPlanner.fromInferenceRecommenderCsv(measurements).plan({
  requestsPerSecond: 500,
  latencyObjective: LatencyObjective.p99(Duration.millis(500)),
});
const tokens: EngineShapes = { min: [1, 512], opt: [16, 512], max: [16, 512] };
const onnx = 'model-artifacts/stand-ins/bert-large/onnx';
new TritonRealtimeEndpoint(stack, 'Endpoint', {
  model: new TritonModel({
    name: 'bert-large',
    backend: Backend.TENSORRT,
    files: ModelFiles.fromEngineBuild(`${onnx}/1/model.onnx`, {
      precision: EnginePrecision.FP16,
      profiles: [{ token_ids: tokens, attn_mask: tokens }],
    }),
    maxBatchSize: 16,
    inputs: [Tensor.int32('token_ids', [512]), Tensor.int32('attn_mask', [512])],
    outputs: [Tensor.fp32('output', [2])],
    warmup: [Warmup.zeros({ batchSize: 16 })],
    examples: [
      ModelExample.fromFile(`${onnx}.examples/512-tokens.json`, {
        relativeTolerance: 0.05,
        absoluteTolerance: 0.02,
      }),
    ],
  }),
  sizing,
});
Annotations.of(stack).acknowledgeWarning(
  'cdk-sagemaker-triton:engine.driver',
  'AWS does not document the GPU drivers of jobs. If the drivers of both kinds of jobs are too old, the build fails.',
);

app.synth();
