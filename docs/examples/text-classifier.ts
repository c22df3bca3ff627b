import { App, Stack } from 'aws-cdk-lib';
import { TritonModel, TritonRealtimeEndpoint } from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'TextClassifier');
new TritonRealtimeEndpoint(stack, 'Endpoint', {
  model: TritonModel.fromDirectory('model-artifacts/text-classifier/onnx', {
    name: 'text-classifier',
    maxBatchSize: 16,
  }),
});

app.synth();
