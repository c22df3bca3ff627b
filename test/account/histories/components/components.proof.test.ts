import { PermissionUsage } from '../../iam/permission-usage';
import { EVERYTHING_DELAYED } from '../bake';
import { unusedPermissions } from '../unused-permissions';
import { findViolation } from './find-violation';
import { NOTABLE_HISTORIES } from './notable-histories';
import { runHistory } from './run-history';

/** To run more histories, set SEEDS (comma-separated numbers) and RUNS (histories per seed). */
const seeds = (process.env.SEEDS ?? '1,2').split(',').map(Number);
const numRuns = Number(process.env.RUNS ?? 12);
const usage = new PermissionUsage();

/** Permissions of functions that a stack with endpoints of other kinds shares, and the reasons why these histories do not use them. */
const USED_BY_OTHER_ENDPOINTS = [
  /** The configuration of an endpoint with inference components has no models. */
  /EndpointCleanu\w* sagemaker:DescribeModel$/,
  /** CloudFormation deregisters components. */
  /ScalingRegistr\w* application-autoscaling:DeregisterScalableTarget$/,
];

test.each(seeds)('random histories with random switches violate no invariant: seed %i', async (seed) => {
  expect(await findViolation({ numRuns, seed, usage })).toBeUndefined();
});

test.each(NOTABLE_HISTORIES)('$title', async ({ history, switches }) => {
  for (const seed of [1, 2]) expect((await runHistory(history, { seed, switches, usage })).violations).toEqual([]);
});

test('random histories with the longest delays violate no invariant', async () => {
  expect(await findViolation({ numRuns: 5, seed: seeds[0], switches: EVERYTHING_DELAYED })).toBeUndefined();
});

test('the histories use all permissions of the roles', () => {
  const unused = unusedPermissions(usage).filter(
    (permission) => !USED_BY_OTHER_ENDPOINTS.some((pattern) => pattern.test(permission)),
  );
  expect(unused).toEqual([]);
});
