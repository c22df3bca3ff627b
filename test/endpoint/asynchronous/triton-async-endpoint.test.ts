import * as path from 'path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import {
  Backend,
  CapacityPlanner,
  EndpointPurpose,
  InstanceGroup,
  InstanceType,
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
import { OF_ASYNCHRONOUS_ENDPOINTS } from '../../monitoring/documented-metrics';
import { alarmMetrics, dashboardMetrics } from '../../monitoring/fixtures/rendered';
import { classifier, Statement, statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';

function newStack(): Stack {
  return new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
}

function endpointIn(stack: Stack, props: Partial<TritonAsyncEndpointProps> = {}): TritonAsyncEndpoint {
  return new TritonAsyncEndpoint(stack, 'Classifier', { model: classifier(), ...props });
}

function templateWith(props: Partial<TritonAsyncEndpointProps>, stack = newStack()): Template {
  endpointIn(stack, props);
  return Template.fromStack(stack);
}

/** The asynchronous part of the endpoint's configuration. */
function inferenceConfigOf(template: Template) {
  const [config] = Object.values(template.findResources('AWS::SageMaker::EndpointConfig'));
  return config.Properties.AsyncInferenceConfig;
}

function allowedTo(statements: Statement[], action: string): unknown[] {
  return statements.filter(({ Action }) => [Action].flat().includes(action)).flatMap(({ Resource }) => Resource);
}

const OWN_BUCKET = { Ref: expect.stringMatching(/^ClassifierAsyncInference/) };
const OWN_BUCKET_ARN = { 'Fn::GetAtt': [expect.stringMatching(/^ClassifierAsyncInference/), 'Arn'] };

describe('with every default left alone', () => {
  const template = templateWith({});

  test('answers and failures go below prefixes of a bucket of its own, a batch of requests at once', () => {
    expect(inferenceConfigOf(template)).toEqual({
      ClientConfig: { MaxConcurrentInvocationsPerInstance: 16 },
      OutputConfig: {
        S3OutputPath: { 'Fn::Join': ['', ['s3://', OWN_BUCKET, '/output']] },
        S3FailurePath: { 'Fn::Join': ['', ['s3://', OWN_BUCKET, '/failure']] },
      },
    });
  });

  test('the bucket is encrypted, not public, TLS only, and kept', () => {
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

  test('the execution role may read requests and write answers, and no other objects of the bucket', () => {
    const statements = statementsOf(template, /ExecutionPolicy/);
    const below = (prefix: string) => ({ 'Fn::Join': ['', [OWN_BUCKET_ARN, `/${prefix}/*`]] });
    expect(allowedTo(statements, 's3:GetObject')).toContainEqual(below('input'));
    expect(allowedTo(statements, 's3:GetObject')).not.toContainEqual(below('output'));
    expect(allowedTo(statements, 's3:PutObject')).toEqual([below('failure'), below('output')]);
    expect(allowedTo(statements, 's3:AbortMultipartUpload')).toEqual([below('failure'), below('output')]);
    expect(allowedTo(statements, 'sns:Publish')).toEqual([]);
  });

  test('one variant serves the model, on the instances that take from the queue', () => {
    const [{ Properties: config }] = Object.values(template.findResources('AWS::SageMaker::EndpointConfig'));
    expect(config.ProductionVariants).toHaveLength(1);
    expect(config.ProductionVariants[0]).toMatchObject({ VariantName: 'AllTraffic', InitialInstanceCount: 1 });
    expect(config.ProductionVariants[0]).not.toHaveProperty('RoutingConfig');
    expect(config.ShadowProductionVariants).toBeUndefined();
  });

  test('it scales on the backlog, from no instance to twice the fleet', () => {
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 0, MaxCapacity: 2 });
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      TargetTrackingScalingPolicyConfiguration: {
        TargetValue: 32,
        CustomizedMetricSpecification: { MetricName: 'ApproximateBacklogSizePerInstance' },
      },
    });
  });

  test('its alarms and its dashboard are on metrics that asynchronous endpoints publish', () => {
    const metrics = [...dashboardMetrics(template), ...alarmMetrics(template)];
    const names = metrics
      .filter(({ namespace }) => !namespace.startsWith('TritonOnSageMaker/'))
      .map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['ApproximateAgeOfOldestRequest', 'ModelLatency']));
    expect(names.filter((name) => !OF_ASYNCHRONOUS_ENDPOINTS.has(name))).toEqual([]);
  });

  test('the backlog is too large when two instances have more than scaling should let them have', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ApproximateBacklogSize',
      Dimensions: [{ Name: 'EndpointName', Value: Match.anyValue() }],
      Threshold: 64,
    });
  });

  test('there is no probe, which would keep an instance running', () => {
    template.resourcePropertiesCountIs('AWS::Lambda::Function', { Description: Match.stringLikeRegexp('[Pp]robe') }, 0);
  });

  test('no resource waits for itself', () => {
    expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
  });
});

