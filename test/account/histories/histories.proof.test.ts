import { PermissionUsage } from '../iam/permission-usage';
import { EVERYTHING_DELAYED } from './bake';
import { NOTABLE_HISTORIES } from './components/notable-histories';
import { findViolation } from './find-violation';
import { unusedPermissions } from './unused-permissions';
import { runHistory } from './run-history';
import { deploy, Step } from './steps';
import type { Family } from './versions';
import { runs, RUNS_ALL, sample, SEED } from '../../setup/proof';

/** Records the permissions that the histories use, of stacks without and with inference components. */
const usage = new PermissionUsage();
const usageOfComponents = new PermissionUsage();
const COMPONENTS = ['components'] as const;

/** Permissions that histories with inference components do not use, and the reasons. */
const UNUSED_BY_COMPONENTS = [
  /** The configuration of an endpoint with inference components has no models. */
  /EndpointCleanu\w* sagemaker:DescribeModel$/,
  /** CloudFormation deregisters components. */
  /ScalingRegistr\w* application-autoscaling:DeregisterScalableTarget$/,
];

test('random histories with random switches violate no invariant', async () => {
  expect(await findViolation({ numRuns: runs(40, 5), usage })).toBeUndefined();
});

test('random histories of inference components with random switches violate no invariant', async () => {
  const options = { families: COMPONENTS, numRuns: runs(24, 3), usage: usageOfComponents };
  expect(await findViolation(options)).toBeUndefined();
});

test.each(sample(NOTABLE_HISTORIES, 2))('$title', async ({ history, switches }) => {
  for (const seed of sample([SEED, SEED + 1], 1)) {
    const { violations } = await runHistory(history, { seed, switches, usage: usageOfComponents });
    expect(violations).toEqual([]);
  }
});

test.each<[readonly Family[], number]>([
  [['realtime', 'realtime', 'multi-model', 'asynchronous'], runs(10, 2)],
  [COMPONENTS, runs(5, 1)],
])('random histories of %s with the longest delays violate no invariant', async (families, numRuns) => {
  expect(await findViolation({ numRuns, families, switches: EVERYTHING_DELAYED })).toBeUndefined();
});

// The histories of the slice are too few to use all permissions. The following histories are cases that random histories may not contain.
if (RUNS_ALL) {
  const run = (recorded: PermissionUsage, ...history: Step[]) => runHistory(history, { seed: SEED, usage: recorded });

  test('the histories use all permissions of the roles', async () => {
    // Only the smoke test detects wrong responses of a first deployment, and reads the metrics of a shadow variant.
    await run(usage, deploy('plain', { kind: 'new version returns wrong responses' }));
    await run(usage, deploy('shadow'));
    expect(unusedPermissions(usage)).toEqual([]);
  });

  test('the histories of inference components use all permissions of the roles', async () => {
    // A first deployment that fails, and a rollback of changed scaling.
    await run(usageOfComponents, deploy([], { kind: 'new version does not start', component: 'cat' }));
    await run(
      usageOfComponents,
      deploy(['dog scales to zero']),
      deploy(['cat has a different model'], { kind: 'new version returns wrong responses', component: 'cat' }),
    );
    const unused = unusedPermissions(usageOfComponents).filter(
      (permission) => !UNUSED_BY_COMPONENTS.some((pattern) => pattern.test(permission)),
    );
    expect(unused).toEqual([]);
  });
}
