import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  Backend,
  Batching,
  InstanceGroup,
  InstanceType,
  LatencyObjective,
  ModelFiles,
  Scaling,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
} from '../../lib';

/** The measured endpoint: a TorchScript classifier with dynamic batching on ml.g4dn.2xlarge. */
export class OurEndpoint extends TritonRealtimeEndpoint {
  constructor(scope: Construct, id: string, endpointName: string, modelFile: string) {
    super(scope, id, {
      endpointName,
      model: new TritonModel({
        name: endpointName,
        backend: Backend.PYTORCH,
        files: ModelFiles.fromFile(modelFile),
        maxBatchSize: 16,
        inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
        outputs: [Tensor.fp32('OUTPUT__0', [10])],
        instanceGroups: [InstanceGroup.gpu({ count: 2 })],
        batching: Batching.dynamic({ preferredBatchSizes: [16], maxQueueDelayMicroseconds: 100 }),
      }),
      instanceType: InstanceType.G4DN_2XLARGE,
      instanceCount: 2,
      latencyObjective: LatencyObjective.p99(Duration.millis(500)),
      scaling: Scaling.invocationsPerInstance({ maxCapacity: 23, invocationsPerSecond: 22 }),
    });
  }
}
