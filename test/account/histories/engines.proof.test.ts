import fc from 'fast-check';
import { positions } from './assumptions';
import { ARCHIVE_STORIES, MORE_STORIES, SYSTEM_STORIES } from './engine-stories';
import { runHistory } from './run';
import { deploy } from './steps';

const END = /DELETE_COMPLETE$/;

test.each([...MORE_STORIES, ...ARCHIVE_STORIES])('$sentence', async ({ history, ends, jobs, switches }) => {
  const outcome = await runHistory(history, { seed: 1, switches });
  expect(outcome.violations).toEqual([]);
  expect(outcome.story).toEqual([...ends, END].map((end) => expect.stringMatching(end)));
  expect([...outcome.jobs].sort()).toEqual([...jobs].sort());
});

describe('a job in a VPC that is stopped with its stack', () => {
  const history = [deploy('engine in a VPC', { kind: 'build takes hours', hours: 2 })];

  test('leaves no network interface that keeps the stack from being deleted', async () => {
    const { violations } = await runHistory(history, { seed: 1 });
    expect(violations).toEqual([]);
  });

  test('leaves none if interfaces go with the instance', async () => {
    const { violations } = await runHistory(history, {
      seed: 1,
      switches: { 'sagemaker.job-interfaces-go-later': false },
    });
    expect(violations).toEqual([]);
  });
});

/** What differs with the switches: a failure, a stop, and what comes after each. */
const LONG = [
  deploy('engines for two GPUs', { kind: 'build fails', message: 'no tactic', on: 'ml.g6.xlarge' }),
  deploy('engines for two GPUs'),
  deploy('engine of two variants', { kind: 'new fleet does not start' }),
  deploy('engines for two GPUs', { kind: 'requests of builds are throttled', count: 20 }),
];

test('invariants hold whatever is assumed', async () => {
  const property = fc.asyncProperty(positions, fc.nat(), async (switches, seed) => {
    const { violations } = await runHistory(LONG, { seed, switches });
    expect(violations).toEqual([]);
  });
  await fc.assert(property, { numRuns: 15, seed: Number(process.env.SEED ?? 2), endOnFailure: true });
});

/** Requests of a function that has an engine built: of its first steps each, of those in which it waits and ends some. */
const REQUESTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 25, 30, 60, 120, 240, 300];

describe('the function that builds goes on after it was killed', () => {
  test.each(REQUESTS)('at its request %i', async (number) => {
    for (const moment of ['before', 'after'] as const) {
      const killed = deploy('engine', { kind: 'function that builds is killed', number, moment });
      const { violations, jobs } = await runHistory([killed], { seed: number });
      expect(violations).toEqual([]);
      expect(jobs).toEqual(['processing on ml.g5.xlarge: Completed']);
    }
  });
});

test('the stories of the suite hold with other orders of events', async () => {
  for (const { history } of SYSTEM_STORIES) {
    for (const seed of [7, 8]) expect((await runHistory(history, { seed })).violations).toEqual([]);
  }
});
