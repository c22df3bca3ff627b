import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks } from 'cdk-nag';
import { stackWith } from '../endpoint/fixtures';

const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];

test.each(PACKS.map((Pack) => ({ name: Pack.name, Pack })))(
  'with $name the bucket of the models is as it should be, or says why not',
  ({ Pack }) => {
    const { violations } = new Pack().validateScope(stackWith());
    const ofBucket = violations.filter((violation) =>
      JSON.stringify(violation).includes('TritonModelPublisher/Bucket'),
    );
    expect(ofBucket.map(({ ruleName }) => ruleName)).toEqual([]);
  },
);