describe('every property', () => {
  test('a request bucket of its own is read below its prefix', () => {
    const stack = newStack();
    const inputBucket = Bucket.fromBucketName(stack, 'Requests', 'requests');
    const statements = statementsOf(templateWith({ inputBucket, inputPrefix: 'today' }, stack), /ExecutionPolicy/);
    expect(allowedTo(statements, 's3:GetObject')).toContainEqual({
      'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::requests/today/*']],
    });
  });

  test('answers go to a bucket that is given, and requests come from it', () => {
    const stack = newStack();
    const outputBucket = Bucket.fromBucketName(stack, 'Answers', 'answers');
    const endpoint = endpointIn(stack, { outputBucket, outputPrefix: 'right', failurePrefix: 'wrong' });
    expect(inferenceConfigOf(Template.fromStack(stack)).OutputConfig).toEqual({
      S3OutputPath: 's3://answers/right',
      S3FailurePath: 's3://answers/wrong',
    });
    expect([endpoint.inputBucket, endpoint.outputBucket]).toEqual([outputBucket, outputBucket]);
    expect(endpoint.inputUri).toBe('s3://answers/input');
  });

  test('a key encrypts answers and the bucket, and the role may use it', () => {
    const stack = newStack();
    const template = templateWith({ outputEncryptionKey: new Key(stack, 'Key') }, stack);
    const keyArn = { 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] };
    expect(inferenceConfigOf(template).OutputConfig.KmsKeyId).toEqual(keyArn);
    const statements = statementsOf(template, /ExecutionPolicy/);
    expect(allowedTo(statements, 'kms:GenerateDataKey')).toEqual([keyArn]);
    expect(allowedTo(statements, 'kms:Decrypt')).toContainEqual(keyArn);
    template.hasResourceProperties('AWS::S3::Bucket', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } }],
      },
    });
  });

  test('answers and failures expire, requests do not', () => {
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

  test('topics are told of successes and failures, with the answers, and the role may publish to them', () => {
    const stack = newStack();
    const successTopic = new Topic(stack, 'Done');
    const errorTopic = new Topic(stack, 'Failed');
    const template = templateWith({ successTopic, errorTopic, responseInNotifications: true }, stack);
    const [done, failed] = [{ Ref: expect.stringMatching(/^Done/) }, { Ref: expect.stringMatching(/^Failed/) }];
    expect(inferenceConfigOf(template).OutputConfig.NotificationConfig).toEqual({
      SuccessTopic: done,
      ErrorTopic: failed,
      IncludeInferenceResponseIn: ['SUCCESS_NOTIFICATION_TOPIC', 'ERROR_NOTIFICATION_TOPIC'],
    });
    expect(allowedTo(statementsOf(template, /ExecutionPolicy/), 'sns:Publish')).toEqual([done, failed]);
  });

  test('one topic alone is told without the answers', () => {
    const stack = newStack();
    const template = templateWith({ errorTopic: new Topic(stack, 'Failed') }, stack);
    expect(inferenceConfigOf(template).OutputConfig.NotificationConfig).toEqual({
      ErrorTopic: { Ref: expect.stringMatching(/^Failed/) },
    });
  });

  test('concurrency, objective, routing and scaling are what is said', () => {
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

  test('the smoke test may wait longer than a function lives', () => {
    const template = templateWith({ smokeTest: { timeout: Duration.minutes(40) } });
    const [{ Properties }] = Object.values(template.findResources('Custom::TritonSmokeTest'));
    expect(JSON.parse(Properties.Spec).timeoutSeconds).toBe(2400);
    expect(Properties.ServiceTimeout).toBe('3600');
  });

  test('in development nothing scales', () => {
    templateWith({ purpose: EndpointPurpose.DEVELOPMENT }).resourceCountIs(
      'AWS::ApplicationAutoScaling::ScalableTarget',
      0,
    );
  });
});

describe('grantInvokeAsync', () => {
  test('callers may ask, put requests and read answers, and no more', () => {
    const stack = newStack();
    const caller = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    endpointIn(stack).grantInvokeAsync(caller).assertSuccess();
    const statements = statementsOf(Template.fromStack(stack), /^Caller/);
    const below = (prefix: string) => ({ 'Fn::Join': ['', [OWN_BUCKET_ARN, `/${prefix}/*`]] });
    expect(statements.map(({ Action }) => Action)).toEqual([
      'sagemaker:InvokeEndpointAsync',
      's3:PutObject',
      's3:GetObject',
      's3:ListBucket',
    ]);
    expect(allowedTo(statements, 's3:PutObject')).toEqual([below('input')]);
    expect(allowedTo(statements, 's3:GetObject')).toEqual([below('output'), below('failure')]);
    expect(allowedTo(statements, 's3:ListBucket')).toEqual([OWN_BUCKET_ARN]);
  });

  test('with encrypted buckets callers may use their keys', () => {
    const stack = newStack();
    const caller = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const inputKey = new Key(stack, 'InputKey');
    const inputBucket = new Bucket(stack, 'Input', { encryptionKey: inputKey });
    endpointIn(stack, { inputBucket, outputEncryptionKey: new Key(stack, 'OutputKey') }).grantInvokeAsync(caller);
    const statements = statementsOf(Template.fromStack(stack), /^Caller/);
    const arnOf = (key: RegExp) => ({ 'Fn::GetAtt': [expect.stringMatching(key), 'Arn'] });
    expect(allowedTo(statements, 'kms:GenerateDataKey')).toEqual([arnOf(/^InputKey/)]);
    expect(allowedTo(statements, 'kms:Decrypt')).toContainEqual(arnOf(/^OutputKey/));
  });
});

describe('an endpoint that was made elsewhere', () => {
  const NAME = 'documents';

  test('callers may invoke it, put requests and read answers', () => {
    const stack = newStack();
    const caller = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const endpoint = TritonAsyncEndpoint.fromEndpointAttributes(stack, 'Endpoint', {
      endpointName: NAME,
      inputBucket: Bucket.fromBucketName(stack, 'Requests', 'requests'),
      outputBucket: Bucket.fromBucketName(stack, 'Answers', 'answers'),
      outputPrefix: 'right',
      outputEncryptionKey: Key.fromKeyArn(stack, 'Key', 'arn:aws:kms:eu-west-1:111122223333:key/answers'),
    });
    endpoint.grantInvokeAsync(caller).assertSuccess();
    const arn = (rest: string): object => ({ 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, rest]] });
    expect(statementsOf(Template.fromStack(stack), /^Caller/)).toMatchObject([
      {
        Action: 'sagemaker:InvokeEndpointAsync',
        Resource: arn(':sagemaker:eu-west-1:111122223333:endpoint/documents'),
      },
      { Action: 's3:PutObject', Resource: arn(':s3:::requests/input/*') },
      { Action: 's3:GetObject', Resource: [arn(':s3:::answers/right/*'), arn(':s3:::answers/failure/*')] },
      { Action: 's3:ListBucket', Resource: arn(':s3:::answers') },
      { Action: 'kms:Decrypt', Resource: 'arn:aws:kms:eu-west-1:111122223333:key/answers' },
    ]);
    expect(endpoint.inputUri).toBe('s3://requests/input');
  });

  test('requests are in the bucket of the answers, and the metrics are those of its variant', () => {
    const stack = newStack();
    const outputBucket = Bucket.fromBucketName(stack, 'Answers', 'answers');
    const attributes = { endpointName: NAME, outputBucket };
    const endpoint = TritonAsyncEndpoint.fromEndpointAttributes(stack, 'Endpoint', attributes);
    expect([endpoint.inputBucket, endpoint.outputBucket]).toEqual([outputBucket, outputBucket]);
    expect(endpoint.metricsOf().timeInBacklog().dimensions).toEqual({ EndpointName: NAME, VariantName: 'AllTraffic' });
    expect(endpoint.metricsOf().approximateBacklogSize().dimensions).toEqual({ EndpointName: NAME });
    const blue = TritonAsyncEndpoint.fromEndpointAttributes(stack, 'Blue', { ...attributes, variantName: 'blue' });
    expect(blue.variantNames).toEqual(['blue']);
    Template.fromStack(stack).templateMatches({ Resources: Match.absent() });
  });

  test('a prefix that names nothing is refused', () => {
    const stack = newStack();
    const outputBucket = Bucket.fromBucketName(stack, 'Answers', 'answers');
    expect(() =>
      TritonAsyncEndpoint.fromEndpointAttributes(stack, 'Endpoint', {
        endpointName: NAME,
        outputBucket,
        inputPrefix: 'input/',
      }),
    ).toThrow(/inputPrefix: got 'input\/'.*async\.prefix/);
  });
});

