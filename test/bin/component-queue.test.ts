import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { InvokeEndpointCommand, ModelError, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ComponentQueueStack } from '../../bin/component-queue-stack';

// The function is not bundled, because bundling takes seconds.
const stack = new ComponentQueueStack(new App({ context: { 'aws:cdk:bundling-stacks': [] } }), 'ComponentQueue');
const template = Template.fromStack(stack);

/** Properties of any resource. */
type Properties = ReturnType<Template['findResources']>[string];

/** The properties of the only resource of a type that match. */
function propertiesOf(type: string, properties: object = {}): Properties {
  const resources = Object.values(template.findResources(type, { Properties: properties }));
  expect(resources).toHaveLength(1);
  return resources[0].Properties;
}

const lambda = propertiesOf('AWS::Lambda::Function', {
  Environment: { Variables: { INFERENCE_COMPONENT_NAME: Match.anyValue() } },
});
const variables = lambda.Environment.Variables;

describe('the stack', () => {
  test('permits the function only to read the queue, to invoke one component, and to write its responses and its log', () => {
    const roleId = lambda.Role['Fn::GetAtt'][0];
    const policies = Object.values(template.findResources('AWS::IAM::Policy')).filter(
      ({ Properties: { Roles } }) => Roles[0].Ref === roleId,
    );
    const statements = policies.flatMap((policy) => policy.Properties.PolicyDocument.Statement);
    expect(statements.map(({ Action }) => Action).flat()).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'sagemaker:InvokeEndpoint',
      's3:PutObject',
      'sqs:ReceiveMessage',
      'sqs:ChangeMessageVisibility',
      'sqs:GetQueueUrl',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
    ]);
    const invoked = JSON.stringify(statements.find(({ Action }) => Action === 'sagemaker:InvokeEndpoint').Resource);
    expect(invoked).toContain(`:inference-component/${variables.INFERENCE_COMPONENT_NAME}"`);
    expect(invoked).not.toContain('-texts');
    expect(template.findResources('AWS::IAM::Role')[roleId].Properties.ManagedPolicyArns).toBeUndefined();
  });

  test('names the component of the image classifier', () => {
    expect(variables.INFERENCE_COMPONENT_NAME).toBe(`${variables.ENDPOINT_NAME}-images`);
    template.hasResourceProperties('AWS::SageMaker::InferenceComponent', {
      InferenceComponentName: variables.INFERENCE_COMPONENT_NAME,
      EndpointName: variables.ENDPOINT_NAME,
    });
    expect(JSON.parse(variables.MODEL).name).toBe('image-classifier');
  });

  test('keeps a request for an hour, six times as long as the first copy was observed to take', () => {
    const { VisibilityTimeout, RedrivePolicy } = propertiesOf('AWS::SQS::Queue', { RedrivePolicy: Match.anyValue() });
    expect((VisibilityTimeout * RedrivePolicy.maxReceiveCount) / 60).toBe(60);
    // Lambda recommends six times the timeout of the function.
    expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * lambda.Timeout);
    expect(propertiesOf('AWS::Lambda::EventSourceMapping').FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
  });

  test('has no findings of cdk-nag but access logs of buckets and the objects that the function writes', () => {
    const { violations } = new AwsSolutionsChecks().validateScope(stack);
    const findings = violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName.replace(/\[.*/, '')} ${constructPath}`),
    );
    expect(findings.sort()).toEqual([
      expect.stringMatching(/^AwsSolutions-IAM5 ComponentQueue\/Role\//),
      expect.stringMatching(/^AwsSolutions-S1 ComponentQueue\/Responses\//),
      expect.stringMatching(/^AwsSolutions-S1 ComponentQueue\/TritonModelPublisher\/Bucket\//),
    ]);
  });
});

describe('the function', () => {
  const IMAGE = JSON.stringify({ image: Array(3072).fill(0) });
  const SCORES = Array.from({ length: 10 }, (_, index) => index / 16);

  let requests: (InvokeEndpointCommand | PutObjectCommand)[];
  /** How SageMaker responds to a request. */
  let invoke: () => object;
  let handler: (event: SQSEvent) => Promise<SQSBatchResponse>;
  beforeAll(async () => {
    const names = { ENDPOINT_NAME: 'shared', INFERENCE_COMPONENT_NAME: 'shared-images', RESPONSE_BUCKET: 'responses' };
    Object.assign(process.env, names, { MODEL: variables.MODEL });
    ({ handler } = await import('../../bin/component-queue/handler.js'));
  });
  beforeEach(() => {
    requests = [];
    invoke = () => ({
      ContentType: 'application/json',
      Body: Buffer.from(
        JSON.stringify({ outputs: [{ name: 'scores', datatype: 'FP32', shape: [1, 10], data: SCORES }] }),
      ),
    });
    const send = async (command: InvokeEndpointCommand | PutObjectCommand): Promise<object> => {
      requests.push(command);
      return command instanceof InvokeEndpointCommand ? invoke() : {};
    };
    for (const { prototype } of [SageMakerRuntimeClient, S3Client]) {
      jest.spyOn(prototype as { send: typeof send }, 'send').mockImplementation(send);
    }
    jest.spyOn(console, 'warn').mockImplementation();
  });
  afterEach(() => jest.restoreAllMocks());

  const call = (...bodies: string[]): Promise<SQSBatchResponse> =>
    handler({ Records: bodies.map((body, index) => ({ messageId: `${index + 1}`, body })) } as SQSEvent);
  const stored = (): object =>
    Object.fromEntries(
      requests.flatMap((command) =>
        command instanceof PutObjectCommand ? [[command.input.Key, JSON.parse(command.input.Body as string)]] : [],
      ),
    );

  test('names the component, and writes the response', async () => {
    expect(await call(IMAGE)).toEqual({ batchItemFailures: [] });
    expect(requests[0].input).toMatchObject({ EndpointName: 'shared', InferenceComponentName: 'shared-images' });
    expect(stored()).toEqual({ '1.json': { scores: SCORES } });
  });

  test('leaves a request in the queue while the component has no copy', async () => {
    const respond = invoke;
    let calls = 0;
    invoke = () => {
      calls += 1;
      if (calls === 2) return respond();
      throw Object.assign(new Error('Inference Component has no capacity to process this request. …'), {
        name: 'ValidationError',
      });
    };
    expect(await call(IMAGE, IMAGE, IMAGE)).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }, { itemIdentifier: '3' }],
    });
    expect(stored()).toEqual({ '2.json': { scores: SCORES } });
  });

  test('leaves a request in the queue if the model fails, but not if Triton rejects it', async () => {
    const failWith = (OriginalStatusCode: number) => () => {
      throw new ModelError({ message: '', OriginalStatusCode, OriginalMessage: 'unexpected shape', $metadata: {} });
    };
    invoke = failWith(500);
    expect(await call(IMAGE)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    invoke = failWith(400);
    expect(await call(IMAGE)).toEqual({ batchItemFailures: [] });
    expect(stored()).toEqual({ '1.json': { error: 'unexpected shape' } });
  });

  test('rejects a message that is not a request to the model', async () => {
    expect(await call('image', '{ "image": [1, 2] }')).toEqual({ batchItemFailures: [] });
    expect(requests.some((command) => command instanceof InvokeEndpointCommand)).toBe(false);
    expect(stored()).toMatchObject({
      '1.json': { error: expect.stringContaining('JSON') },
      '2.json': { error: expect.stringContaining('multiple of 3072') },
    });
  });
});
