import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks } from 'cdk-nag';
import { Stack } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { InferenceRecommenderJobProps } from '../../lib';
import { jobIn, newStack, sweepIn } from './fixtures';

const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];

/** Rule and place of each finding of a job and a sweep. */
function found(bucketOf: (stack: Stack) => Pick<InferenceRecommenderJobProps, 'resultsBucket'>): string[] {
  const stack = newStack();
  jobIn(stack, { schedule: Schedule.cron({ weekDay: 'MON' }), ...bucketOf(stack) });
  sweepIn(stack, bucketOf(stack));
  return PACKS.flatMap((Pack) => new Pack().validateScope(stack).violations).flatMap(
    ({ ruleName, violatingResources }) => violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
  );
}

test('with a bucket for the results all packs are content with job and sweep', () => {
  const ours = (stack: Stack) => stack.node.tryFindChild('Users') ?? Bucket.fromBucketName(stack, 'Users', 'users');
  expect(found((stack) => ({ resultsBucket: ours(stack) as IBucket }))).toEqual([]);
});

test('a bucket of the library is reported, since a bucket of the user can satisfy the packs', () => {
  const places = found(() => ({})).map((finding) => finding.split(' ')[1]);
  expect([...new Set(places)]).toEqual([
    'Stack/Benchmark/Workflow/Results/Resource',
    'Stack/Sweep/Workflow/Results/Resource',
  ]);
});
