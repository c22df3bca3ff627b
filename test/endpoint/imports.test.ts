import { App, CfnParameter, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { IEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { ITritonEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

const IRELAND = { region: 'eu-west-1', account: '111122223333' };
const ELSEWHERE = 'arn:aws:sagemaker:us-east-1:444455556666:endpoint/classifier';

function stackIn(env?: { region: string; account: string }): Stack {
  return new Stack(new App(), 'Stack', { env });
}

/** What a caller may invoke, and the alarm on it. */
function policyAndAlarm(stack: Stack, endpoint: ITritonEndpoint) {
  const role = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  endpoint.grantInvoke(role);
  new Alarm(stack, 'Slow', { metric: endpoint.metricModelLatency(), threshold: 1, evaluationPeriods: 1 });
  const template = Template.fromStack(stack);
  const [policy] = Object.values(template.findResources('AWS::IAM::Policy'));
  const [alarm] = Object.values(template.findResources('AWS::CloudWatch::Alarm'));
  return { resource: policy.Properties.PolicyDocument.Statement[0].Resource, alarm: alarm.Properties };
}

describe('by its name', () => {
  test('it is in the stack’s account and region', () => {
    const endpoint = TritonRealtimeEndpoint.fromEndpointName(stackIn(IRELAND), 'Endpoint', 'classifier');
    expect(endpoint.env).toEqual(IRELAND);
    expect(endpoint.stack.resolve(endpoint.endpointArn)).toEqual({
      'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':sagemaker:eu-west-1:111122223333:endpoint/classifier']],
    });
  });

  test('a name that is only known at deployment has grants and metrics too', () => {
    const stack = stackIn();
    const name = new CfnParameter(stack, 'Name').valueAsString;
    const { resource, alarm } = policyAndAlarm(stack, TritonRealtimeEndpoint.fromEndpointName(stack, 'Endpoint', name));
    expect(resource).toEqual({ 'Fn::Join': ['', expect.arrayContaining([':endpoint/', { Ref: 'Name' }])] });
    expect(alarm.Dimensions).toContainEqual({ Name: 'EndpointName', Value: { Ref: 'Name' } });
  });
});

describe('by its ARN', () => {
  test('account and region are the ARN’s, and so are those of its metrics', () => {
    const stack = stackIn({ region: 'us-east-1', account: '111122223333' });
    const endpoint = TritonRealtimeEndpoint.fromEndpointArn(stack, 'Endpoint', ELSEWHERE);
    expect(endpoint.env).toEqual({ region: 'us-east-1', account: '444455556666' });
    expect(endpoint.endpointName).toBe('classifier');
    const { resource, alarm } = policyAndAlarm(stack, endpoint);
    expect(resource).toBe(ELSEWHERE);
    expect(alarm.Metrics[0]).toMatchObject({
      AccountId: '444455556666',
      MetricStat: { Metric: { MetricName: 'ModelLatency' }, Period: 60 },
    });
  });

  test('an alarm in another region is refused by CDK, as CloudWatch would', () => {
    const stack = stackIn(IRELAND);
    const endpoint = TritonRealtimeEndpoint.fromEndpointArn(stack, 'Endpoint', ELSEWHERE);
    expect(() => policyAndAlarm(stack, endpoint)).toThrow(/Cannot create an Alarm in region 'eu-west-1'/);
  });

  test('an ARN of tokens is taken apart at deployment', () => {
    const stack = stackIn();
    const { valueAsString } = new CfnParameter(stack, 'Arn');
    const endpoint = TritonRealtimeEndpoint.fromEndpointArn(stack, 'Endpoint', valueAsString);
    expect(stack.resolve(endpoint.endpointName)).toEqual({
      'Fn::Select': [1, { 'Fn::Split': ['/', { 'Fn::Select': [5, { 'Fn::Split': [':', { Ref: 'Arn' }] }] }] }],
    });
    expect(policyAndAlarm(stack, endpoint).resource).toEqual({ Ref: 'Arn' });
  });

  test('what is no endpoint’s ARN is refused', () => {
    const arn = 'arn:aws:sagemaker:us-east-1:444455556666:model/classifier';
    expect(() => TritonRealtimeEndpoint.fromEndpointArn(stackIn(), 'Endpoint', arn)).toThrow(
      `Stack/Endpoint: endpointArn: got ${arn}; allowed: arn:<partition>:sagemaker:<region>:<account>:endpoint/<name> (`,
    );
  });
});

describe('by its attributes', () => {
  test('an ARN in lower case and the name as it was spelled: both are in policies, the name is in metrics', () => {
    const stack = stackIn({ region: 'us-east-1', account: '444455556666' });
    const endpoint = TritonRealtimeEndpoint.fromEndpointAttributes(stack, 'Endpoint', {
      endpointName: 'Classifier',
      endpointArn: ELSEWHERE,
    });
    const { resource, alarm } = policyAndAlarm(stack, endpoint);
    expect(resource).toEqual([ELSEWHERE, ELSEWHERE.replace('classifier', 'Classifier')]);
    expect(alarm.Dimensions).toContainEqual({ Name: 'EndpointName', Value: 'Classifier' });
  });

  test('its variants have metrics of their own', () => {
    const endpoint = TritonRealtimeEndpoint.fromEndpointAttributes(stackIn(), 'Endpoint', {
      endpointName: 'classifier',
      variantNames: ['champion', 'challenger'],
      shadowVariantNames: ['shadow'],
    });
    expect(endpoint.metricsOf('challenger').modelLatency().dimensions).toEqual({
      EndpointName: 'classifier',
      VariantName: 'challenger',
    });
    expect(endpoint.metricsOf('shadow').variantName).toBe('shadow');
    expect(() => endpoint.metricsOf('canary')).toThrow(
      'Stack/Endpoint: variantName: got canary; allowed: champion, challenger, shadow (',
    );
    expect(() => endpoint.metricsOf()).toThrow('variantName: got none; allowed: champion, challenger, shadow');
  });
});

test('an imported endpoint makes no resource', () => {
  const stack = stackIn();
  TritonRealtimeEndpoint.fromEndpointName(stack, 'Endpoint', 'classifier');
  expect(Template.fromStack(stack).toJSON().Resources).toBeUndefined();
});

describe('where CDK wants an endpoint', () => {
  const owned = new TritonRealtimeEndpoint(stackIn(), 'Endpoint', { model: classifier() });
  const imported = TritonRealtimeEndpoint.fromEndpointName(stackIn(), 'Endpoint', 'classifier');

  test.each([
    ['made here', owned],
    ['made elsewhere', imported],
  ])('one %s is one', (_, endpoint: IEndpoint) => {
    expect(endpoint.endpointRef.endpointArn).toBe(endpoint.endpointArn);
    expect(endpoint.stack.resolve(endpoint.env.region)).toEqual({ Ref: 'AWS::Region' });
  });

  test('another stack uses it by its name', () => {
    const app = new App();
    const endpoint = new TritonRealtimeEndpoint(new Stack(app, 'Serving', { env: IRELAND }), 'Endpoint', {
      model: classifier(),
      endpointName: 'classifier',
    });
    const { resource, alarm } = policyAndAlarm(new Stack(app, 'Calling', { env: IRELAND }), endpoint);
    expect(JSON.stringify(resource)).toContain('endpoint/classifier');
    expect(alarm.Dimensions).toContainEqual({ Name: 'EndpointName', Value: 'classifier' });
    expect(alarm.Metrics).toBeUndefined();
  });

  test('its removal policy is the endpoint’s', () => {
    const stack = stackIn();
    const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() });
    endpoint.applyRemovalPolicy(RemovalPolicy.RETAIN);
    Template.fromStack(stack).hasResource('AWS::SageMaker::Endpoint', { DeletionPolicy: 'Retain' });
  });
});
