import { App } from 'aws-cdk-lib';
import { artifact } from '../bin/model-folders';
import { Backend, InstanceType, ModelFiles, TritonModel, TritonRealtimeEndpoint } from '../lib';
import { CheckedStack } from './check';

// Checks that a SageMaker job builds an engine that the endpoint can load.
const app = new App();
const checked = new CheckedStack(app, 'IntegEngine');
const { endpointName } = new TritonRealtimeEndpoint(checked.stack, 'Endpoint', {
  model: new TritonModel({
    name: 'image-classifier',
    backend: Backend.TENSORRT,
    files: ModelFiles.fromEngineBuild(artifact('image-classifier', 'onnx', '1', 'model.onnx')),
    maxBatchSize: 8,
  }),
  instanceType: InstanceType.G4DN_XLARGE,
});
checked.call('sagemaker', 'DescribeEndpoint', { EndpointName: endpointName }, { EndpointStatus: 'InService' });
checked.expectScores(endpointName);
app.synth();
