import { Duration } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { InferenceType, ProbeOptions } from '../../lib';
import { stackWith, statementsOf } from '../endpoint/fixtures';
import { referencesOf } from '../endpoint/template-graph';

const probeTemplate = (probe?: ProbeOptions): Template =>
  Template.fromStack(stackWith({ endpointName: 'vision', probe }));

/** Returns the event that the schedule sends to the handler, with `<reference>` instead of references. */
function eventOf(template: Template): Record<string, unknown> {
  const [{ Properties }] = Object.values(template.findResources('AWS::Events::Rule'));
  const parts: unknown[] = Properties.Targets[0].InputTransformer.InputTemplate['Fn::Join'][1];
  return JSON.parse(
    parts
      .map((part) => (typeof part === 'string' ? part : '<reference>'))
      .join('')
      .replace('<time>', '"<time>"'),
  );
}

test('the handler is invoked every minute, and by default sends a request every five minutes', () => {
  const template = probeTemplate();
  template.hasResourceProperties('AWS::Events::Rule', {
    ScheduleExpression: 'rate(1 minute)',
  });
  expect(eventOf(template)).toMatchObject({
    endpointName: 'vision',
    endpointConfigName: '<reference>',
    variantName: 'AllTraffic',
    intervalMinutes: 5,
  });
});

test('the timeout exceeds the maximum duration of a request or a stream', () => {
  const streaming = stackWith({ server: { inferenceType: InferenceType.GENERATE_STREAM } });
  expect(eventOf(probeTemplate())).toMatchObject({ timeoutSeconds: 85 });
  expect(eventOf(Template.fromStack(streaming))).toMatchObject({ timeoutSeconds: 510 });
});

test('the function can invoke and describe its endpoint, and read its test plan', () => {
  const template = Template.fromStack(stackWith({ smokeTest: { enabled: false } }));
  expect(
    statementsOf(template, /TritonTests/)
      .flatMap(({ Action }) => Action)
      .sort(),
  ).toEqual([
    'cloudformation:DescribeStacks',
    'kms:Decrypt',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    's3:GetObject',
    'sagemaker:DescribeEndpoint',
    'sagemaker:InvokeEndpoint',
  ]);
});

test('the schedule rule receives the new endpoint configuration before the endpoint is updated', () => {
  const template = probeTemplate();
  const [endpoint] = Object.keys(template.findResources('AWS::SageMaker::Endpoint'));
  const [rule] = Object.keys(template.findResources('AWS::Events::Rule'));
  expect(referencesOf(template.toJSON().Resources).get(endpoint)).toContain(rule);
});

test('the probe can be turned off', () => {
  const template = probeTemplate({ enabled: false });
  template.resourcePropertiesCountIs('AWS::Events::Rule', { ScheduleExpression: Match.anyValue() }, 0);
  template.resourceCountIs('AWS::Lambda::Function', 4); // smoke test, publication, scaling and failure report
});

test('the event contains the interval', () => {
  expect(eventOf(probeTemplate({ interval: Duration.minutes(2) }))).toMatchObject({ intervalMinutes: 2 });
});

test.each([Duration.seconds(90), Duration.minutes(61)])('an interval of %s is rejected', (interval) => {
  expect(() => probeTemplate({ interval })).toThrow('allowed: whole minutes from 1 to 60');
});
