import { App } from 'aws-cdk-lib';
import { InstanceType, Scaling, TritonRealtimeEndpoint } from '../lib';
import { Checked, classifier } from './check';

const app = new App();
const checked = new Checked(app, 'IntegRealtime');
const { endpointName } = new TritonRealtimeEndpoint(checked.stack, 'Endpoint', {
  model: classifier('image-classifier'),
  instanceType: InstanceType.G4DN_XLARGE,
  scaling: Scaling.concurrentRequests({ maxCapacity: 2, requestsPerInstance: 8 }),
});
checked.call('sagemaker', 'DescribeEndpoint', { EndpointName: endpointName }, { EndpointStatus: 'InService' });
checked.call(
  'application-auto-scaling',
  'DescribeScalableTargets',
  { ServiceNamespace: 'sagemaker', ResourceIds: [`endpoint/${endpointName}/variant/AllTraffic`] },
  { ScalableTargets: [{ MinCapacity: 1, MaxCapacity: 2 }] },
);
checked.answers(endpointName);
app.synth();
