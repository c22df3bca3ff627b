import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import {
  Backend,
  FleetShare,
  InstanceType,
  LatencyObjective,
  ModelExample,
  ModelFiles,
  TritonModel,
  TritonRealtimeEndpoint,
  UpdateStrategy,
} from '../lib';
import { artifact } from './model-folders';

/** A new version receives a tenth of the traffic first. SageMaker rolls back to the old version on latency or errors. */
export class CanaryReleaseStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const onCall = new Topic(this, 'OnCall', { enforceSSL: true });
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: new TritonModel({
        name: 'image-classifier',
        backend: Backend.ONNXRUNTIME,
        files: ModelFiles.fromDirectory(artifact('image-classifier', 'onnx')),
        maxBatchSize: 16,
        examples: [ModelExample.fromFile(artifact('image-classifier', 'onnx.example.json'))],
      }),
      instanceType: InstanceType.G4DN_XLARGE,
      instanceCount: 10,
      preflight: true, // during an update it may be 20, and with scaling at its maximum 40
      latencyObjective: LatencyObjective.p99(Duration.millis(50)),
      updateStrategy: UpdateStrategy.canary({
        size: FleetShare.percent(10),
        waitInterval: Duration.minutes(10),
        bakeTime: Duration.minutes(10),
      }),
      monitoring: { alarmActions: [new SnsAction(onCall)] },
    });
  }
}
