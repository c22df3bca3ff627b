import { App, Duration, Stack } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { InstanceType, LatencyObjective, Scaling, TritonAsyncEndpoint, TritonModel } from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'DocumentQueue');
new TritonAsyncEndpoint(stack, 'Endpoint', {
  model: TritonModel.fromDirectory('model-artifacts/text-classifier/onnx', {
    name: 'text-classifier',
    maxBatchSize: 16,
  }),
  instanceType: InstanceType.G5_XLARGE,
  latencyObjective: LatencyObjective.p99(Duration.seconds(10)),
  outputExpiration: Duration.days(30),
  errorTopic: new Topic(stack, 'Failures', { enforceSSL: true }),
  scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 4, backlogPerInstance: 64 }),
});

app.synth();
