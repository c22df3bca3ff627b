import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  Backend,
  InstanceType,
  LatencyObjective,
  ModelFiles,
  Scaling,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
} from '../lib';
import { artifact, ownModel } from './model-folders';

/** T5 in two TensorRT engines and a Python model that calls them token by token, with an answer within 50 ms for 99 of 100. */
export class T5Stack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const hiddenStates = Tensor.fp32('hidden_states', [128, 512]);
    const encoder = new TritonModel({
      name: 't5-encoder',
      backend: Backend.TENSORRT,
      files: ModelFiles.fromDirectory(ownModel(this, 't5-encoder')),
      maxBatchSize: 8,
      inputs: [Tensor.int32('source_ids', [128])],
      outputs: [hiddenStates],
    });
    const decoder = new TritonModel({
      name: 't5-decoder',
      backend: Backend.TENSORRT,
      files: ModelFiles.fromDirectory(ownModel(this, 't5-decoder')),
      maxBatchSize: 8,
      inputs: [Tensor.int32('target_ids', [32]), hiddenStates],
      outputs: [Tensor.fp32('logits', [32, 512])],
    });
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: new TritonModel({
        name: 't5',
        backend: Backend.PYTHON,
        files: ModelFiles.fromDirectory(artifact('t5')),
        maxBatchSize: 1,
        inputs: [Tensor.int32('source_ids', [128])],
        outputs: [Tensor.int32('target_ids', [32])],
        members: [encoder, decoder],
      }),
      instanceType: InstanceType.G4DN_2XLARGE,
      latencyObjective: LatencyObjective.p99(Duration.millis(50)),
      scaling: Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 2 }),
    });
  }
}
