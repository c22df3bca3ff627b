import { App } from 'aws-cdk-lib';
import { InstanceType, TritonMultiModelEndpoint } from '../lib';
import { CheckedStack, classifier } from './check';

const app = new App();
const checked = new CheckedStack(app, 'IntegMultiModel');
const endpoint = new TritonMultiModelEndpoint(checked.stack, 'Endpoint', {
  models: [classifier('first'), classifier('second')],
  instanceType: InstanceType.G4DN_XLARGE,
  instanceCount: 1,
});
const { endpointName } = endpoint;
checked.call('sagemaker', 'DescribeEndpoint', { EndpointName: endpointName }, { EndpointStatus: 'InService' });
for (const name of ['first', 'second']) checked.expectScores(endpointName, endpoint.targetModel(name));
app.synth();