test('with a plan, an instance has as many requests at once as a batch of the plan holds', () => {
  const serviceTimes = [1, 4, 8].map((batch) => ({ batch, milliseconds: 4 + 2 * batch }));
  const sizing = CapacityPlanner.fromLatencyProfiles([{ instanceType: 'ml.g4dn.xlarge', serviceTimes }]).plan({
    requestsPerSecond: 100,
    latencyObjective: LatencyObjective.p99(Duration.millis(500)),
  });
  const model = classifier({ maxBatchSize: 2 });
  const planned = model.withOverrides(sizing.modelOverrides).maxBatchSize;
  expect(planned).not.toBe(2);
  const template = templateWith({ model, sizing });
  expect(inferenceConfigOf(template).ClientConfig).toEqual({ MaxConcurrentInvocationsPerInstance: planned });
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    MinCapacity: 0,
    MaxCapacity: sizing.maxCapacity,
  });
});

describe('on an instance type without a GPU', () => {
  const template = templateWith({ instanceType: InstanceType.of('ml.c6i.large') });

  test('the image is the one for CPUs, and the alarm is on busy CPUs', () => {
    const [model] = Object.values(template.findResources('AWS::SageMaker::Model'));
    expect(JSON.stringify(model.Properties.PrimaryContainer.Image)).toMatch(/sagemaker-tritonserver:[\d.]+-py3-cpu/);
    const names = alarmMetrics(template).map(({ name }) => name);
    expect(names).toContain('CPUUtilization');
    expect(names).not.toContain('GPUUtilization');
  });

  test('it scales on the backlog, from no instance', () => {
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 0, MaxCapacity: 2 });
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      TargetTrackingScalingPolicyConfiguration: {
        CustomizedMetricSpecification: { MetricName: 'ApproximateBacklogSizePerInstance' },
      },
    });
  });

  test('GPU groups are rejected', () => {
    const model = classifier({ instanceGroups: [InstanceGroup.gpu({ count: 1 })] });
    expect(() => templateWith({ model, instanceType: InstanceType.of('ml.c6i.large') })).toThrow(/ig\.gpu-none/);
  });
});

