import { App } from 'aws-cdk-lib';
import { Batching, InstanceType, Scaling, TritonRealtimeEndpoint } from '../lib';
import { CheckedStack, classifier, wrongExample } from './check';

/**
 * Versions of the app in the order of their deployment. Each deployment replaces the instances. The deployment of `broken` must fail, and
 * the instances of `second` continue to serve.
 */
const REVISIONS = {
  first: { queueDelay: 100, examples: undefined },
  second: { queueDelay: 200, examples: undefined },
  broken: { queueDelay: 300, examples: [wrongExample()] },
};

const app = new App();
const revision: keyof typeof REVISIONS = app.node.tryGetContext('revision') ?? 'first';
const { queueDelay, examples } = REVISIONS[revision];
const checked = new CheckedStack(app, 'IntegRealtime');
const { endpointName } = new TritonRealtimeEndpoint(checked.stack, 'Endpoint', {
  model: classifier('image-classifier', examples).withOverrides({
    batching: Batching.dynamic({ maxQueueDelayMicroseconds: queueDelay }),
  }),
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
checked.expectGpuUtilization(endpointName, 'AllTraffic');
checked.expectScores(endpointName);
app.synth();
