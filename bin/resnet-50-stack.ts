import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  Backend,
  Batching,
  InstanceType,
  LatencyObjective,
  ModelFiles,
  Scaling,
  Tensor,
  TritonModel,
  TritonMultiModelEndpoint,
  Warmup,
} from '../lib';
import { ownModel } from './model-folders';

/** ResNet-50 as TorchScript and as a TensorRT engine, loaded on demand, on as many instances as keep GPU utilization at 60 %. */
export class ResNet50Stack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const batching = Batching.dynamic({ preferredBatchSizes: [128], maxQueueDelayMicroseconds: 100 });
    const warmup = [Warmup.zeros({ batchSize: 128 })];
    const torchscript = new TritonModel({
      name: 'resnet-50-pt',
      backend: Backend.PYTORCH,
      files: ModelFiles.fromDirectory(ownModel(this, 'resnet-50', 'torchscript')),
      maxBatchSize: 128,
      inputs: [Tensor.fp32('INPUT__0', [3, 224, 224])],
      outputs: [Tensor.fp32('OUTPUT__0', [1000])],
      batching,
      warmup,
    });
    const tensorrt = new TritonModel({
      name: 'resnet-50-trt',
      backend: Backend.TENSORRT,
      files: ModelFiles.fromDirectory(ownModel(this, 'resnet-50', 'engine')),
      maxBatchSize: 128,
      inputs: [Tensor.fp32('input', [3, 224, 224])],
      outputs: [Tensor.fp32('output', [1000])],
      batching,
      warmup,
    });
    new TritonMultiModelEndpoint(this, 'Endpoint', {
      models: [torchscript, tensorrt],
      instanceType: InstanceType.G4DN_4XLARGE,
      instanceCount: 2,
      latencyObjective: LatencyObjective.p99(Duration.millis(200)),
      scaling: Scaling.gpuUtilization({ percent: 60, minCapacity: 1, maxCapacity: 5 }),
    });
  }
}
