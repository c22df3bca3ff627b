import { App, CfnParameter, Duration, Stack, Token } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks } from 'cdk-nag';
import { Construct } from 'constructs';
import { DataCaptureOptions } from '../../../lib';
import { checkCapture } from '../../../lib/endpoint/capture/check';
import { Capture, buildCapture } from '../../../lib/endpoint/capture/build';

function createCapture(options: Partial<DataCaptureOptions> = {}, stack = new Stack(new App(), 'Stack')): Capture {
  return buildCapture(new Construct(stack, 'Endpoint'), { samplingPercentage: 20, ...options });
}

function findingsOf(options: Partial<DataCaptureOptions>): string[] {
  return checkCapture({ samplingPercentage: 20, ...options }).map(
    ({ ruleId, field, message }) => `${ruleId} ${field}: ${message}`,
  );
}

/** Resolves the tokens in the statements and the configuration, as in the template. */
function resolveCapture({ config, statements }: Capture, stack: Stack) {
  return stack.resolve({ config, statements: statements.map((statement) => statement.toStatementJson()) });
}

describe('data capture without a user’s bucket', () => {
  const stack = new Stack(new App(), 'Stack');
  const { config, statements } = resolveCapture(createCapture({ expiration: Duration.days(30) }, stack), stack);
  const template = Template.fromStack(stack);

  test('creates a bucket that is retained', () => {
    template.hasResource('AWS::S3::Bucket', { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
  });

  test('creates a bucket that deletes expired objects and incomplete uploads', () => {
    template.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: {
        Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, ExpirationInDays: 30 }],
      },
    });
  });

  test('captures requests and responses in the new bucket, and captures JSON as text', () => {
    expect(config).toEqual({
      enableCapture: true,
      initialSamplingPercentage: 20,
      destinationS3Uri: {
        'Fn::Join': ['', ['s3://', { Ref: expect.stringMatching(/^EndpointDataCapture/) }, '/data-capture']],
      },
      captureOptions: [{ captureMode: 'Input' }, { captureMode: 'Output' }],
      captureContentTypeHeader: { jsonContentTypes: ['application/json'] },
    });
  });

  test('allows the role to write only under the prefix', () => {
    const arn = { 'Fn::GetAtt': [expect.stringMatching(/^EndpointDataCapture/), 'Arn'] };
    expect(statements).toEqual([
      { Effect: 'Allow', Action: 's3:PutObject', Resource: { 'Fn::Join': ['', [arn, '/data-capture/*']] } },
    ]);
  });
});

test('without an expiration, captured data is never deleted', () => {
  const stack = new Stack(new App(), 'Stack');
  createCapture({}, stack);
  Template.fromStack(stack).hasResourceProperties('AWS::S3::Bucket', {
    LifecycleConfiguration: { Rules: [Match.not(Match.objectLike({ ExpirationInDays: Match.anyValue() }))] },
  });
});

test('a key encrypts the captured data and the bucket, and the role may use the key', () => {
  const stack = new Stack(new App(), 'Stack');
  const encryptionKey = new Key(stack, 'Key');
  const { config, statements } = resolveCapture(createCapture({ encryptionKey }, stack), stack);
  const keyArn = stack.resolve(encryptionKey.keyArn);
  expect(config.kmsKeyId).toEqual(keyArn);
  expect(statements[1]).toEqual({ Effect: 'Allow', Action: ['kms:Decrypt', 'kms:GenerateDataKey'], Resource: keyArn });
  Template.fromStack(stack).hasResourceProperties('AWS::S3::Bucket', {
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [
        { ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: keyArn }, BucketKeyEnabled: true },
      ],
    },
  });
});

