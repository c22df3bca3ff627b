import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
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
} from '../lib';
import { artifact } from './model-folders';

/** Two endpoints with the same small classifier: one as TorchScript, one as ONNX. */
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
      model: TritonModel.fromDirectory(artifact('image-classifier', 'torchscript'), {
        name: 'image-classifier',
        maxBatchSize: 16,
        inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
        outputs: [Tensor.fp32('OUTPUT__0', [10])],
        instanceGroups: [InstanceGroup.gpu({ count: 2 })],
        batching,
        warmup: [Warmup.zeros(), Warmup.zeros({ batchSize: 16 })],
      }),
    });

    new TritonRealtimeEndpoint(this, 'Onnx', {
      instanceType: InstanceType.G4DN_XLARGE,
      latencyObjective,
      scaling,
      model: TritonModel.fromDirectory(artifact('image-classifier', 'onnx'), {
        name: 'image-classifier',
        maxBatchSize: 16,
        batching,
      }),
    });
  }
}
