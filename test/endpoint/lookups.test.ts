import { App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { InstanceType, ModelFiles, TritonImage, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../lib';
import { classifier } from './fixtures';

type Props = Partial<TritonRealtimeEndpointProps>;

/** CDK synthesizes an app with placeholders first, and again when the CLI has looked up the values. An error in between would stop the lookup. */
test.each<[string, (value: string, stack: Stack) => Props]>([
  ['endpointName', (endpointName) => ({ endpointName })],
  ['instanceType', (name) => ({ instanceType: InstanceType.of(name) })],
  ['the name of the image', (uri) => ({ image: TritonImage.of(uri, { release: '24.09' }) })],
  ['the release of the image', (release) => ({ image: TritonImage.forRelease(release) })],
  ['a variable of the server', (value) => ({ server: { environment: { LEVEL: value } } })],
  [
    'the ARN of a model package',
    (arn, stack) => {
      const bucket = Bucket.fromBucketName(stack, 'Bucket', 'bucket');
      return { model: classifier().withOverrides({ files: ModelFiles.fromModelPackage(arn, bucket, 'model.tar.gz') }) };
    },
  ],
])('%s can come from a parameter that CDK looks up', (_, propsOf) => {
  const app = new App();
  const stack = new Stack(app, 'Stack', { env: { account: '111122223333', region: 'eu-central-1' } });
  const value = StringParameter.valueFromLookup(stack, '/triton/value');
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), ...propsOf(value, stack) });
  expect(app.synth().manifest.missing).toMatchObject([{ provider: 'ssm', props: { parameterName: '/triton/value' } }]);
});
