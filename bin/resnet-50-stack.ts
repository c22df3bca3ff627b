import { Annotations, Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
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
} from '../lib';
import { modelFolder } from './model-folders';

/**
 * ResNet-50 as TorchScript and as a TensorRT engine that the deployment builds from an ONNX file. A multi-model endpoint loads both models on
 * demand, and scales to keep the GPU utilization at 60 %.
 */
export class ResNet50Stack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const batching = Batching.dynamic({ preferredBatchSizes: [128], maxQueueDelayMicroseconds: 100 });
    const torchscript = TritonModel.fromDirectory(modelFolder(this, 'resnet-50', 'torchscript'), {
      name: 'resnet-50-pt',
      maxBatchSize: 128,
      inputs: [Tensor.fp32('INPUT__0', [3, 224, 224])],
      outputs: [Tensor.fp32('OUTPUT__0', [1000])],
      batching,
      warmup: [Warmup.zeros({ batchSize: 128 })],
    });
    const onnx = modelFolder(this, 'resnet-50', 'onnx');
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
    new TritonMultiModelEndpoint(this, 'Endpoint', {
      models: [torchscript, tensorrt],
      instanceType: InstanceType.G4DN_4XLARGE,
      instanceCount: 2,
      latencyObjective: LatencyObjective.p99(Duration.millis(200)),
      scaling: Scaling.gpuUtilization({ percent: 60, minCapacity: 1, maxCapacity: 5 }),
    });
    Annotations.of(this).acknowledgeWarning(
      'cdk-sagemaker-triton:engine.driver',
      'AWS does not document the GPU drivers of jobs. If the driver is too old, the build fails.',
    );
  }
}
