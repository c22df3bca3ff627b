import { simulate } from '../simulation';
import { Deployer } from './deployer';
import { findViolation } from './find-violation';
import { FIXED_DEFECTS } from './fixed-defects';
import { runHistory } from './run-history';
import { synthesizedVersion } from './versions';

describe('histories of fixed defects', () => {
  test.each(FIXED_DEFECTS)('$title', async ({ history, seed = 1, switches }) => {
    expect((await runHistory(history, { seed, switches })).violations).toEqual([]);
  });
});

test('random histories violate no invariant', async () => {
  expect(await findViolation({ numRuns: 3 })).toBeUndefined();
});

test('histories with the same seed send the same requests at the same times', async () => {
  synthesizedVersion('engine'); // before virtual time begins
  const run = async (): Promise<string[]> =>
    simulate({ seed: 1 }, async (aws) => {
      await new Deployer(aws).deploy('engine');
      return aws.account.log.map(({ time, service, operation }) => `${time} ${service}:${operation}`);
    });
  expect(await run()).toEqual(await run());
});
