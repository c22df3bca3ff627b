import * as path from 'path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import {
  Backend,
  LatencyObjective,
  ModelFiles,
  RoutingStrategy,
  Scaling,
  Tensor,
  TritonAsyncEndpoint,
  TritonAsyncEndpointProps,
  TritonModel,
  TritonRealtimeEndpoint,
  InferenceType,
} from '../../../lib';
import { CapacityPlanner } from '../../../lib/capacity';
import { ASYNC_ENDPOINT_METRICS } from '../../monitoring/documented-metrics';
import { alarmMetrics, dashboardMetrics } from '../../monitoring/fixtures/rendered';
import { classifier, Statement, statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';

function newStack(): Stack {
  return new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
}

function createEndpoint(stack: Stack, props: Partial<TritonAsyncEndpointProps> = {}): TritonAsyncEndpoint {
  return new TritonAsyncEndpoint(stack, 'Classifier', { model: classifier(), ...props });
}

function templateWith(props: Partial<TritonAsyncEndpointProps>, stack = newStack()): Template {
  createEndpoint(stack, props);
  return Template.fromStack(stack);
}

/** `AsyncInferenceConfig` of the endpoint configuration. */
function inferenceConfigOf(template: Template) {
  const [config] = Object.values(template.findResources('AWS::SageMaker::EndpointConfig'));
  return config.Properties.AsyncInferenceConfig;
}

/** The resources on which the statements allow an action. */
function resourcesAllowed(statements: Statement[], action: string): unknown[] {
  return statements.filter(({ Action }) => [Action].flat().includes(action)).flatMap(({ Resource }) => Resource);
}

const CREATED_BUCKET = { Ref: expect.stringMatching(/^ClassifierAsyncInference/) };
const CREATED_BUCKET_ARN = { 'Fn::GetAtt': [expect.stringMatching(/^ClassifierAsyncInference/), 'Arn'] };

describe('an asynchronous endpoint with all defaults', () => {
  const template = templateWith({});

  test('responses and failures are written to prefixes of a new bucket, and the concurrency is the batch size', () => {
    expect(inferenceConfigOf(template)).toEqual({
      ClientConfig: { MaxConcurrentInvocationsPerInstance: 16 },
      OutputConfig: {
        S3OutputPath: { 'Fn::Join': ['', ['s3://', CREATED_BUCKET, '/output']] },
        S3FailurePath: { 'Fn::Join': ['', ['s3://', CREATED_BUCKET, '/failure']] },
      },
    });
  });

  test('the bucket is encrypted, not public, requires TLS, and is retained when the stack is deleted', () => {
    template.hasResource('AWS::S3::Bucket', {
      Properties: {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
        LifecycleConfiguration: { Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }] },
      },
      DeletionPolicy: 'Retain',
    });
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      Bucket: Match.objectLike({ Ref: Match.stringLikeRegexp('^ClassifierAsyncInference') }),
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });

  test('the execution role may read requests and write responses, but no other objects of the bucket', () => {
    const statements = statementsOf(template, /ExecutionPolicy/);
    const objectsUnder = (prefix: string) => ({ 'Fn::Join': ['', [CREATED_BUCKET_ARN, `/${prefix}/*`]] });
    expect(resourcesAllowed(statements, 's3:GetObject')).toContainEqual(objectsUnder('input'));
    expect(resourcesAllowed(statements, 's3:GetObject')).not.toContainEqual(objectsUnder('output'));
    expect(resourcesAllowed(statements, 's3:PutObject')).toEqual([objectsUnder('failure'), objectsUnder('output')]);
    expect(resourcesAllowed(statements, 's3:AbortMultipartUpload')).toEqual([
      objectsUnder('failure'),
      objectsUnder('output'),
    ]);
    expect(resourcesAllowed(statements, 'sns:Publish')).toEqual([]);
  });

  test('one variant serves the model, without a routing strategy', () => {
    const [{ Properties: config }] = Object.values(template.findResources('AWS::SageMaker::EndpointConfig'));
    expect(config.ProductionVariants).toHaveLength(1);
    expect(config.ProductionVariants[0]).toMatchObject({ VariantName: 'AllTraffic', InitialInstanceCount: 1 });
    expect(config.ProductionVariants[0]).not.toHaveProperty('RoutingConfig');
    expect(config.ShadowProductionVariants).toBeUndefined();
  });

  test('the number of instances scales with the backlog, from zero to twice the initial number', () => {
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 0, MaxCapacity: 2 });
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      TargetTrackingScalingPolicyConfiguration: {
        TargetValue: 32,
        CustomizedMetricSpecification: { MetricName: 'ApproximateBacklogSizePerInstance' },
      },
    });
  });

  test('alarms and dashboard use only metrics that asynchronous endpoints publish', () => {
    const metrics = [...dashboardMetrics(template), ...alarmMetrics(template)];
    const names = metrics
      .filter(({ namespace }) => !namespace.startsWith('TritonOnSageMaker/'))
      .map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['ApproximateAgeOfOldestRequest', 'ModelLatency']));
    expect(names.filter((name) => !ASYNC_ENDPOINT_METRICS.has(name))).toEqual([]);
  });

  test('the backlog alarm fires if two instances have a larger backlog than the scaling target', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ApproximateBacklogSize',
      Dimensions: [{ Name: 'EndpointName', Value: Match.anyValue() }],
      Threshold: 64,
    });
  });

  test('no probe is created, because its requests would keep an instance running', () => {
    template.resourcePropertiesCountIs('AWS::Lambda::Function', { Description: Match.stringLikeRegexp('[Pp]robe') }, 0);
  });

  test('the template has no circular dependency', () => {
    expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
  });
});

