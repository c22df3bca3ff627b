import { App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { ExecutionAccelerator } from '../../../lib';
import { classifier } from '../fixtures';
import { propertiesOf, templateOf, vision, warningsOf } from '../multi-model/fixtures';

// The numbers are those of the list of failures that this library has to prevent.

test('29: a bucket in another region', () => {
  const stack = new Stack(new App(), 'Stack', { env: { region: 'us-east-1' } });
  const modelBucket = Bucket.fromBucketAttributes(stack, 'Models', { bucketName: 'models', region: 'eu-west-1' });
  expect(() => vision({ modelBucket }, stack)).toThrow(/modelBucket: got a bucket in eu-west-1.*\/sm\.data-region\)/);
});

test('35: a model may take six minutes to load before it answers, and the smoke test waits longer', () => {
  const { Spec } = propertiesOf(templateOf(vision()), 'Custom::TritonSmokeTest');
  expect(JSON.parse(Spec).timeoutSeconds).toBeGreaterThan(360);
});

test('37: models of which each is asked for rarely need not stay loaded', () => {
  const { PrimaryContainer } = propertiesOf(templateOf(vision({ modelCaching: false })), 'AWS::SageMaker::Model');
  expect(PrimaryContainer.MultiModelConfig).toEqual({ ModelCacheSetting: 'Disabled' });
});

test('44: a model that compiles at its first request', () => {
  const accelerated = classifier({ optimization: { gpuExecutionAccelerators: [ExecutionAccelerator.tensorrt()] } });
  expect(warningsOf(vision({ models: [accelerated] }))).toContainEqual(
    expect.stringMatching(/^models\[0\]\.warmup: got none; TensorRT builds its engines.*warm\.first-request/),
  );
});
