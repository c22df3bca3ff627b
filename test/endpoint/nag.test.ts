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
  TritonAsyncEndpoint,
  TritonImage,
  TritonInferenceComponents,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../lib';
import { bert } from './engines/fixtures';
import { ARTIFACTS_FOLDER, classifier } from './fixtures';

/** Rule packs of cdk-nag. */
const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];
const EXAMPLE = `${ARTIFACTS_FOLDER}/image-classifier/onnx.example.json`;

/** The findings of all rule packs, except findings about constructs of the user (with IDs that begin with `Users`). */
const findingsOfLibrary = (stack: Stack): string[] =>
  PACKS.flatMap((Pack) => new Pack().validateScope(stack).violations).flatMap(({ ruleName, violatingResources }) =>
    violatingResources
      .filter(({ constructPath }) => !constructPath?.startsWith('Stack/Users'))
      .map(({ constructPath }) => `${ruleName} ${constructPath}`),
  );

/** The names of the rules, without the name of the pack. */
const rulesOfFindings = (findings: string[]): string[] =>
  [...new Set(findings.map((finding) => finding.split(' ')[0].split('-').slice(1).join('-')))].sort();

const BUCKET_RULES = [
  'S1',
  'S3BucketLoggingEnabled',
  'S3BucketReplicationEnabled',
  'S3BucketVersioningEnabled',
  'S3DefaultEncryptionKMS',
];

/** Rules that users can satisfy with options: actions of alarms, a key for the log, a bucket for the models. */
const LEFT_TO_USERS = ['CloudWatchAlarmAction', 'CloudWatchLogGroupEncrypted', ...BUCKET_RULES].sort();

/** Options with which real-time and multi-model endpoints satisfy all rule packs. */
function compliantProps(stack: Stack) {
  const key = new Key(stack, 'UsersKey', { enableKeyRotation: true });
  const bucket = Bucket.fromBucketAttributes(stack, 'UsersBucket', { bucketName: 'users', encryptionKey: key });
  const vpc = new Vpc(stack, 'UsersVpc', { flowLogs: { all: { destination: FlowLogDestination.toCloudWatchLogs() } } });
  return {
    vpc,
    networkIsolation: true,
    encryptionKey: key,
    volumeSize: Size.gibibytes(100),
    modelBucket: bucket,
    dataCapture: { samplingPercentage: 10, bucket },
    monitoring: {
      alarmActions: [new SnsAction(new Topic(stack, 'UsersTopic', { masterKey: key, enforceSSL: true }))],
      logEncryptionKey: key,
    },
    // Only p3 has volumes to encrypt, and p3 supports only images before CUDA 13.
    instanceType: InstanceType.P3_2XLARGE,
    image: TritonImage.forRelease('24.09'),
  };
}

test('with all defaults, only findings that users can satisfy are reported', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() });
  expect(rulesOfFindings(findingsOfLibrary(stack))).toEqual(LEFT_TO_USERS);
});

test('a missing key is reported if the instance type has a volume to encrypt', () => {
  const rule = 'NIST.800.53.R5-SageMakerEndpointConfigurationKMSKeyConfigured';
  const findingsFor = (type: string) => {
    const stack = new Stack(new App(), 'Stack');
    const instanceType = InstanceType.of(type);
    new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier(), instanceType });
    return findingsOfLibrary(stack).filter((finding) => finding.startsWith(rule));
  };
  expect(findingsFor('ml.c6i.large')).toEqual([`${rule} Stack/Classifier/EndpointConfig`]);
  expect(findingsFor('ml.g5.xlarge')).toEqual([]); // local NVMe drives: encryptionKey would be an error
});

test('a context key turns off all acknowledgments, so all findings are reported', () => {
  const stack = new Stack(new App({ context: { 'cdk-sagemaker-triton:reportAllComplianceFindings': true } }), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() });
  expect(rulesOfFindings(findingsOfLibrary(stack))).toEqual(
    expect.arrayContaining([...LEFT_TO_USERS, 'IAMNoInlinePolicy', 'LambdaDLQ']),
  );
  const acknowledged = stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata.filter(({ type }) => type === 'aws:cdk:acknowledged-rules'));
  expect(acknowledged).toEqual([]);
});