describe('an asynchronous endpoint with options', () => {
  test('requests can be in a separate bucket', () => {
    const stack = newStack();
    const inputBucket = Bucket.fromBucketName(stack, 'Requests', 'requests');
    const statements = statementsOf(templateWith({ inputBucket, inputPrefix: 'today' }, stack), /ExecutionPolicy/);
    expect(resourcesAllowed(statements, 's3:GetObject')).toContainEqual({
      'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::requests/today/*']],
    });
  });

  test('responses and requests can be in an existing bucket', () => {
    const stack = newStack();
    const outputBucket = Bucket.fromBucketName(stack, 'Answers', 'answers');
    const endpoint = createEndpoint(stack, { outputBucket, outputPrefix: 'right', failurePrefix: 'wrong' });
    expect(inferenceConfigOf(Template.fromStack(stack)).OutputConfig).toEqual({
      S3OutputPath: 's3://answers/right',
      S3FailurePath: 's3://answers/wrong',
    });
    expect([endpoint.inputBucket, endpoint.outputBucket]).toEqual([outputBucket, outputBucket]);
    expect(endpoint.inputUri).toBe('s3://answers/input');
  });

  test('a key encrypts responses and the bucket, and the role may use the key', () => {
    const stack = newStack();
    const template = templateWith({ outputEncryptionKey: new Key(stack, 'Key') }, stack);
    const keyArn = { 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] };
    expect(inferenceConfigOf(template).OutputConfig.KmsKeyId).toEqual(keyArn);
    const statements = statementsOf(template, /ExecutionPolicy/);
    expect(resourcesAllowed(statements, 'kms:GenerateDataKey')).toEqual([keyArn]);
    expect(resourcesAllowed(statements, 'kms:Decrypt')).toContainEqual(keyArn);
    template.hasResourceProperties('AWS::S3::Bucket', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } }],
      },
    });
  });

  test('responses and failures expire, but requests do not', () => {
    templateWith({ outputExpiration: Duration.days(7) }).hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: {
        Rules: [
          Match.anyValue(),
          { Prefix: 'output/', ExpirationInDays: 7, Status: 'Enabled' },
          { Prefix: 'failure/', ExpirationInDays: 7, Status: 'Enabled' },
        ],
      },
    });
  });

  test('topics are notified of successes and failures, and the role may publish to the topics', () => {
    const stack = newStack();
    const successTopic = new Topic(stack, 'Done');
    const errorTopic = new Topic(stack, 'Failed');
    const template = templateWith({ successTopic, errorTopic }, stack);
    const [done, failed] = [{ Ref: expect.stringMatching(/^Done/) }, { Ref: expect.stringMatching(/^Failed/) }];
    expect(inferenceConfigOf(template).OutputConfig.NotificationConfig).toEqual({
      SuccessTopic: done,
      ErrorTopic: failed,
    });
    expect(resourcesAllowed(statementsOf(template, /ExecutionPolicy/), 'sns:Publish')).toEqual([done, failed]);
  });

  test('concurrency, objective, routing strategy and scaling can be set', () => {
    const template = templateWith({
      maxConcurrentInvocationsPerInstance: 4,
      latencyObjective: LatencyObjective.p99(Duration.minutes(10)),
      routingStrategy: RoutingStrategy.RANDOM,
      scaling: Scaling.none(),
    });
    expect(inferenceConfigOf(template).ClientConfig).toEqual({ MaxConcurrentInvocationsPerInstance: 4 });
    template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      ProductionVariants: [{ RoutingConfig: { RoutingStrategy: 'RANDOM' } }],
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'ModelLatency', Threshold: 600_000_000 });
    template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 0);
    template.resourcePropertiesCountIs('AWS::CloudWatch::Alarm', { MetricName: 'ApproximateBacklogSize' }, 0);
  });

  test('the smoke test may wait longer than a Lambda function can run', () => {
    const template = templateWith({ smokeTest: { timeout: Duration.minutes(40) } });
    const [{ Properties }] = Object.values(template.findResources('Custom::TritonSmokeTest'));
    expect(JSON.parse(Properties.Spec).timeoutSeconds).toBe(2400);
    expect(Properties.ServiceTimeout).toBe('3600');
  });
});

