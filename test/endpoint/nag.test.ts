import { App, Size, Stack } from 'aws-cdk-lib';
import { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
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

/** The rules of a finding, without the pack. */
const rulesOf = (findings: string[]): string[] =>
  [...new Set(findings.map((finding) => finding.split(' ')[0].split('-').slice(1).join('-')))].sort();

const BUCKET_RULES = [
  'S1',
  'S3BucketLoggingEnabled',
  'S3BucketReplicationEnabled',
  'S3BucketVersioningEnabled',
  'S3DefaultEncryptionKMS',
];

/** What an endpoint has findings of until its user decides: actions of alarms, a key for the log, a bucket for the models. */
const LEFT_TO_USERS = ['CloudWatchAlarmAction', 'CloudWatchLogGroupEncrypted', ...BUCKET_RULES].sort();

/** All that both kinds of endpoint can be given, and that packs ask for. */
function everything(stack: Stack) {
  const key = new Key(stack, 'UsersKey', { enableKeyRotation: true });
  const bucket = Bucket.fromBucketAttributes(stack, 'UsersBucket', { bucketName: 'users', encryptionKey: key });
  const vpc = new Vpc(stack, 'UsersVpc', { flowLogs: { all: { destination: FlowLogDestination.toCloudWatchLogs() } } });
  return {
    vpc,
    networkIsolation: true,
    preflight: true,
    encryptionKey: key,
    volumeSize: Size.gibibytes(100),
    modelBucket: bucket,
    dataCapture: { samplingPercentage: 10, bucket },
    coreDumps: { bucket },
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

test('with every default left alone only what users can satisfy is reported', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() });
  expect(rulesOf(ours(stack))).toEqual(LEFT_TO_USERS);
});

test('a missing key is reported where the instance type has a volume that a key would encrypt', () => {
  const rule = 'NIST.800.53.R5-SageMakerEndpointConfigurationKMSKeyConfigured';
  const found = (type: string) => {
    const stack = new Stack(new App(), 'Stack');
    const instanceType = InstanceType.of(type);
    new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier(), instanceType });
    return ours(stack).filter((finding) => finding.startsWith(rule));
  };
  expect(found('ml.c6i.large')).toEqual([`${rule} Stack/Classifier/EndpointConfig`]);
  expect(found('ml.g5.xlarge')).toEqual([]); // local NVMe drives: encryptionKey would be an error
});

test('alarms without actions are reported until alarmActions notifies somebody', () => {
  const found = (alarmActions: IAlarmAction[]) => {
    const stack = new Stack(new App(), 'Stack');
    new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier(), monitoring: { alarmActions } });
    return rulesOf(ours(stack));
  };
  expect(found([])).toContain('CloudWatchAlarmAction');
  expect(found([{ bind: () => ({ alarmActionArn: 'arn:aws:sns:eu-west-1:111122223333:on-call' }) }])).not.toContain(
    'CloudWatchAlarmAction',
  );
});

test('a team that judges for itself gets every finding', () => {
  const stack = new Stack(new App({ context: { 'cdk-sagemaker-triton:reportAllComplianceFindings': true } }), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() });
  expect(rulesOf(ours(stack))).toEqual(expect.arrayContaining([...LEFT_TO_USERS, 'IAMNoInlinePolicy', 'LambdaDLQ']));
  const acknowledged = stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata.filter(({ type }) => type === 'aws:cdk:acknowledged-rules'));
  expect(acknowledged).toEqual([]);
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

test('with a shadow variant only what users can satisfy is reported', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: classifier(),
    shadowVariants: [{ variantName: 'Shadow', instanceType: InstanceType.G5_XLARGE }],
  });
  expect(rulesOf(ours(stack))).toEqual(LEFT_TO_USERS);
});

test.each([false, true])(
  'with the defaults of a multi-model endpoint only what users can satisfy is reported (open prefix: %p)',
  (openPrefix) => {
    const stack = new Stack(new App(), 'Stack');
    new TritonMultiModelEndpoint(stack, 'Vision', { models: [classifier()], openPrefix });
    expect(rulesOf(ours(stack))).toEqual(LEFT_TO_USERS);
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

test('with keys, buckets and a topic of an asynchronous endpoint all packs are content', () => {
  const stack = new Stack(new App(), 'Stack');
  const { dataCapture: _, ...common } = everything(stack);
  const outputEncryptionKey = common.encryptionKey;
  new TritonAsyncEndpoint(stack, 'Classifier', {
    model: classifier({ examples: [ModelExample.fromFile(EXAMPLE)] }),
    ...common,
    outputEncryptionKey,
    inputBucket: common.modelBucket,
    outputBucket: common.modelBucket,
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
    encryptionKey: undefined,
    volumeSize: undefined,
  });
  const bucket = Bucket.fromBucketName(stack, 'UsersEngines', 'engines');
  new TensorRtEngine(stack, 'Engine', { files: bertFiles(), instanceType: InstanceType.G5_XLARGE, bucket });
  expect(ours(stack)).toEqual([]);
});

test('what stands beside an endpoint is judged as ever', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() });
  new LogGroup(stack, 'Beside');
  expect(ours(stack)).toContain('NIST.800.53.R5-CloudWatchLogGroupEncrypted Stack/Beside/Resource');
});
