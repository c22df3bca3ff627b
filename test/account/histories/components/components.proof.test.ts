import { PermissionUsage } from '../../iam/permission-usage';
import { EVERYTHING_DELAYED } from '../bake';
import { unusedPermissions } from '../unused-permissions';
import { findViolationIn } from '../find-violation';
import { NOTABLE_HISTORIES } from './notable-histories';
import { runHistory } from './run-history';
import { deploy, histories, Step } from './steps';
import { runs, RUNS_ALL, sample, SEED } from '../../../setup/proof';

const usage = new PermissionUsage();

/** Permissions that these histories do not use, and the reasons. */
const EXPECTED_UNUSED = [
  /** The configuration of an endpoint with inference components has no models. */
  /EndpointCleanu\w* sagemaker:DescribeModel$/,
  /** CloudFormation deregisters components. */
  /ScalingRegistr\w* application-autoscaling:DeregisterScalableTarget$/,
];

test('random histories with random switches violate no invariant', async () => {
  expect(await findViolationIn(histories, runHistory, { numRuns: runs(24, 3), usage })).toBeUndefined();
});

test.each(sample(NOTABLE_HISTORIES, 2))('$title', async ({ history, switches }) => {
  for (const seed of sample([SEED, SEED + 1], 1))
    expect((await runHistory(history, { seed, switches, usage })).violations).toEqual([]);
});

test('random histories with the longest delays violate no invariant', async () => {
  expect(
    await findViolationIn(histories, runHistory, { numRuns: runs(5, 1), switches: EVERYTHING_DELAYED }),
  ).toBeUndefined();
});

// The histories of the slice are too few to use all permissions.
if (RUNS_ALL)
  test('the histories use all permissions of the roles', async () => {
    // Adds cases that random histories may not contain: a first deployment that fails, and a rollback of changed scaling.
    const run = (...history: Step[]) => runHistory(history, { seed: SEED, usage });
    await run(deploy([], { kind: 'new copies do not start', component: 'cat' }));
    await run(
      deploy(['dog scales to zero']),
      deploy(['cat has a different model'], { kind: 'new copies respond incorrectly', component: 'cat' }),
    );
    const unused = unusedPermissions(usage).filter(
      (permission) => !EXPECTED_UNUSED.some((pattern) => pattern.test(permission)),
    );
    expect(unused).toEqual([]);
  });
