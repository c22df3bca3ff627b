import { App, Duration, Stack } from 'aws-cdk-lib';
import {
  Batching,
  InstanceGroup,
  InstanceType,
  LatencyObjective,
  Scaling,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
  Warmup,
} from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'ImageClassifier');
const batching = Batching.dynamic({ preferredBatchSizes: [8, 16], maxQueueDelayMicroseconds: 100 });
const latencyObjective = LatencyObjective.p99(Duration.millis(50));
const scaling = Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 100 });

new TritonRealtimeEndpoint(stack, 'TorchScript', {
  instanceType: InstanceType.G4DN_XLARGE,
  latencyObjective,
  scaling,
  model: TritonModel.fromDirectory('model-artifacts/image-classifier/torchscript', {
    name: 'image-classifier',
    maxBatchSize: 16,
    inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
    outputs: [Tensor.fp32('OUTPUT__0', [10])],
    instanceGroups: [InstanceGroup.gpu({ count: 2 })],
    batching,
    warmup: [Warmup.zeros(), Warmup.zeros({ batchSize: 16 })],
  }),
});

new TritonRealtimeEndpoint(stack, 'Onnx', {
  instanceType: InstanceType.G4DN_XLARGE,
  latencyObjective,
  scaling,
  model: TritonModel.fromDirectory('model-artifacts/image-classifier/onnx', {
    name: 'image-classifier',
    maxBatchSize: 16,
    batching,
  }),
});

app.synth();
