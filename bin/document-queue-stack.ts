import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { InstanceType, LatencyObjective, Scaling, TritonAsyncEndpoint, TritonModel } from '../lib';
import { artifact } from './model-folders';

/**
 * The text classifier on an asynchronous endpoint: requests and responses are objects in S3, and no instance runs while the queue is empty.
 */
export class DocumentQueueStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    new TritonAsyncEndpoint(this, 'Endpoint', {
      model: TritonModel.fromDirectory(artifact('text-classifier', 'onnx'), {
        name: 'text-classifier',
        maxBatchSize: 16,
      }),
      instanceType: InstanceType.G5_XLARGE,
      latencyObjective: LatencyObjective.p99(Duration.seconds(10)),
      outputExpiration: Duration.days(30),
      errorTopic: new Topic(this, 'Failures', { enforceSSL: true }),
      scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 4, backlogPerInstance: 64 }),
    });
  }
}
