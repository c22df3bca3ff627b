import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import {
  CapacitySize,
  InstanceType,
  LatencyObjective,
  TritonModel,
  TritonRealtimeEndpoint,
  UpdateStrategy,
} from '../lib';
import { artifact } from './model-folders';

/** An endpoint whose new version first receives a tenth of the traffic. SageMaker rolls back if an alarm on latency or errors fires. */
export class CanaryReleaseStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const onCall = new Topic(this, 'OnCall', { enforceSSL: true });
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: TritonModel.fromDirectory(artifact('image-classifier', 'onnx'), {
        name: 'image-classifier',
        maxBatchSize: 16,
      }),
      instanceType: InstanceType.G4DN_XLARGE,
      instanceCount: 10,
      latencyObjective: LatencyObjective.p99(Duration.millis(50)),
      updateStrategy: UpdateStrategy.canary({
        size: CapacitySize.percent(10),
        waitInterval: Duration.minutes(10),
        bakeTime: Duration.minutes(10),
      }),
      monitoring: { alarmActions: [new SnsAction(onCall)] },
    });
  }
}
