import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  Backend,
  Batching,
  InstanceGroup,
  InstanceType,
  LatencyObjective,
  ModelExample,
  ModelFiles,
  Scaling,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
  Warmup,
} from '../lib';
import { artifact } from './model-folders';

/** The same small classifier twice: as TorchScript and as ONNX. */
export class ImageClassifierStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const batching = Batching.dynamic({ preferredBatchSizes: [8, 16], maxQueueDelayMicroseconds: 100 });
    const latencyObjective = LatencyObjective.p99(Duration.millis(50));
    const scaling = Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 100 });

    new TritonRealtimeEndpoint(this, 'TorchScript', {
      instanceType: InstanceType.G4DN_XLARGE,
      latencyObjective,
      scaling,
      model: new TritonModel({
        name: 'image-classifier',
        backend: Backend.PYTORCH,
        files: ModelFiles.fromDirectory(artifact('image-classifier', 'torchscript')),
        maxBatchSize: 16,
        inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
        outputs: [Tensor.fp32('OUTPUT__0', [10])],
        instanceGroups: [InstanceGroup.gpu({ count: 2 })],
        batching,
        warmup: [Warmup.zeros(), Warmup.zeros({ batchSize: 16 })],
        examples: [ModelExample.fromFile(artifact('image-classifier', 'torchscript.example.json'))],
      }),
    });

    new TritonRealtimeEndpoint(this, 'Onnx', {
      instanceType: InstanceType.G4DN_XLARGE,
      latencyObjective,
      scaling,
      model: new TritonModel({
        name: 'image-classifier',
        backend: Backend.ONNXRUNTIME,
        files: ModelFiles.fromDirectory(artifact('image-classifier', 'onnx')),
        maxBatchSize: 16,
        inputs: [Tensor.fp32('image', [3, 32, 32])],
        outputs: [Tensor.fp32('scores', [10])],
        batching,
        examples: [ModelExample.fromFile(artifact('image-classifier', 'onnx.example.json'))],
      }),
    });
  }
}
