import { Duration, Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { EndpointPurpose, TritonRealtimeEndpointProps } from '../../../lib';
import { errorOf, endpointTemplate, warningsOf } from '../failures/outcome';
import { statementsOf } from '../fixtures';

const CONFIG = 'AWS::SageMaker::EndpointConfig';
const development = { purpose: EndpointPurpose.DEVELOPMENT };

describe('shell access to the containers', () => {
  test('is enabled for every variant, except for variants that disable it', () => {
    const template = endpointTemplate({
      ...development,
      ssmAccess: true,
      variants: [{ variantName: 'Stable', ssmAccess: false }, { variantName: 'Candidate' }],
    });
    template.hasResourceProperties(CONFIG, {
      ProductionVariants: [
        { VariantName: 'Stable', EnableSSMAccess: false },
        { VariantName: 'Candidate', EnableSSMAccess: true },
      ],
    });
  });

  test('grants the permissions of the Systems Manager agent only if the access is enabled', () => {
    const allowedSsmActions = (props: Partial<TritonRealtimeEndpointProps>): string[] =>
      statementsOf(endpointTemplate(props))
        .flatMap(({ Action }) => Action)
        .filter((action) => action.startsWith('ssmmessages:'));
    expect(allowedSsmActions(development)).toEqual([]);
    expect(allowedSsmActions({ ...development, ssmAccess: true })).toEqual([
      'ssmmessages:CreateControlChannel',
      'ssmmessages:CreateDataChannel',
      'ssmmessages:OpenControlChannel',
      'ssmmessages:OpenDataChannel',
    ]);
  });

  test('causes a warning in production, but not in development', () => {
    expect(warningsOf({ ssmAccess: true })).toContainEqual(
      expect.stringMatching(/endpoint for production.*sm\.ssm-access/),
    );
    expect(warningsOf({ ...development, ssmAccess: true })).not.toContainEqual(expect.stringMatching(/sm\.ssm-access/));
  });

  test('causes a warning that names the variant if the containers have no network', () => {
    const variants = [{ variantName: 'A' }, { variantName: 'B', ssmAccess: true }];
    expect(warningsOf({ ...development, networkIsolation: true, variants })).toContainEqual(
      expect.stringMatching(/variants\[1\]\.ssmAccess.*networkIsolation.*sm\.ssm-access/),
    );
  });
});

describe('core dumps', () => {
  test('of each variant are written to a separate prefix in a new bucket', () => {
    const template = endpointTemplate({
      coreDumps: { expiration: Duration.days(14) },
      shadowVariants: [{ variantName: 'Shadow' }],
    });
    const coreDumpsOf = (variant: string) => ({
      CoreDumpConfig: {
        DestinationS3Uri: {
          'Fn::Join': ['', ['s3://', { Ref: Match.stringLikeRegexp('CoreDumps') }, `/core-dumps/${variant}`]],
        },
        KmsKeyId: Match.absent(),
      },
    });
    template.hasResourceProperties(CONFIG, {
      ProductionVariants: [Match.objectLike(coreDumpsOf('AllTraffic'))],
      ShadowProductionVariants: [Match.objectLike(coreDumpsOf('Shadow'))],
    });
    template.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'Retain',
      Properties: {
        LifecycleConfiguration: {
          Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, ExpirationInDays: 14 }],
        },
      },
    });
  });

  test("are encrypted with the user's key, which the role may use", () => {
    const propsWithKey = (stack: Stack) => ({
      coreDumps: {
        bucket: Bucket.fromBucketName(stack, 'Dumps', 'dumps'),
        prefix: 'triton',
        encryptionKey: Key.fromKeyArn(stack, 'Key', 'arn:aws:kms:eu-west-1:111122223333:key/1'),
      },
    });
    const template = endpointTemplate(propsWithKey);
    template.hasResourceProperties(CONFIG, {
      ProductionVariants: [
        {
          CoreDumpConfig: {
            DestinationS3Uri: 's3://dumps/triton/AllTraffic',
            KmsKeyId: 'arn:aws:kms:eu-west-1:111122223333:key/1',
          },
        },
      ],
    });
    const statements = statementsOf(template, /ExecutionPolicy/);
    expect(statements).toContainEqual({
      Effect: 'Allow',
      Action: ['s3:AbortMultipartUpload', 's3:PutObject'],
      Resource: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::dumps/triton/*']] },
    });
    expect(statements).toContainEqual({
      Effect: 'Allow',
      Action: ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey'],
      Resource: 'arn:aws:kms:eu-west-1:111122223333:key/1',
    });
  });

  test('are encrypted with the key of the bucket if the bucket has a key', () => {
    const encryptionKey = (stack: Stack) => Key.fromKeyArn(stack, 'Key', 'arn:aws:kms:eu-west-1:111122223333:key/2');
    const template = endpointTemplate((stack) => ({
      coreDumps: {
        bucket: Bucket.fromBucketAttributes(stack, 'Dumps', {
          bucketName: 'dumps',
          encryptionKey: encryptionKey(stack),
        }),
      },
    }));
    template.hasResourceProperties(CONFIG, {
      ProductionVariants: [{ CoreDumpConfig: { KmsKeyId: 'arn:aws:kms:eu-west-1:111122223333:key/2' } }],
    });
  });

  test('are disabled by default', () => {
    expect(JSON.stringify(endpointTemplate().toJSON())).not.toMatch(/CoreDump|SSMAccess/);
  });

  const bucket = (stack: Stack) => Bucket.fromBucketName(stack, 'Dumps', 'dumps');
  test.each([
    ['a slash at an end of the prefix', () => ({ prefix: 'dumps/' }), 'coreDumps.prefix'],
    [
      'a prefix that is too long to append the name of the variant',
      () => ({ prefix: 'p'.repeat(380) }),
      'coreDumps.prefix',
    ],
    ['an expiration in hours', () => ({ expiration: Duration.hours(6) }), 'coreDumps.expiration'],
    [
      'an expiration for an existing bucket',
      (stack: Stack) => ({ bucket: bucket(stack), expiration: Duration.days(1) }),
      'coreDumps.expiration',
    ],
  ])('are rejected if the options contain %s', (_, coreDumps, field) => {
    const errorText = errorOf((stack) => ({ coreDumps: coreDumps(stack) }));
    expect(errorText).toContain(`${field}: `);
    expect(errorText).toContain('/sm.core-dumps)');
  });
});
