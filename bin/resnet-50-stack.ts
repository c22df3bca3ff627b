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

/** ResNet-50 as TorchScript beside ResNet-50 as a TensorRT engine, loaded on demand, on as many GPUs as keep 60 % busy. */
export class ResNet50Stack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const shared = {
      maxBatchSize: 128,
      batching: Batching.dynamic({ preferredBatchSizes: [128], maxQueueDelayMicroseconds: 100 }),
      warmup: [Warmup.zeros({ batchSize: 128 })],
    };
    const torchscript = new TritonModel({
      ...shared,
      name: 'resnet-50-pt',
      backend: Backend.PYTORCH,
      files: ModelFiles.fromDirectory(ownModel(this, 'resnet-50', 'torchscript')),
      inputs: [Tensor.fp32('INPUT__0', [3, 224, 224])],
      outputs: [Tensor.fp32('OUTPUT__0', [1000])],
    });
    const tensorrt = new TritonModel({
      ...shared,
      name: 'resnet-50-trt',
      backend: Backend.TENSORRT,
      files: ModelFiles.fromDirectory(ownModel(this, 'resnet-50', 'engine')),
      inputs: [Tensor.fp32('input', [3, 224, 224])],
      outputs: [Tensor.fp32('output', [1000])],
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
