import { App, Duration, Stack } from 'aws-cdk-lib';
import {
  Backend,
  Ensemble,
  EnsembleStep,
  InstanceType,
  LatencyObjective,
  ModelExample,
  Scaling,
  Tensor,
  TritonModel,
  TritonMultiModelEndpoint,
  Warmup,
} from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'Vision');
const torchscript = TritonModel.fromDirectory('model-artifacts/image-classifier/torchscript', {
  name: 'classifier-pt',
  maxBatchSize: 16,
  inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
  outputs: [Tensor.fp32('OUTPUT__0', [10])],
  warmup: [Warmup.zeros(), Warmup.zeros({ batchSize: 16 })],
});
const onnx = TritonModel.fromDirectory('model-artifacts/image-classifier/onnx', {
  name: 'classifier-onnx',
  maxBatchSize: 16,
});
const preprocessing = TritonModel.fromDirectory('model-artifacts/image-pipeline/preprocess', {
  name: 'preprocessing',
  maxBatchSize: 16,
  inputs: [Tensor.uint8('pixels', [32, 32, 3])],
  outputs: [Tensor.fp32('image', [3, 32, 32])],
});
const steps: EnsembleStep[] = [
  { model: preprocessing, inputMap: { pixels: 'pixels' }, outputMap: { image: 'normalized' } },
  { model: onnx, inputMap: { image: 'normalized' }, outputMap: { scores: 'scores' } },
];
const pipeline = new TritonModel({
  name: 'pixels-to-scores',
  backend: Backend.ENSEMBLE,
  maxBatchSize: 16,
  inputs: [Tensor.uint8('pixels', [32, 32, 3])],
  outputs: [Tensor.fp32('scores', [10])],
  ensemble: Ensemble.of(steps),
  examples: [ModelExample.fromFile('model-artifacts/image-pipeline/pixels-to-scores.example.json')],
});
const endpoint = new TritonMultiModelEndpoint(stack, 'Endpoint', {
  models: [torchscript, onnx, preprocessing],
  openPrefix: true,
  instanceType: InstanceType.G4DN_4XLARGE,
  instanceCount: 2,
  scaling: Scaling.gpuUtilization({ percent: 60, minCapacity: 1, maxCapacity: 5 }),
  latencyObjective: LatencyObjective.p99(Duration.millis(200)),
});
endpoint.addModel(pipeline);

app.synth();