describe('grantInvokeAsync', () => {
  test('callers may only invoke the endpoint, upload requests and read responses', () => {
    const stack = newStack();
    const caller = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    createEndpoint(stack).grantInvokeAsync(caller).assertSuccess();
    const statements = statementsOf(Template.fromStack(stack), /^Caller/);
    const objectsUnder = (prefix: string) => ({ 'Fn::Join': ['', [CREATED_BUCKET_ARN, `/${prefix}/*`]] });
    expect(statements.map(({ Action }) => Action)).toEqual([
      'sagemaker:InvokeEndpointAsync',
      's3:PutObject',
      's3:GetObject',
      's3:ListBucket',
    ]);
    expect(resourcesAllowed(statements, 's3:PutObject')).toEqual([objectsUnder('input')]);
    expect(resourcesAllowed(statements, 's3:GetObject')).toEqual([objectsUnder('output'), objectsUnder('failure')]);
    expect(resourcesAllowed(statements, 's3:ListBucket')).toEqual([CREATED_BUCKET_ARN]);
  });

  test('with encrypted buckets, callers may use the keys', () => {
    const stack = newStack();
    const caller = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const inputKey = new Key(stack, 'InputKey');
    const inputBucket = new Bucket(stack, 'Input', { encryptionKey: inputKey });
    createEndpoint(stack, { inputBucket, outputEncryptionKey: new Key(stack, 'OutputKey') }).grantInvokeAsync(caller);
    const statements = statementsOf(Template.fromStack(stack), /^Caller/);
    const arnOf = (key: RegExp) => ({ 'Fn::GetAtt': [expect.stringMatching(key), 'Arn'] });
    expect(resourcesAllowed(statements, 'kms:GenerateDataKey')).toEqual([arnOf(/^InputKey/)]);
    expect(resourcesAllowed(statements, 'kms:Decrypt')).toContainEqual(arnOf(/^OutputKey/));
  });
});

test('with a capacity plan, the concurrency of an instance is the batch size of the plan', () => {
  const serviceTimes = [1, 4, 8].map((batch) => ({ batch, milliseconds: 4 + 2 * batch }));
  const sizing = CapacityPlanner.fromLatencyProfiles([{ instanceType: 'ml.g4dn.xlarge', serviceTimes }]).plan({
    requestsPerSecond: 100,
    latencyObjective: LatencyObjective.p99(Duration.millis(500)),
  });
  const model = classifier({ maxBatchSize: undefined });
  const plannedBatchSize = model.withOverrides(sizing.modelOverrides).maxBatchSize;
  expect(plannedBatchSize).not.toBe(model.maxBatchSize);
  const template = templateWith({ model, sizing });
  expect(inferenceConfigOf(template).ClientConfig).toEqual({ MaxConcurrentInvocationsPerInstance: plannedBatchSize });
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    MinCapacity: 0,
    MaxCapacity: sizing.maxCapacity,
  });
});

