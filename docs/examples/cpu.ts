import { App, Stack } from 'aws-cdk-lib';
import {
  EndpointPurpose,
  InstanceGroup,
  InstanceType,
  TritonModel,
  TritonRealtimeEndpoint,
} from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'Cpu');
const model = TritonModel.fromDirectory('model-artifacts/text-classifier/onnx', {
  name: 'text-classifier',
  maxBatchSize: 16,
});

new TritonRealtimeEndpoint(stack, 'Development', {
  model,
  instanceType: InstanceType.of('ml.c6i.large'),
  purpose: EndpointPurpose.DEVELOPMENT,
  smokeTest: { enabled: true },
});

// Two instances of the model share the 4 vCPUs.
new TritonRealtimeEndpoint(stack, 'Production', {
  model: model.withOverrides({
    instanceGroups: [InstanceGroup.cpu({ count: 2 })],
    parameters: { intra_op_thread_count: '2' },
  }),
  instanceType: InstanceType.of('ml.c6i.xlarge'),
});

app.synth();
