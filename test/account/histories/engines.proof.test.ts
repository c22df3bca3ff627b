import fc from 'fast-check';
import { switchPositions } from './assumptions';
import { PROOF_HISTORIES, SYSTEM_HISTORIES } from './engine-histories';
import { runHistory } from './run-history';
import { deploy } from './steps';
import { runs, RUNS_ALL, sample, SEED } from '../../setup/proof';

const DELETED = /DELETE_COMPLETE$/;

test.each(sample(PROOF_HISTORIES, 2))('$title', async ({ history, results, jobs, switches }) => {
  const outcome = await runHistory(history, { seed: SEED, switches });
  expect(outcome.violations).toEqual([]);
  expect(outcome.stepResults).toEqual([...results, DELETED].map((pattern) => expect.stringMatching(pattern)));
  expect([...outcome.jobs].sort()).toEqual([...jobs].sort());
});

if (RUNS_ALL)
  test.each([true, false])(
    'a job in a VPC that exceeds its time limit leaves no network interface (interfaces are deleted later: %s)',
    async (isOn) => {
      const history = [deploy('engine in a VPC', { kind: 'build takes hours', hours: 2 })];
      const switches = { 'sagemaker.job-interfaces-are-deleted-later': isOn };
      expect((await runHistory(history, { seed: SEED, switches })).violations).toEqual([]);
    },
  );

/** A history whose results depend on the switches of assumed behaviors. */
const LONG_HISTORY = [
  deploy('engines for two GPUs', { kind: 'build fails', message: 'no tactic', on: 'ml.g6.xlarge' }),
  deploy('engines for two GPUs'),
  deploy('engine of two variants', { kind: 'new version does not start' }),
  deploy('engines for two GPUs', { kind: 'functions are throttled', count: 20 }),
];

test('random switches violate no invariant', async () => {
  const property = fc.asyncProperty(switchPositions, fc.nat(), async (switches, seed) => {
    const { violations } = await runHistory(LONG_HISTORY, { seed, switches });
    expect(violations).toEqual([]);
  });
  await fc.assert(property, { numRuns: runs(8, 1), endOnFailure: true });
});

/**
 * The numbers of the requests at which the build function is killed: the first ten requests, and some requests while the function waits or
 * finishes.
 */
const KILLED_REQUESTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 25, 30, 60, 120, 240, 300];

describe('the build continues after the build function was killed', () => {
  test.each(sample(KILLED_REQUESTS, 1))('at request %i', async (number) => {
    for (const moment of ['before', 'after'] as const) {
      const deployment = deploy('engine', { kind: 'a function is killed', number, moment });
      const { violations, jobs } = await runHistory([deployment], { seed: SEED + number });
      expect(violations).toEqual([]);
      expect(jobs).toEqual(['ml.g5.xlarge: Completed']);
    }
  });
});

if (RUNS_ALL)
  test('the histories of the system suite violate no invariant with other seeds', async () => {
    for (const { history } of SYSTEM_HISTORIES) {
      for (const seed of [SEED, SEED + 1]) expect((await runHistory(history, { seed })).violations).toEqual([]);
    }
  });
