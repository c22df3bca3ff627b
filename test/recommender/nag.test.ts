import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks } from 'cdk-nag';
import { Stack } from 'aws-cdk-lib';
import { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { InferenceRecommenderJobProps } from '../../lib';
import { createJob, newStack } from './fixtures';

const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];

/** Returns the rule and the construct path of each cdk-nag finding of a job. */
function findingsOf(bucketOf: (stack: Stack) => Pick<InferenceRecommenderJobProps, 'resultsBucket'>): string[] {
  const stack = newStack();
  createJob(stack, bucketOf(stack));
  return PACKS.flatMap((Pack) => new Pack().validateScope(stack).violations).flatMap(
    ({ ruleName, violatingResources }) => violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
  );
}

test('a job with a results bucket of the user has no cdk-nag findings', () => {
  const userBucket = (stack: Stack) =>
    stack.node.tryFindChild('Users') ?? Bucket.fromBucketName(stack, 'Users', 'users');
  expect(findingsOf((stack) => ({ resultsBucket: userBucket(stack) as IBucket }))).toEqual([]);
});

test('cdk-nag reports only the results buckets that the library creates, because the user can pass a bucket instead', () => {
  const paths = findingsOf(() => ({})).map((finding) => finding.split(' ')[1]);
  expect([...new Set(paths)]).toEqual(['Stack/Benchmark/Workflow/Results/Resource']);
});