test('an input that exceeds the request limit of InvokeEndpoint causes no warning, because requests are in S3', () => {
  const stack = newStack();
  const video = new TritonModel({
    name: 'video',
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(path.join(__dirname, '..', '..', 'lambda', 'story')),
    inputs: [Tensor.fp32('frames', [64, 3, 224, 224])],
    outputs: [Tensor.fp32('scores', [10])],
  });
  createEndpoint(stack, { model: video });
  Annotations.fromStack(stack).hasNoWarning('*', Match.stringLikeRegexp('sm\\.body'));
  new TritonRealtimeEndpoint(stack, 'Realtime', { model: video });
  Annotations.fromStack(stack).hasWarning('*', Match.stringLikeRegexp('sm\\.body'));
});

describe('an asynchronous endpoint rejects', () => {
  test.each<[string, (stack: Stack) => Partial<TritonAsyncEndpointProps>, RegExp]>([
    [
      'too many concurrent requests',
      () => ({ maxConcurrentInvocationsPerInstance: 1001 }),
      /maxConcurrentInvocationsPerInstance: got 1001; .*async\.concurrency/,
    ],
    [
      'a prefix that ends with a slash',
      () => ({ outputPrefix: 'output/' }),
      /outputPrefix: got 'output\/'.*async\.prefix/,
    ],
    [
      'an expiration for an existing bucket',
      (stack) => ({
        outputBucket: Bucket.fromBucketName(stack, 'Bucket', 'answers'),
        outputExpiration: Duration.days(1),
      }),
      /outputExpiration: got a value together with outputBucket.*async\.expiration/,
    ],
    [
      'a FIFO topic',
      (stack) => ({ successTopic: new Topic(stack, 'F', { fifo: true }) }),
      /successTopic: .*async\.topic/,
    ],
    [
      'a smoke test with a timeout that exceeds the timeout of CloudFormation',
      () => ({ smokeTest: { timeout: Duration.minutes(56) } }),
      /smokeTest\.timeout: got 3360 seconds; allowed: whole seconds from 1 to 3300 .*smoke-test\.options/,
    ],
    [
      'a stream as the response',
      () => ({ server: { inferenceType: InferenceType.GENERATE_STREAM } }),
      /server\.inferenceType: got generate_stream; allowed: INFER or GENERATE.*async\.stream/,
    ],
    ['a probe', () => ({ probe: { enabled: true } }), /probe\.enabled: got true.*async\.probe/],
    [
      'a bucket in a different Region',
      (stack) => ({
        inputBucket: Bucket.fromBucketAttributes(stack, 'Bucket', { bucketName: 'requests', region: 'us-east-1' }),
      }),
      /inputBucket: got a bucket in us-east-1.*sm\.other-region/,
    ],
    [
      'a latency objective above the timeout of SageMaker',
      () => ({ latencyObjective: LatencyObjective.p99(Duration.hours(1)) }),
      /latencyObjective: got 3600 seconds.*latency\.objective/,
    ],
    [
      'scaling on requests, because asynchronous endpoints do not publish this metric',
      () => ({ scaling: Scaling.invocationsPerInstance({ maxCapacity: 2, invocationsPerSecond: 1 }) }),
      /Scaling\.invocationsPerInstance, whose metric .*async-inference-monitor\.html.*async\.scaling/,
    ],
  ])('%s', (_, props, message) => {
    const stack = newStack();
    expect(() => createEndpoint(stack, props(stack))).toThrow(message);
  });
});

test('data capture causes a warning, because AWS does not document data capture for asynchronous endpoints', () => {
  const stack = newStack();
  createEndpoint(stack, { dataCapture: { samplingPercentage: 1 } });
  Annotations.fromStack(stack).hasWarning(
    '*',
    Match.stringLikeRegexp('model-monitor-data-capture.*async\\.data-capture'),
  );
});
