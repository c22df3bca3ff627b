import { App, Duration, Stack } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import {
  CapacitySize,
  InstanceType,
  LatencyObjective,
  TritonModel,
  TritonRealtimeEndpoint,
  UpdateStrategy,
} from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'CanaryRelease');
const onCall = new Topic(stack, 'OnCall', { enforceSSL: true });
new TritonRealtimeEndpoint(stack, 'Endpoint', {
  model: TritonModel.fromDirectory('model-artifacts/image-classifier/onnx', {
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

app.synth();
