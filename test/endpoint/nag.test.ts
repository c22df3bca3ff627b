import { App, Size, Stack } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { FlowLogDestination, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks } from 'cdk-nag';
import {
  InstanceType,
  ModelExample,
  Scaling,
  TensorRtEngine,
  TritonAsyncEndpoint,
  TritonImage,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../lib';
import { bert, bertFiles } from './engines/fixtures';
import { ARTIFACTS, classifier } from './fixtures';

const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];
const EXAMPLE = `${ARTIFACTS}/image-classifier/onnx.example.json`;

/** What a user brings along has findings of its own. */
const ours = (stack: Stack): string[] =>
  PACKS.flatMap((Pack) => new Pack().validateScope(stack).violations).flatMap(({ ruleName, violatingResources }) =>
    violatingResources
      .filter(({ constructPath }) => !constructPath?.startsWith('Stack/Users'))
      .map(({ constructPath }) => `${ruleName} ${constructPath}`),
  );

/** What both kinds of endpoint can be given. */
function everything(stack: Stack) {
  const key = new Key(stack, 'UsersKey', { enableKeyRotation: true });
  const vpc = new Vpc(stack, 'UsersVpc', { flowLogs: { all: { destination: FlowLogDestination.toCloudWatchLogs() } } });
  return {
    vpc,
    networkIsolation: true,
    preflight: true,
    encryptionKey: key,
    volumeSize: Size.gibibytes(100),
    dataCapture: { samplingPercentage: 10, encryptionKey: key },
    coreDumps: { encryptionKey: key },
    ssmAccess: true,
    monitoring: {
      alarmActions: [new SnsAction(new Topic(stack, 'UsersTopic', { masterKey: key, enforceSSL: true }))],
      logEncryptionKey: key,
    },
    // Only p3 has volumes to encrypt, and only images before CUDA 13 run on it.
    instanceType: InstanceType.P3_2XLARGE,
    image: TritonImage.forRelease('24.09'),
  };
}

test('with every default left alone all packs are content', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() });
  expect(ours(stack)).toEqual([]);
});

test('without a GPU all packs are content', () => {
  const stack = new Stack(new App(), 'Stack');
  const instanceType = InstanceType.of('ml.c6i.large');
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier(), instanceType });
  expect(ours(stack)).toEqual([]);
});

test('with a VPC, keys, capture, actions, several variants and pools all packs are content', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: classifier({ examples: [ModelExample.fromFile(EXAMPLE)] }),
    ...everything(stack),
    variants: [
      { variantName: 'Stable', scaling: Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 8 }) },
      {
        variantName: 'Pools',
        weight: 0,
        instancePools: [{ instanceType: InstanceType.P3_2XLARGE }, { instanceType: InstanceType.P3_8XLARGE }],
      },
    ],
  });
  expect(ours(stack)).toEqual([]);
});

test('with a shadow variant all packs are content', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: classifier(),
    shadowVariants: [{ variantName: 'Shadow', instanceType: InstanceType.G5_XLARGE }],
  });
  expect(ours(stack)).toEqual([]);
});

test.each([false, true])(
  'with the defaults of a multi-model endpoint all packs are content (open prefix: %p)',
  (openPrefix) => {
    const stack = new Stack(new App(), 'Stack');
    new TritonMultiModelEndpoint(stack, 'Vision', { models: [classifier()], openPrefix });
    expect(ours(stack)).toEqual([]);
  },
);

test('with a VPC, keys, capture and actions of a multi-model endpoint all packs are content', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonMultiModelEndpoint(stack, 'Vision', {
    models: [classifier({ examples: [ModelExample.fromFile(EXAMPLE)] })],
    openPrefix: true,
    ...everything(stack),
    scaling: Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 10 }),
  });
  expect(ours(stack)).toEqual([]);
});

test('with a bucket of its own and with keys of an asynchronous endpoint all packs are content', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonAsyncEndpoint(stack, 'Defaults', { model: classifier(), coreDumps: {} });
  const { dataCapture: _, ...common } = everything(stack);
  const outputEncryptionKey = common.encryptionKey;
  new TritonAsyncEndpoint(stack, 'Classifier', {
    model: classifier({ examples: [ModelExample.fromFile(EXAMPLE)] }),
    ...common,
    outputEncryptionKey,
    inputBucket: Bucket.fromBucketAttributes(stack, 'UsersBucket', {
      bucketArn: 'arn:aws:s3:::users',
      encryptionKey: common.encryptionKey,
    }),
    errorTopic: Topic.fromTopicArn(stack, 'UsersErrors', 'arn:aws:sns:eu-west-1:111122223333:errors'),
  });
  expect(ours(stack)).toEqual([]);
});

test('with engines that the deployment builds, on types of either job, all packs are content', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Bert', {
    model: bert(),
    ...everything(stack),
    variants: [{ variantName: 'A' }, { variantName: 'B', instanceType: InstanceType.P4D_24XLARGE }],
    modelBucket: Bucket.fromBucketName(stack, 'UsersBucket', 'users'),
    encryptionKey: undefined,
    volumeSize: undefined,
  });
  new TensorRtEngine(stack, 'Engine', { files: bertFiles(), instanceType: InstanceType.G5_XLARGE });
  expect(ours(stack)).toEqual([]);
});

test('what stands beside an endpoint is judged as ever', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() });
  new LogGroup(stack, 'Beside');
  expect(ours(stack)).toContain('NIST.800.53.R5-CloudWatchLogGroupEncrypted Stack/Beside/Resource');
});
