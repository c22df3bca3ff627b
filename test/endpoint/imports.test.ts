import { App, CfnParameter, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { IEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { ITritonEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

const IRELAND = { region: 'eu-west-1', account: '111122223333' };
const ARN_IN_OTHER_ACCOUNT = 'arn:aws:sagemaker:us-east-1:444455556666:endpoint/classifier';

const IN_OTHER_ACCOUNT = { endpointName: 'classifier', endpointArn: ARN_IN_OTHER_ACCOUNT };

function stackIn(env?: { region: string; account: string }): Stack {
  return new Stack(new App(), 'Stack', { env });
}

/** Grants a role access to an endpoint and creates an alarm on its latency. Returns the resource in the policy and the alarm. */
function createPolicyAndAlarm(stack: Stack, endpoint: ITritonEndpoint) {
  const role = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  endpoint.grantInvoke(role);
  new Alarm(stack, 'Slow', { metric: endpoint.metricModelLatency(), threshold: 1, evaluationPeriods: 1 });
  const template = Template.fromStack(stack);
  const [policy] = Object.values(template.findResources('AWS::IAM::Policy'));
  const [alarm] = Object.values(template.findResources('AWS::CloudWatch::Alarm'));
  return { resource: policy.Properties.PolicyDocument.Statement[0].Resource, alarm: alarm.Properties };
}

describe('an endpoint that is imported by name', () => {
  test('is in the stack’s account and Region', () => {
    const endpoint = TritonRealtimeEndpoint.fromEndpointName(stackIn(IRELAND), 'Endpoint', 'classifier');
    expect(endpoint.env).toEqual(IRELAND);
    expect(endpoint.stack.resolve(endpoint.endpointArn)).toEqual({
      'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':sagemaker:eu-west-1:111122223333:endpoint/classifier']],
    });
  });

  test('also has grants and metrics if the name is known only at deployment', () => {
    const stack = stackIn();
    const name = new CfnParameter(stack, 'Name').valueAsString;
    const { resource, alarm } = createPolicyAndAlarm(
      stack,
      TritonRealtimeEndpoint.fromEndpointName(stack, 'Endpoint', name),
    );
    expect(resource).toEqual({ 'Fn::Join': ['', expect.arrayContaining([':endpoint/', { Ref: 'Name' }])] });
    expect(alarm.Dimensions).toContainEqual({ Name: 'EndpointName', Value: { Ref: 'Name' } });
  });
});

describe('an endpoint that is imported with its ARN', () => {
  test('has the account and Region of the ARN, and so do its metrics', () => {
    const stack = stackIn({ region: 'us-east-1', account: '111122223333' });
    const endpoint = TritonRealtimeEndpoint.fromEndpointAttributes(stack, 'Endpoint', IN_OTHER_ACCOUNT);
    expect(endpoint.env).toEqual({ region: 'us-east-1', account: '444455556666' });
    expect(endpoint.endpointName).toBe('classifier');
    const { resource, alarm } = createPolicyAndAlarm(stack, endpoint);
    expect(resource).toBe(ARN_IN_OTHER_ACCOUNT);
    expect(alarm.Metrics[0]).toMatchObject({
      AccountId: '444455556666',
      MetricStat: { Metric: { MetricName: 'ModelLatency' }, Period: 60 },
    });
  });

  test('cannot have an alarm in a different Region: CDK rejects it, like CloudWatch', () => {
    const stack = stackIn(IRELAND);
    const endpoint = TritonRealtimeEndpoint.fromEndpointAttributes(stack, 'Endpoint', IN_OTHER_ACCOUNT);
    expect(() => createPolicyAndAlarm(stack, endpoint)).toThrow(/Cannot create an Alarm in region 'eu-west-1'/);
  });
});

describe('an endpoint that is imported by attributes', () => {
  test('has policies with the lower-case ARN and the original name, and metrics with the original name', () => {
    const stack = stackIn({ region: 'us-east-1', account: '444455556666' });
    const endpoint = TritonRealtimeEndpoint.fromEndpointAttributes(stack, 'Endpoint', {
      endpointName: 'Classifier',
      endpointArn: ARN_IN_OTHER_ACCOUNT,
    });
    const { resource, alarm } = createPolicyAndAlarm(stack, endpoint);
    expect(resource).toEqual([ARN_IN_OTHER_ACCOUNT, ARN_IN_OTHER_ACCOUNT.replace('classifier', 'Classifier')]);
    expect(alarm.Dimensions).toContainEqual({ Name: 'EndpointName', Value: 'Classifier' });
  });

  test('has metrics for each variant', () => {
    const endpoint = TritonRealtimeEndpoint.fromEndpointAttributes(stackIn(), 'Endpoint', {
      endpointName: 'classifier',
      variantNames: ['champion', 'challenger'],
      shadowVariantNames: ['shadow'],
    });
    expect(endpoint.variantMetric('challenger', 'ModelLatency').dimensions).toEqual({
      EndpointName: 'classifier',
      VariantName: 'challenger',
    });
    expect(endpoint.variantMetric('shadow', 'ModelLatency').dimensions).toMatchObject({ VariantName: 'shadow' });
    expect(() => endpoint.variantMetric('canary', 'ModelLatency')).toThrow(
      'Stack/Endpoint: variantName: got canary; allowed: champion, challenger, shadow (',
    );
  });
});

test('an imported endpoint creates no resource', () => {
  const stack = stackIn();
  TritonRealtimeEndpoint.fromEndpointName(stack, 'Endpoint', 'classifier');
  expect(Template.fromStack(stack).toJSON().Resources).toBeUndefined();
});

describe('an endpoint as an IEndpoint of CDK', () => {
  const created = new TritonRealtimeEndpoint(stackIn(), 'Endpoint', { model: classifier() });
  const imported = TritonRealtimeEndpoint.fromEndpointName(stackIn(), 'Endpoint', 'classifier');

  test.each([
    ['created in this app', created],
    ['imported', imported],
  ])('has a reference with its ARN: %s', (_, endpoint: IEndpoint) => {
    expect(endpoint.endpointRef.endpointArn).toBe(endpoint.endpointArn);
    expect(endpoint.stack.resolve(endpoint.env.region)).toEqual({ Ref: 'AWS::Region' });
  });

  test('is referred to by its name in a different stack', () => {
    const app = new App();
    const endpoint = new TritonRealtimeEndpoint(new Stack(app, 'Serving', { env: IRELAND }), 'Endpoint', {
      model: classifier(),
      endpointName: 'classifier',
    });
    const { resource, alarm } = createPolicyAndAlarm(new Stack(app, 'Calling', { env: IRELAND }), endpoint);
    expect(JSON.stringify(resource)).toContain('endpoint/classifier');
    expect(alarm.Dimensions).toContainEqual({ Name: 'EndpointName', Value: 'classifier' });
    expect(alarm.Metrics).toBeUndefined();
  });

  test('cannot be retained without the model and the role that the stack deletes', () => {
    const endpoint = new TritonRealtimeEndpoint(stackIn(), 'Endpoint', { model: classifier() });
    expect(() => endpoint.applyRemovalPolicy(RemovalPolicy.RETAIN)).toThrow(
      /applyRemovalPolicy: got 'retain'; allowed: 'destroy'.*terminationProtection.*endpoint\.removal-policy/,
    );
    expect(() => endpoint.applyRemovalPolicy(RemovalPolicy.DESTROY)).not.toThrow();
  });
});
