import { App, CfnParameter, Duration, Stack, Token } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks } from 'cdk-nag';
import { Construct } from 'constructs';
import { DataCaptureOptions } from '../../../lib';
import { checkCapture } from '../../../lib/endpoint/capture/check';
import { Capture, buildCapture } from '../../../lib/endpoint/capture/build';

function capture(options: Partial<DataCaptureOptions> = {}, stack = new Stack(new App(), 'Stack')): Capture {
  return buildCapture(new Construct(stack, 'Endpoint'), { samplingPercentage: 20, ...options });
}

function found(options: Partial<DataCaptureOptions>): string[] {
  return checkCapture({ samplingPercentage: 20, ...options }).map(
    ({ ruleId, field, message }) => `${ruleId} ${field}: ${message}`,
  );
}

/** The statements and the configuration as CloudFormation gets them. */
function resolved({ config, statements }: Capture, stack: Stack) {
  return stack.resolve({ config, statements: statements.map((statement) => statement.toStatementJson()) });
}

describe('without a bucket', () => {
  const stack = new Stack(new App(), 'Stack');
  const { config, statements } = resolved(capture({ expiration: Duration.days(30) }, stack), stack);
  const bucket = Template.fromStack(stack);

  test('one is made that is encrypted, not public, and kept', () => {
    bucket.hasResource('AWS::S3::Bucket', {
      Properties: {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      },
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
  });

  test('it takes requests over TLS only', () => {
    bucket.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });

  test('it removes what has expired, and uploads that broke off', () => {
    bucket.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: {
        Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, ExpirationInDays: 30 }],
      },
    });
  });

  test('requests and answers go to it, JSON as text', () => {
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

  test('the role may write below the prefix, and no more', () => {
    const arn = { 'Fn::GetAtt': [expect.stringMatching(/^EndpointDataCapture/), 'Arn'] };
    expect(statements).toEqual([
      { Effect: 'Allow', Action: 's3:PutObject', Resource: { 'Fn::Join': ['', [arn, '/data-capture/*']] } },
    ]);
  });
});

test('everything is kept unless it expires', () => {
  const stack = new Stack(new App(), 'Stack');
  capture({}, stack);
  Template.fromStack(stack).hasResourceProperties('AWS::S3::Bucket', {
    LifecycleConfiguration: { Rules: [Match.not(Match.objectLike({ ExpirationInDays: Match.anyValue() }))] },
  });
});

test('a key encrypts both what is captured and the bucket, and the role may use it', () => {
  const stack = new Stack(new App(), 'Stack');
  const encryptionKey = new Key(stack, 'Key');
  const made = capture({ encryptionKey }, stack);
  const { config, statements } = resolved(made, stack);
  const keyArn = stack.resolve(encryptionKey.keyArn);
  expect(config.kmsKeyId).toEqual(keyArn);
  expect(statements[1]).toEqual({ Effect: 'Allow', Action: ['kms:Decrypt', 'kms:GenerateDataKey'], Resource: keyArn });
  expect(made.encryptionKey).toBe(encryptionKey);
  Template.fromStack(stack).hasResourceProperties('AWS::S3::Bucket', {
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [
        { ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: keyArn }, BucketKeyEnabled: true },
      ],
    },
  });
});

test('a given bucket is used with its prefix and its key', () => {
  const stack = new Stack(new App(), 'Stack');
  const encryptionKey = Key.fromKeyArn(stack, 'Key', 'arn:aws:kms:us-east-1:111122223333:key/captures');
  const bucket = Bucket.fromBucketAttributes(stack, 'Captures', { bucketName: 'captures', encryptionKey });
  const { config, statements } = resolved(capture({ bucket, prefix: 'shop/bert', output: false }, stack), stack);
  expect(config).toMatchObject({
    destinationS3Uri: 's3://captures/shop/bert',
    captureOptions: [{ captureMode: 'Input' }],
  });
  expect(config.kmsKeyId).toBeUndefined();
  expect(JSON.stringify(statements)).toContain(':s3:::captures/shop/bert/*');
  expect(statements[1].Resource).toBe('arn:aws:kms:us-east-1:111122223333:key/captures');
  Template.fromStack(stack).resourceCountIs('AWS::S3::Bucket', 0);
});

