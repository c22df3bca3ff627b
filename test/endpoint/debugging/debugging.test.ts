import { Duration, Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { EndpointPurpose, TritonRealtimeEndpointProps } from '../../../lib';
import { errorOf, templateOf, warningsOf } from '../failures/outcome';
import { statementsOf } from '../fixtures';

const CONFIG = 'AWS::SageMaker::EndpointConfig';
const development = { purpose: EndpointPurpose.DEVELOPMENT };

describe('a shell in the containers', () => {
  test('is enabled for each variant that does not say otherwise', () => {
    const template = templateOf({
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

  test('requires what Systems Manager’s agent does, and only then', () => {
    const allowed = (props: Partial<TritonRealtimeEndpointProps>): string[] =>
      statementsOf(templateOf(props))
        .flatMap(({ Action }) => Action)
        .filter((action) => action.startsWith('ssmmessages:'));
    expect(allowed(development)).toEqual([]);
    expect(allowed({ ...development, ssmAccess: true })).toEqual([
      'ssmmessages:CreateControlChannel',
      'ssmmessages:CreateDataChannel',
      'ssmmessages:OpenControlChannel',
      'ssmmessages:OpenDataChannel',
    ]);
  });

  test('is a warning in production, and none in development', () => {
    expect(warningsOf({ ssmAccess: true })).toContainEqual(
      expect.stringMatching(/endpoint for production.*sm\.ssm-access/),
    );
    expect(warningsOf({ ...development, ssmAccess: true })).not.toContainEqual(expect.stringMatching(/sm\.ssm-access/));
  });

  test('is a warning where the containers have no network, which names the variant', () => {
    const variants = [{ variantName: 'A' }, { variantName: 'B', ssmAccess: true }];
    expect(warningsOf({ ...development, networkIsolation: true, variants })).toContainEqual(
      expect.stringMatching(/variants\[1\]\.ssmAccess.*networkIsolation.*sm\.ssm-access/),
    );
  });
});

describe('core dumps', () => {
  test('of each variant go below a prefix of its own, in a bucket that is made', () => {
    const template = templateOf({
      coreDumps: { expiration: Duration.days(14) },
      shadowVariants: [{ variantName: 'Shadow' }],
    });
    const below = (variant: string) => ({
      CoreDumpConfig: {
        DestinationS3Uri: {
          'Fn::Join': ['', ['s3://', { Ref: Match.stringLikeRegexp('CoreDumps') }, `/core-dumps/${variant}`]],
        },
        KmsKeyId: Match.absent(),
      },
    });
    template.hasResourceProperties(CONFIG, {
      ProductionVariants: [Match.objectLike(below('AllTraffic'))],
      ShadowProductionVariants: [Match.objectLike(below('Shadow'))],
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

  test('are encrypted with the given key, which the role may use', () => {
    const given = (stack: Stack) => ({
      coreDumps: {
        bucket: Bucket.fromBucketName(stack, 'Dumps', 'dumps'),
        prefix: 'triton',
        encryptionKey: Key.fromKeyArn(stack, 'Key', 'arn:aws:kms:eu-west-1:111122223333:key/1'),
      },
    });
    const template = templateOf(given);
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

  test('in a bucket with a key are encrypted with that, since SageMaker would use the key of AWS', () => {
    const encryptionKey = (stack: Stack) => Key.fromKeyArn(stack, 'Key', 'arn:aws:kms:eu-west-1:111122223333:key/2');
    const template = templateOf((stack) => ({
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

  test('are not written unless they are asked for', () => {
    expect(JSON.stringify(templateOf().toJSON())).not.toMatch(/CoreDump|SSMAccess/);
  });

  const bucket = (stack: Stack) => Bucket.fromBucketName(stack, 'Dumps', 'dumps');
  test.each([
    ['a slash at an end of the prefix', () => ({ prefix: 'dumps/' }), 'coreDumps.prefix'],
    ['a prefix that leaves no room for the variant', () => ({ prefix: 'p'.repeat(380) }), 'coreDumps.prefix'],
    ['hours', () => ({ expiration: Duration.hours(6) }), 'coreDumps.expiration'],
    [
      'an expiration for a bucket that is given',
      (stack: Stack) => ({ bucket: bucket(stack), expiration: Duration.days(1) }),
      'coreDumps.expiration',
    ],
  ])('with %s are rejected', (_, coreDumps, field) => {
    const found = errorOf((stack) => ({ coreDumps: coreDumps(stack) }));
    expect(found).toContain(`${field}: `);
    expect(found).toContain('/sm.core-dumps)');
  });
});
