import { App, Stack, Token } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  DataCaptureOptions,
  EndpointPurpose,
  MonitoringOptions,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../lib';
import { classifier, stackWith, statementsOf } from '../endpoint/fixtures';

const CAPTURE: DataCaptureOptions = { samplingPercentage: 100 };

function shadowTemplate(props: Partial<TritonRealtimeEndpointProps> = {}): Template {
  return Template.fromStack(
    stackWith({
      endpointName: 'vision',
      variants: [{ variantName: 'Production' }],
      shadowVariants: [{ variantName: 'Candidate' }],
      dataCapture: CAPTURE,
      ...props,
    }),
  );
}

const withMonitoring = (monitoring: MonitoringOptions): Template => shadowTemplate({ monitoring });

/** The number of functions that compare responses. */
function comparisonsIn(template: Template): number {
  const properties = { Properties: { Description: Match.stringLikeRegexp('^Comparison of the responses') } };
  return Object.keys(template.findResources('AWS::Lambda::Function', properties)).length;
}

/** The event that the schedule sends to the function, with `<reference>` instead of references. */
function eventOf(template: Template): Record<string, unknown> {
  const rules = template.findResources('AWS::Events::Rule', {
    Properties: { ScheduleExpression: 'cron(0/5 * * * ? *)' },
  });
  const [{ Properties }] = Object.values(rules);
  const { InputTemplate } = Properties.Targets[0].InputTransformer;
  const parts: unknown[] = typeof InputTemplate === 'string' ? [InputTemplate] : InputTemplate['Fn::Join'][1];
  const text = parts.map((part) => (typeof part === 'string' ? part : '<reference>')).join('');
  return JSON.parse(text.replace('<time>', '"<time>"')) as Record<string, unknown>;
}

test('the responses of a shadow variant are compared if data capture stores them', () => {
  expect(comparisonsIn(shadowTemplate())).toBe(1);
  expect(eventOf(shadowTemplate())).toEqual({
    time: '<time>',
    endpointName: 'vision',
    productionVariant: 'Production',
    shadowVariant: 'Candidate',
    bucket: '<reference>',
    prefix: 'data-capture/vision/',
    absoluteTolerance: 0.001,
    relativeTolerance: 0,
  });
});

test('the event contains the options, and the prefix of data capture', () => {
  const template = shadowTemplate({
    dataCapture: { ...CAPTURE, prefix: 'captured/here' },
    monitoring: { shadowResponses: { absoluteTolerance: 0, relativeTolerance: 0.01, logPayloads: true } },
  });
  expect(eventOf(template)).toMatchObject({
    prefix: 'captured/here/vision/',
    absoluteTolerance: 0,
    relativeTolerance: 0.01,
    logPayloads: true,
  });
});

test.each<[string, Partial<TritonRealtimeEndpointProps>]>([
  ['without a shadow variant', { shadowVariants: undefined }],
  ['without data capture', { dataCapture: undefined }],
  ['if only requests are captured', { dataCapture: { ...CAPTURE, output: false } }],
  ['if nothing is captured', { dataCapture: { samplingPercentage: 0 } }],
  ['if the comparison is turned off', { monitoring: { shadowResponses: { enabled: false } } }],
  ['without monitoring', { monitoring: { enabled: false } }],
  ['in minimal mode', { monitoring: { minimal: true } }],
  ['for a development endpoint', { purpose: EndpointPurpose.DEVELOPMENT }],
])('nothing is compared %s', (_, props) => {
  expect(comparisonsIn(shadowTemplate(props))).toBe(0);
});

