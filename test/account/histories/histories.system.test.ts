import { simulate } from '../simulation';
import { FIXED_DEFECTS_OF_COMPONENTS } from './components/fixed-defects';
import { Deployer } from './deployer';
import { findViolation } from './find-violation';
import { FIXED_DEFECTS } from './fixed-defects';
import { runHistory } from './run-history';
import { synthesizedVersion } from './versions';

describe('histories of fixed defects', () => {
  test.each([...FIXED_DEFECTS, ...FIXED_DEFECTS_OF_COMPONENTS])('$title', async ({ history, seed = 1, switches }) => {
    expect((await runHistory(history, { seed, switches })).violations).toEqual([]);
  });
});

test.each([undefined, ['components'] as const])('random histories violate no invariant', async (families) => {
  expect(await findViolation({ families, numRuns: 3 })).toBeUndefined();
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
