import { App } from 'aws-cdk-lib';
import { artifact } from '../bin/model-folders';
import { Backend, InstanceType, ModelFiles, TritonModel, TritonRealtimeEndpoint } from '../lib';
import { Checked } from './check';

// What is checked is above all that a job of SageMaker builds an engine which the endpoint then loads.
const app = new App();
const checked = new Checked(app, 'IntegEngine');
const { endpointName } = new TritonRealtimeEndpoint(checked.stack, 'Endpoint', {
  model: new TritonModel({
    name: 'image-classifier',
    backend: Backend.TENSORRT,
    files: ModelFiles.engineFrom(artifact('image-classifier', 'onnx', '1', 'model.onnx')),
    maxBatchSize: 8,
  }),
  instanceType: InstanceType.G4DN_XLARGE,
});
checked.call('sagemaker', 'DescribeEndpoint', { EndpointName: endpointName }, { EndpointStatus: 'InService' });
checked.answers(endpointName);
app.synth();