test('the function may list and read only the captured data of both variants', () => {
  const stack = new Stack(new App(), 'Stack');
  const encryptionKey = new Key(stack, 'Key');
  const bucket = Bucket.fromBucketName(stack, 'Bucket', 'captured');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: classifier(),
    endpointName: 'vision',
    variants: [{ variantName: 'Production' }],
    shadowVariants: [{ variantName: 'Candidate' }],
    dataCapture: { ...CAPTURE, bucket, encryptionKey },
  });
  const arn = (suffix: string) => ({
    'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, `:s3:::captured${suffix}`]],
  });
  expect(statementsOf(Template.fromStack(stack), /ShadowComparison/)).toMatchObject([
    { Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] },
    {
      Action: 's3:ListBucket',
      Resource: arn(''),
      Condition: {
        StringLike: { 's3:prefix': ['data-capture/vision/Production/*', 'data-capture/vision/Candidate/*'] },
      },
    },
    {
      Action: 's3:GetObject',
      Resource: [arn('/data-capture/vision/Candidate/*'), arn('/data-capture/vision/Production/*')],
    },
    { Action: 'kms:Decrypt', Resource: stack.resolve(encryptionKey.keyArn) },
  ]);
});

test('a failed run is not retried, since the next run compares the next responses', () => {
  shadowTemplate().hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    FunctionName: { Ref: Match.stringLikeRegexp('ShadowComparison') },
    MaximumRetryAttempts: 0,
    MaximumEventAgeInSeconds: 300,
  });
});

test('a run ends before the next run begins', () => {
  shadowTemplate().hasResourceProperties('AWS::Lambda::Function', {
    Description: 'Comparison of the responses of the shadow variant of the endpoint vision',
    Timeout: 240,
  });
});

test('names and options that are known only at deployment are references in the event', () => {
  const template = shadowTemplate({
    endpointName: Token.asString({ Ref: 'Name' }),
    dataCapture: {
      samplingPercentage: Token.asNumber({ Ref: 'Percentage' }),
      prefix: Token.asString({ Ref: 'Prefix' }),
    },
    monitoring: { shadowResponses: { relativeTolerance: Token.asNumber({ Ref: 'Tolerance' }) } },
  });
  const rules = template.findResources('AWS::Events::Rule', {
    Properties: { ScheduleExpression: 'cron(0/5 * * * ? *)' },
  });
  const [{ Properties }] = Object.values(rules);
  const parts: unknown[] = Properties.Targets[0].InputTransformer.InputTemplate['Fn::Join'][1];
  expect(parts).toEqual(expect.arrayContaining([{ Ref: 'Name' }, { Ref: 'Prefix' }, { Ref: 'Tolerance' }]));
});

describe('options', () => {
  test.each(['absoluteTolerance', 'relativeTolerance'] as const)('%s must not be negative', (property) => {
    expect(() => withMonitoring({ shadowResponses: { [property]: -0.1 } })).toThrow(
      `monitoring.shadowResponses.${property}: got -0.1; allowed: a number of at least 0`,
    );
    expect(() => withMonitoring({ shadowResponses: { [property]: 0 } })).not.toThrow();
  });

  const options: MonitoringOptions = { shadowResponses: { relativeTolerance: 0.01 } };

  test('require a shadow variant', () => {
    expect(() => shadowTemplate({ shadowVariants: undefined, monitoring: options })).toThrow(
      'monitoring.shadowResponses: got options of the comparison; requires shadowVariants with one variant',
    );
  });

  test('require captured responses', () => {
    expect(() => shadowTemplate({ dataCapture: { samplingPercentage: 0 }, monitoring: options })).toThrow(
      'monitoring.shadowResponses: got options of the comparison; requires dataCapture with output and a samplingPercentage above 0',
    );
  });

  test('do not allow a prefix that EventBridge reads as a variable', () => {
    const dataCapture = { ...CAPTURE, prefix: 'captured/<model>' };
    expect(() => shadowTemplate({ dataCapture })).toThrow(
      "dataCapture.prefix: got 'captured/<model>'; allowed if responses are compared: a prefix without < and >. To keep the prefix, set monitoring.shadowResponses to { enabled: false }",
    );
    expect(() => shadowTemplate({ dataCapture, monitoring: { shadowResponses: { enabled: false } } })).not.toThrow();
  });

  test('require nothing if the comparison is turned off', () => {
    const monitoring = { shadowResponses: { enabled: false } };
    expect(() => shadowTemplate({ shadowVariants: undefined, dataCapture: undefined, monitoring })).not.toThrow();
  });
});