test('a request may be larger than InvokeEndpoint takes: it is in S3', () => {
  const stack = newStack();
  const video = new TritonModel({
    name: 'video',
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(path.join(__dirname, '..', '..', 'lambda', 'story')),
    inputs: [Tensor.fp32('frames', [64, 3, 224, 224])],
    outputs: [Tensor.fp32('scores', [10])],
  });
  endpointIn(stack, { model: video });
  Annotations.fromStack(stack).hasNoWarning('*', Match.stringLikeRegexp('sm\\.body'));
  new TritonRealtimeEndpoint(stack, 'Realtime', { model: video });
  Annotations.fromStack(stack).hasWarning('*', Match.stringLikeRegexp('sm\\.body'));
});

describe('refused are', () => {
  test.each<[string, (stack: Stack) => Partial<TritonAsyncEndpointProps>, RegExp]>([
    [
      'too many requests at once',
      () => ({ maxConcurrentInvocationsPerInstance: 1001 }),
      /maxConcurrentInvocationsPerInstance: got 1001; .*async\.concurrency/,
    ],
    [
      'a prefix that ends with a slash',
      () => ({ outputPrefix: 'output/' }),
      /outputPrefix: got 'output\/'.*async\.prefix/,
    ],
    [
      'an expiration of a bucket that is given',
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
      'answers in messages of no topic',
      () => ({ responseInNotifications: true }),
      /responseInNotifications.*async\.topic/,
    ],
    [
      'a test that is longer than CloudFormation waits',
      () => ({ smokeTest: { timeout: Duration.minutes(56) } }),
      /smokeTest\.timeout: got 3360 seconds; allowed: whole seconds from 1 to 3300 .*smoke-test\.options/,
    ],
    [
      'a stream',
      () => ({ server: { inferenceType: InferenceType.GENERATE_STREAM } }),
      /server\.inferenceType: got generate_stream; allowed: INFER or GENERATE.*async\.stream/,
    ],
    ['a probe', () => ({ probe: { enabled: true } }), /probe\.enabled: got true.*async\.probe/],
    [
      'a bucket in another region',
      (stack) => ({
        inputBucket: Bucket.fromBucketAttributes(stack, 'Bucket', { bucketName: 'requests', region: 'us-east-1' }),
      }),
      /inputBucket: got a bucket in us-east-1.*sm\.data-region/,
    ],
    [
      'an objective that SageMaker does not wait for',
      () => ({ latencyObjective: LatencyObjective.p99(Duration.hours(1)) }),
      /latencyObjective: got 3600 seconds.*latency\.objective/,
    ],
    [
      'scaling on requests, which have no metric here',
      () => ({ scaling: Scaling.invocationsPerInstance({ maxCapacity: 2, invocationsPerSecond: 1 }) }),
      /Scaling\.invocationsPerInstance, whose metric .*async-inference-monitor\.html.*async\.scaling/,
    ],
  ])('%s', (_, props, message) => {
    const stack = newStack();
    expect(() => endpointIn(stack, props(stack))).toThrow(message);
  });

  test('data capture is warned of: AWS does not document it here', () => {
    const stack = newStack();
    endpointIn(stack, { dataCapture: { samplingPercentage: 1 } });
    Annotations.fromStack(stack).hasWarning(
      '*',
      Match.stringLikeRegexp('model-monitor-data-capture.*async\\.data-capture'),
    );
  });
});