test('data is captured under a prefix in an existing bucket, and the role may use the key of the bucket', () => {
  const stack = new Stack(new App(), 'Stack');
  const encryptionKey = Key.fromKeyArn(stack, 'Key', 'arn:aws:kms:us-east-1:111122223333:key/captures');
  const bucket = Bucket.fromBucketAttributes(stack, 'Captures', { bucketName: 'captures', encryptionKey });
  const { config, statements } = resolveCapture(
    createCapture({ bucket, prefix: 'shop/bert', output: false }, stack),
    stack,
  );
  expect(config).toMatchObject({
    destinationS3Uri: 's3://captures/shop/bert',
    captureOptions: [{ captureMode: 'Input' }],
  });
  expect(config.kmsKeyId).toBeUndefined();
  expect(JSON.stringify(statements)).toContain(':s3:::captures/shop/bert/*');
  expect(statements[1].Resource).toBe('arn:aws:kms:us-east-1:111122223333:key/captures');
  Template.fromStack(stack).resourceCountIs('AWS::S3::Bucket', 0);
});

describe('the check of data capture', () => {
  test('accepts valid options and values that are known only at deploy time', () => {
    const stack = new Stack(new App(), 'Stack');
    const { valueAsNumber } = new CfnParameter(stack, 'Percent', { type: 'Number' });
    const { valueAsString } = new CfnParameter(stack, 'Text');
    expect(findingsOf({ prefix: 'a/b', expiration: Duration.days(1) })).toEqual([]);
    expect(findingsOf({ samplingPercentage: valueAsNumber, prefix: valueAsString })).toEqual([]);
  });

  test.each([-1, 101, 12.5])('rejects a sampling percentage of %s', (samplingPercentage) => {
    expect(findingsOf({ samplingPercentage })).toEqual([
      `sm.capture dataCapture.samplingPercentage: got ${samplingPercentage}; allowed: a whole number from 0 to 100`,
    ]);
  });

  test('rejects the capture of neither requests nor responses', () => {
    expect(findingsOf({ input: false, output: false })).toEqual([
      'sm.capture-mode dataCapture: got neither input nor output; allowed: one or both, or samplingPercentage: 0',
    ]);
  });

  test.each(['', '/shop', 'shop/', 'shop*', 'shop/${aws:userid}', 'x'.repeat(444)])(
    "rejects the prefix '%s'",
    (prefix) => {
      expect(findingsOf({ prefix })).toEqual([
        `sm.capture-prefix dataCapture.prefix: got '${prefix}'; allowed: 1 to 443 characters, without *, ? or \${, without a / at the ends`,
      ]);
    },
  );

  test('rejects an expiration that is not in whole days, and an expiration for an existing bucket', () => {
    expect(findingsOf({ expiration: Duration.hours(36) })).toEqual([
      'sm.capture-expiration dataCapture.expiration: got 1.5 days; allowed: whole days of at least 1',
    ]);
    const token = Token.asNumber({ Ref: 'SomeParameter' });
    expect(findingsOf({ expiration: Duration.seconds(token) })).toEqual([
      'sm.capture-expiration dataCapture.expiration: got seconds that are only known at deploy time; allowed: Duration.days(…), or a value that is known at synth',
    ]);
    expect(findingsOf({ expiration: Duration.days(token) })).toEqual([]);
    const bucket = Bucket.fromBucketName(new Stack(new App(), 'Stack'), 'Captures', 'captures');
    expect(findingsOf({ bucket, expiration: Duration.days(1) })).toEqual([
      'sm.capture-expiration dataCapture.expiration: got a value together with bucket; allowed: lifecycle rules on that bucket',
    ]);
  });
});

const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];

/** Rules that only a bucket of the user can satisfy. */
const RULES_FOR_USERS = /(-S1|S3BucketLoggingEnabled|S3BucketReplicationEnabled|S3BucketVersioningEnabled)$/;

describe.each(PACKS.map((Pack) => ({ name: Pack.name, Pack })))('with the rule pack $name', ({ Pack }) => {
  test('the bucket violates only rules that a bucket of the user can satisfy', () => {
    const stack = new Stack(new App(), 'Stack');
    const encryptionKey = new Key(stack, 'Key', { enableKeyRotation: true });
    createCapture({ encryptionKey, expiration: Duration.days(30) }, stack);
    const { violations } = new Pack().validateScope(stack);
    expect(violations.map(({ ruleName }) => ruleName).filter((rule) => !RULES_FOR_USERS.test(rule))).toEqual([]);
  });
});