test('content types that are text are listed; without any all is base64', () => {
  const types = { csvContentTypes: ['text/csv'], jsonContentTypes: [] };
  expect(capture(types).config.captureContentTypeHeader).toEqual({ csvContentTypes: ['text/csv'] });
  expect(capture({ jsonContentTypes: [] }).config.captureContentTypeHeader).toBeUndefined();
});

describe('what would be refused', () => {
  test('nothing of the options as they are, or with values of deploy time', () => {
    const stack = new Stack(new App(), 'Stack');
    const { valueAsNumber } = new CfnParameter(stack, 'Percent', { type: 'Number' });
    const { valueAsString } = new CfnParameter(stack, 'Text');
    expect(found({ prefix: 'a/b', csvContentTypes: ['text/csv'], expiration: Duration.days(1) })).toEqual([]);
    expect(
      found({ samplingPercentage: valueAsNumber, prefix: valueAsString, jsonContentTypes: [valueAsString] }),
    ).toEqual([]);
  });

  test.each([-1, 101, 12.5])('a sampling percentage of %s', (samplingPercentage) => {
    expect(found({ samplingPercentage })).toEqual([
      `sm.capture dataCapture.samplingPercentage: got ${samplingPercentage}; allowed: a whole number from 0 to 100`,
    ]);
  });

  test('capturing neither requests nor answers', () => {
    expect(found({ input: false, output: false })).toEqual([
      'sm.capture-mode dataCapture: got neither input nor output; allowed: one or both, or samplingPercentage: 0',
    ]);
  });

  test.each(['', '/shop', 'shop/', 'shop*', 'x'.repeat(444)])("the prefix '%s'", (prefix) => {
    expect(found({ prefix })).toEqual([
      `sm.capture-prefix dataCapture.prefix: got '${prefix}'; allowed: 1 to 443 characters, none of them * or ?, without a / at the ends`,
    ]);
  });

  test("Triton's binary content type as text: it has a + and stays base64", () => {
    const [finding] = found({ jsonContentTypes: ['application/json', 'application/vnd.sagemaker-triton.binary+json'] });
    expect(finding).toContain(
      "sm.capture-content-type dataCapture.jsonContentTypes: got 'application/vnd.sagemaker-triton.binary+json'",
    );
  });

  test('a content type with parameters, or without a subtype', () => {
    expect(found({ csvContentTypes: ['text/csv; charset=utf-8', 'csv', `text/${'c'.repeat(260)}`] })).toHaveLength(3);
  });

  test('eleven content types', () => {
    const csvContentTypes = [...Array(11)].map((_, index) => `text/csv${index}`);
    expect(found({ csvContentTypes })).toEqual([
      'sm.capture-content-type dataCapture.csvContentTypes: got 11 content types; allowed: at most 10',
    ]);
  });

  test('an expiration of hours, or of a bucket that was given', () => {
    expect(found({ expiration: Duration.hours(36) })).toEqual([
      'sm.capture-expiration dataCapture.expiration: got 1.5 days; allowed: whole days of at least 1',
    ]);
    const late = Token.asNumber({ Ref: 'SomeParameter' });
    expect(found({ expiration: Duration.seconds(late) })).toEqual([
      'sm.capture-expiration dataCapture.expiration: got seconds that are only known at deploy time; allowed: Duration.days(…), or a value that is known at synth',
    ]);
    expect(found({ expiration: Duration.days(late) })).toEqual([]);
    const bucket = Bucket.fromBucketName(new Stack(new App(), 'Stack'), 'Captures', 'captures');
    expect(found({ bucket, expiration: Duration.days(1) })).toEqual([
      'sm.capture-expiration dataCapture.expiration: got a value together with bucket; allowed: lifecycle rules on that bucket',
    ]);
  });
});

const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];

/** What packs ask for that a bucket of the user's own can have. */
const LEFT_TO_USERS = /(-S1|S3BucketLoggingEnabled|S3BucketReplicationEnabled|S3BucketVersioningEnabled)$/;

describe.each(PACKS.map((Pack) => ({ name: Pack.name, Pack })))('with $name', ({ Pack }) => {
  test('the bucket lacks only what a bucket of your own can have', () => {
    const stack = new Stack(new App(), 'Stack');
    const encryptionKey = new Key(stack, 'Key', { enableKeyRotation: true });
    capture({ encryptionKey, expiration: Duration.days(30) }, stack);
    const { violations } = new Pack().validateScope(stack);
    expect(violations.map(({ ruleName }) => ruleName).filter((rule) => !LEFT_TO_USERS.test(rule))).toEqual([]);
  });
});
