import { Duration } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { InferenceType, ProbeOptions } from '../../lib';
import { stackWith, statementsOf } from '../endpoint/fixtures';
import { referencesOf } from '../endpoint/template-graph';

const withProbe = (probe?: ProbeOptions): Template => Template.fromStack(stackWith({ endpointName: 'vision', probe }));

/** What the schedule says to the handler; references stand in brackets. */
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

test('a request that throws is not repeated: it would be counted as three failures', () => {
  withProbe().hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    MaximumRetryAttempts: 0,
    MaximumEventAgeInSeconds: 60,
  });
});

test('the handler is called each minute, and asks every five', () => {
  const template = withProbe();
  template.hasResourceProperties('AWS::Events::Rule', {
    ScheduleExpression: 'rate(1 minute)',
    Targets: [Match.objectLike({ RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 } })],
  });
  expect(eventOf(template)).toMatchObject({
    endpointName: 'vision',
    endpointConfigName: '<reference>',
    variantName: 'AllTraffic',
    intervalMinutes: 5,
  });
  expect(eventOf(template)).not.toHaveProperty('plannedMilliseconds');
});

test('the function runs as long as SageMaker waits for a container, which is longer for a stream', () => {
  const timeoutOf = (template: Template): number[] =>
    Object.values(template.findResources('AWS::Lambda::Function'))
      .filter(({ Properties }) => /^Probe of/.test(Properties.Description))
      .map(({ Properties }) => Properties.Timeout);
  const streaming = stackWith({ server: { inferenceType: InferenceType.GENERATE_STREAM } });
  expect(timeoutOf(withProbe())).toEqual([90]);
  expect(timeoutOf(Template.fromStack(streaming))).toEqual([540]);
});

test('interval and plan are those that are given', () => {
  const event = eventOf(withProbe({ interval: Duration.minutes(2), plannedLatency: Duration.millis(40) }));
  expect(event).toMatchObject({ intervalMinutes: 2, plannedMilliseconds: 40 });
});

test('it may ask and describe its endpoint, and read its plan', () => {
  expect(
    statementsOf(withProbe(), /Probe/)
      .flatMap(({ Action }) => Action)
      .sort(),
  ).toEqual([
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    's3:GetObject',
    'sagemaker:DescribeEndpoint',
    'sagemaker:InvokeEndpoint',
  ]);
});

test('it knows the new configuration before the endpoint is updated to it', () => {
  const template = withProbe();
  const [endpoint] = Object.keys(template.findResources('AWS::SageMaker::Endpoint'));
  const [rule] = Object.keys(template.findResources('AWS::Events::Rule'));
  expect(referencesOf(template.toJSON().Resources).get(endpoint)).toContain(rule);
});

test('it can be turned off', () => {
  const template = withProbe({ enabled: false });
  template.resourceCountIs('AWS::Events::Rule', 0);
  template.resourceCountIs('AWS::Lambda::Function', 5); // of smoke test, publication, scaling, failure report and clean-up
});

test.each([Duration.seconds(90), Duration.minutes(61)])('an interval of %s is refused', (interval) => {
  expect(() => withProbe({ interval })).toThrow('allowed: whole minutes from 1 to 60');
});
