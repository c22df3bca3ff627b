import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks } from 'cdk-nag';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { jobIn, newStack, sweepIn } from './fixtures';

const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];

test.each(PACKS.map((Pack) => ({ name: Pack.name, Pack })))(
  'with $name job and sweep are as they should be, or say why not',
  ({ Pack }) => {
    const stack = newStack();
    jobIn(stack, { schedule: Schedule.cron({ weekDay: 'MON' }) });
    sweepIn(stack);
    const { violations } = new Pack().validateScope(stack);
    const places = violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    );
    expect(places).toEqual([]);
  },
);