test('with a VPC, keys, data capture, alarm actions, several variants and instance pools, no rule pack has findings', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: classifier({ examples: [ModelExample.fromFile(EXAMPLE)] }),
    ...compliantProps(stack),
    variants: [
      { variantName: 'Stable', scaling: Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 8 }) },
      {
        variantName: 'Pools',
        weight: 0,
        instancePools: [{ instanceType: InstanceType.P3_2XLARGE }, { instanceType: InstanceType.P3_8XLARGE }],
      },
    ],
  });
  expect(findingsOfLibrary(stack)).toEqual([]);
});

test('for a multi-model endpoint with a VPC, keys, data capture and alarm actions, no rule pack has findings', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonMultiModelEndpoint(stack, 'Vision', {
    models: [classifier({ examples: [ModelExample.fromFile(EXAMPLE)] })],
    openPrefix: true,
    ...compliantProps(stack),
    scaling: Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 10 }),
  });
  expect(findingsOfLibrary(stack)).toEqual([]);
});

test('with the defaults of inference components, only findings that users can satisfy are reported', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonInferenceComponents(stack, 'Shared', {
    instanceType: InstanceType.G5_12XLARGE,
    maxInstanceCount: 2,
    components: [{ componentName: 'classifier', model: classifier() }],
  });
  expect(rulesOfFindings(findingsOfLibrary(stack))).toEqual(LEFT_TO_USERS);
});

test('for inference components with a VPC, keys, alarm actions and copies down to zero, no rule pack has findings', () => {
  const stack = new Stack(new App(), 'Stack');
  const { dataCapture: _, image, modelBucket, ...common } = compliantProps(stack);
  const model = classifier({ examples: [ModelExample.fromFile(EXAMPLE)] });
  const scaling = Scaling.invocationsPerCopy({ minCapacity: 0, maxCapacity: 2, invocationsPerSecond: 10 });
  new TritonInferenceComponents(stack, 'Shared', {
    ...common,
    maxInstanceCount: 4,
    components: [
      { componentName: 'always', model, image, modelBucket },
      { componentName: 'sometimes', model, image, modelBucket, scaling },
    ],
  });
  expect(findingsOfLibrary(stack)).toEqual([]);
});

test('for an asynchronous endpoint with keys, buckets and a topic, no rule pack has findings', () => {
  const stack = new Stack(new App(), 'Stack');
  const { dataCapture: _, ...common } = compliantProps(stack);
  const outputEncryptionKey = common.encryptionKey;
  new TritonAsyncEndpoint(stack, 'Classifier', {
    model: classifier({ examples: [ModelExample.fromFile(EXAMPLE)] }),
    ...common,
    outputEncryptionKey,
    inputBucket: common.modelBucket,
    outputBucket: common.modelBucket,
    successTopic: Topic.fromTopicArn(stack, 'UsersResults', 'arn:aws:sns:eu-west-1:111122223333:results'),
    errorTopic: new Topic(stack, 'UsersErrors', { masterKey: outputEncryptionKey, enforceSSL: true }),
  });
  expect(findingsOfLibrary(stack)).toEqual([]);
});

test('with engines that the deployment builds, for both kinds of jobs, no rule pack has findings', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Bert', {
    model: bert(),
    ...compliantProps(stack),
    variants: [{ variantName: 'A' }, { variantName: 'B', instanceType: InstanceType.P4D_24XLARGE }],
    encryptionKey: undefined,
    volumeSize: undefined,
  });
  expect(findingsOfLibrary(stack)).toEqual([]);
});

test('other resources in the stack are still checked', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() });
  new LogGroup(stack, 'Beside');
  expect(findingsOfLibrary(stack)).toContain('NIST.800.53.R5-CloudWatchLogGroupEncrypted Stack/Beside/Resource');
});
