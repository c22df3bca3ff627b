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
import { artifact, exportedExamples, ownModel } from './model-folders';

/** T5: an encoder, a decoder with a cache of keys and values, and a Python model that calls them token by token. */
export class T5Stack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const exported = ownModel(this, 't5', 'encoder');
    const encoder = new TritonModel({
      name: 't5-encoder',
      backend: Backend.ONNXRUNTIME,
      files: ModelFiles.fromDirectory(exported),
      maxBatchSize: 8,
    });
    const decoder = new TritonModel({
      name: 't5-decoder',
      backend: Backend.ONNXRUNTIME,
      files: ModelFiles.fromDirectory(ownModel(this, 't5', 'decoder')),
      maxBatchSize: 8,
    });
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: new TritonModel({
        name: 't5',
        backend: Backend.PYTHON,
        files: ModelFiles.fromDirectory(artifact('t5', 'generate')),
        maxBatchSize: 8,
        inputs: [Tensor.int32('source_ids', [-1]), Tensor.int32('attn_mask', [-1])],
        outputs: [Tensor.int32('target_ids', [-1])],
        members: [encoder, decoder],
        examples: exportedExamples(`${exported}/../generate`),
      }),
      instanceType: InstanceType.G4DN_2XLARGE,
      latencyObjective: LatencyObjective.p99(Duration.millis(50)),
      scaling: Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 2 }),
    });
  }
}
