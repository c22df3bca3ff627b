import { App, Duration, Stack } from 'aws-cdk-lib';
import {
  InferenceType,
  InstanceType,
  LatencyObjective,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
} from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'WordStream');
new TritonRealtimeEndpoint(stack, 'Endpoint', {
  model: TritonModel.fromDirectory('model-artifacts/word-stream/python', {
    name: 'word-stream',
    inputs: [Tensor.string('text_input', [1])],
    outputs: [Tensor.string('text_output', [1])],
    decoupled: true,
  }),
  instanceType: InstanceType.of('ml.c6i.large'),
  server: { inferenceType: InferenceType.GENERATE_STREAM },
  latencyObjective: LatencyObjective.p99(Duration.seconds(5)),
  monitoring: { firstChunkObjective: LatencyObjective.p99(Duration.millis(200)) },
});

app.synth();
