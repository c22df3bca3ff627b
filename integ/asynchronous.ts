import { Match } from '@aws-cdk/integ-tests-alpha';
import { App, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3';
import { InstanceType, Scaling, TritonAsyncEndpoint } from '../lib';
import { Checked, classifier } from './check';

const app = new App();
const checked = new Checked(app, 'IntegAsynchronous');
const { endpointName, inputUri } = new TritonAsyncEndpoint(checked.stack, 'Endpoint', {
  model: classifier('image-classifier'),
  instanceType: InstanceType.G4DN_XLARGE,
  scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 2, backlogPerInstance: 8 }),
  // Nothing stays.
  outputBucket: new Bucket(checked.stack, 'Requests', {
    enforceSSL: true,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
  }),
});
checked.call(
  'application-auto-scaling',
  'DescribeScalableTargets',
  { ServiceNamespace: 'sagemaker', ResourceIds: [`endpoint/${endpointName}/variant/AllTraffic`] },
  { ScalableTargets: [{ MinCapacity: 0, MaxCapacity: 2 }] },
);
// The smoke test was the last request. The empty queue removes the instance, and a request starts it again.
const hasInstances = (count: number) =>
  checked
    .call(
      'sagemaker',
      'DescribeEndpoint',
      { EndpointName: endpointName },
      { EndpointStatus: 'InService', ProductionVariants: [Match.objectLike({ CurrentInstanceCount: count })] },
    )
    .waitForAssertions({ totalTimeout: Duration.minutes(55), interval: Duration.minutes(1) });
const request = checked.call(
  'sagemaker-runtime',
  'InvokeEndpointAsync',
  {
    EndpointName: endpointName,
    InputLocation: `${inputUri}/smoke-test/${endpointName}-1`,
    ContentType: 'application/json',
  },
  { OutputLocation: Match.stringLikeRegexp('/output/'), FailureLocation: Match.stringLikeRegexp('/failure/') },
);
hasInstances(0).next(request).next(hasInstances(1));
app.synth();
