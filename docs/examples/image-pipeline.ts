import { App, Size, Stack } from 'aws-cdk-lib';
import {
  Backend,
  Ensemble,
  EnsembleStep,
  InstanceGroup,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
} from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'ImagePipeline');
const onCpu = InstanceGroup.cpu({ count: 2 });
const preprocess = TritonModel.fromDirectory('model-artifacts/image-pipeline/preprocess', {
  maxBatchSize: 16,
  inputs: [Tensor.uint8('pixels', [32, 32, 3])],
  outputs: [Tensor.fp32('image', [3, 32, 32])],
  instanceGroups: [onCpu],
});
const classifier = TritonModel.fromDirectory('model-artifacts/image-classifier/onnx', {
  name: 'classifier',
  maxBatchSize: 16,
});
const label = TritonModel.fromDirectory('model-artifacts/image-pipeline/label', {
  maxBatchSize: 16,
  inputs: [Tensor.fp32('scores', [10])],
  outputs: [Tensor.string('label', [1])],
  instanceGroups: [onCpu],
});
const steps: EnsembleStep[] = [
  { model: preprocess, inputMap: { pixels: 'pixels' }, outputMap: { image: 'image' } },
  { model: classifier, inputMap: { image: 'image' }, outputMap: { scores: 'scores' } },
  { model: label, inputMap: { scores: 'scores' }, outputMap: { label: 'label' } },
];
new TritonRealtimeEndpoint(stack, 'Endpoint', {
  model: new TritonModel({
    name: 'image-pipeline',
    backend: Backend.ENSEMBLE,
    maxBatchSize: 16,
    inputs: [Tensor.uint8('pixels', [32, 32, 3])],
    outputs: [Tensor.string('label', [1])],
    ensemble: Ensemble.of(steps),
  }),
  // The metrics show which of the models is slow. The metrics exporter is a fifth instance of a Python model in the shared memory.
  monitoring: { serverMetrics: true },
  server: { pythonSharedMemory: Size.mebibytes(8) },
});

app.synth();
