import { Annotations, App, Duration, Stack } from 'aws-cdk-lib';
import {
  Backend,
  Batching,
  EnginePrecision,
  EngineShapes,
  InstanceGroup,
  InstanceType,
  LatencyObjective,
  ModelFiles,
  Scaling,
  Tensor,
  TritonModel,
  TritonMultiModelEndpoint,
  Warmup,
} from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'ResNet50');
const batching = Batching.dynamic({ preferredBatchSizes: [128], maxQueueDelayMicroseconds: 100 });
const torchscript = TritonModel.fromDirectory('model-artifacts/stand-ins/resnet-50/torchscript', {
  name: 'resnet-50-pt',
  maxBatchSize: 128,
  inputs: [Tensor.fp32('INPUT__0', [3, 224, 224])],
  outputs: [Tensor.fp32('OUTPUT__0', [1000])],
  batching,
  warmup: [Warmup.zeros({ batchSize: 128 })],
});
const onnx = 'model-artifacts/stand-ins/resnet-50/onnx';
// Small and large batches have separate optimization profiles, because their fastest kernels differ.
const small: EngineShapes = { min: [1, 3, 224, 224], opt: [8, 3, 224, 224], max: [32, 3, 224, 224] };
const large: EngineShapes = { min: [33, 3, 224, 224], opt: [128, 3, 224, 224], max: [128, 3, 224, 224] };
const tensorrt = new TritonModel({
  name: 'resnet-50-trt',
  backend: Backend.TENSORRT,
  files: ModelFiles.fromEngineBuild(`${onnx}/1/model.onnx`, {
    precision: EnginePrecision.FP16,
    profiles: [{ input: small }, { input: large }],
  }),
  maxBatchSize: 128,
  inputs: [Tensor.fp32('input', [3, 224, 224])],
  outputs: [Tensor.fp32('output', [1000])],
  // Triton executes a batch with the profile whose optimum is nearest.
  instanceGroups: [InstanceGroup.gpu({ profiles: ['0', '1'] })],
  batching,
  warmup: [Warmup.zeros({ batchSize: 8 }), Warmup.zeros({ batchSize: 128 })],
});
new TritonMultiModelEndpoint(stack, 'Endpoint', {
  models: [torchscript, tensorrt],
  instanceType: InstanceType.G4DN_4XLARGE,
  instanceCount: 2,
  latencyObjective: LatencyObjective.p99(Duration.millis(200)),
  scaling: Scaling.gpuUtilization({ percent: 60, minCapacity: 1, maxCapacity: 5 }),
});
Annotations.of(stack).acknowledgeWarning(
  'cdk-sagemaker-triton:engine.driver',
  'AWS does not document the GPU drivers of jobs. If the driver is too old, the build fails.',
);

app.synth();
