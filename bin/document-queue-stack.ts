import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import {
  Backend,
  InstanceType,
  LatencyObjective,
  ModelExample,
  ModelFiles,
  Scaling,
  Tensor,
  TritonAsyncEndpoint,
  TritonModel,
} from '../lib';
import { artifact } from './model-folders';

/** The text classifier with a queue: requests and responses are objects in S3, and no instance runs while the queue is empty. */
export class DocumentQueueStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    new TritonAsyncEndpoint(this, 'Endpoint', {
      model: new TritonModel({
        name: 'text-classifier',
        backend: Backend.ONNXRUNTIME,
        files: ModelFiles.fromDirectory(artifact('text-classifier', 'onnx')),
        maxBatchSize: 16,
        inputs: [Tensor.int32('token_ids', [512]), Tensor.int32('attn_mask', [512])],
        outputs: [Tensor.fp32('output', [2])],
        examples: [ModelExample.fromFile(artifact('text-classifier', 'onnx.example.json'))],
      }),
      instanceType: InstanceType.G5_XLARGE,
      latencyObjective: LatencyObjective.p99(Duration.seconds(10)),
      outputExpiration: Duration.days(30),
      errorTopic: new Topic(this, 'Failures', { enforceSSL: true }),
      scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 4, backlogPerInstance: 64 }),
    });
  }
}
