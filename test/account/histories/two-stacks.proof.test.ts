import { failingBuild, replayBuild } from './engine-build';
import { unexpectedInDeletion } from './expected-denials';
import type { Life } from './life';
import { withTwoStacks } from './two-stacks';

const MINUTE = 60_000;
const VERSION = 'engine in a shared bucket';
const G5 = 'processing on ml.g5.xlarge';

async function deployBoth(one: Life, other: Life): Promise<string[]> {
  const stacks = await Promise.all([one, other].map((life) => life.deploy(VERSION)));
  return stacks.map(({ status }) => status);
}

test('two stacks with one bucket join one build, and the engine stays until neither uses it', async () => {
  const after: string[] = [];
  const { jobs, objects, running, denials } = await withTwoStacks(async (one, other, { s3 }) => {
    expect(await deployBoth(one, other)).toEqual(['CREATE_COMPLETE', 'CREATE_COMPLETE']);
    expect((await one.destroy()).status).toBe('DELETE_COMPLETE');
    after.push(...(s3.buckets.get('engines-of-all')?.objects.keys() ?? []));
    expect((await other.destroy()).status).toBe('DELETE_COMPLETE');
  });
  expect(after).toContainEqual(expect.stringMatching(/\/engine\.json$/));
  expect({ jobs, objects, running, denials }).toEqual({
    jobs: [`${G5}: Completed`],
    objects: [],
    running: [],
    denials: [],
  });
});

test('a stack that comes later finds the engine of another', async () => {
  const { jobs } = await withTwoStacks(async (one, other) => {
    expect((await one.deploy(VERSION)).status).toBe('CREATE_COMPLETE');
    expect((await other.deploy(VERSION)).status).toBe('CREATE_COMPLETE');
  });
  expect(jobs).toEqual([`${G5}: Completed`]);
});

test('both stacks learn why the build that they wait for failed', async () => {
  const { jobs, objects } = await withTwoStacks(async (one, other, { sagemaker }) => {
    sagemaker.hooks.runs = (container) => failingBuild(container, 'out of GPU memory');
    const stacks = await Promise.all([one, other].map((life) => life.deploy(VERSION)));
    for (const { status, events } of stacks) {
      expect(status).toBe('ROLLBACK_COMPLETE');
      expect(events.map(({ reason = '' }) => reason)).toContainEqual(expect.stringContaining('out of GPU memory'));
    }
    sagemaker.hooks.runs = replayBuild;
    for (const life of [one, other]) await life.destroy();
  });
  expect(jobs.length).toBeLessThan(3);
  expect(objects).toEqual([]);
});

test.each([2, 5, 12, 22])(
  'when the stack that began the build is deleted after %i minutes, the other one gets its engine',
  async (minutes) => {
    const { jobs, objects, running, denials } = await withTwoStacks(async (one, other, { account }) => {
      const first = one.deploy(VERSION);
      await account.sleep(MINUTE);
      const second = other.deploy(VERSION);
      await account.sleep(minutes * MINUTE);
      expect((await one.destroy()).status).toBe('DELETE_COMPLETE');
      await first;
      expect((await second).status).toBe('CREATE_COMPLETE');
      expect((await other.destroy()).status).toBe('DELETE_COMPLETE');
    });
    expect(jobs.at(-1)).toBe(`${G5}: Completed`);
    expect({ objects, running, denials }).toEqual({ objects: [], running: [], denials: [] });
  },
);

test('when both are deleted while the engine is built, the job is stopped and nothing is left', async () => {
  const { jobs, objects, running, denials } = await withTwoStacks(async (one, other, { account }) => {
    const deployments = [one, other].map((life) => life.deploy(VERSION));
    await account.sleep(10 * MINUTE);
    await Promise.all([one.destroy(), other.destroy()]);
    await Promise.all(deployments);
  });
  expect({ jobs, objects, running, denials: unexpectedInDeletion(denials) }).toEqual({
    jobs: [`${G5}: Stopped`],
    objects: [],
    running: [],
    denials: [],
  });
});
