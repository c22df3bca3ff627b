import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks } from 'cdk-nag';
import { stackWith } from '../endpoint/fixtures';

const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];

test('the bucket of the stack has only findings that users can resolve with modelBucket', () => {
  const stack = stackWith();
  const rules = PACKS.flatMap((Pack) => new Pack().validateScope(stack).violations)
    .filter((violation) => JSON.stringify(violation).includes('TritonModelPublisher/Bucket'))
    .map(({ ruleName }) => ruleName.split('-').at(-1));
  expect([...new Set(rules)].sort()).toEqual([
    'S1', // access logs
    'S3BucketLoggingEnabled',
    'S3BucketReplicationEnabled',
    'S3BucketVersioningEnabled',
    'S3DefaultEncryptionKMS',
  ]);
});
