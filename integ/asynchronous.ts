import { Match } from '@aws-cdk/integ-tests-alpha';
import { App, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3';
import { InstanceType, Scaling, TritonAsyncEndpoint } from '../lib';
import { CheckedStack, classifier } from './check';

const app = new App();
const checked = new CheckedStack(app, 'IntegAsynchronous');
const { endpointName, inputUri } = new TritonAsyncEndpoint(checked.stack, 'Endpoint', {
  model: classifier('image-classifier'),
  instanceType: InstanceType.G4DN_XLARGE,
  scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 2, backlogPerInstance: 8 }),
  // A bucket that is deleted with its objects, because the test must leave nothing behind.
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
// After the smoke test, the endpoint receives no requests and scales in to zero instances. A new request then starts an instance.
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
