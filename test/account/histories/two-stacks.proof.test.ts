import { simulate, Simulation } from '../simulation';
import { Switches } from '../behavior';
import { engineObjects, describeJobs, runningJobs } from './engine-invariants';
import { SHARED_BUCKET } from './engine-versions';
import { unexpectedDenials, unexpectedDenialsInDeletion } from './expected-denials';
import { Deployer } from './deployer';
import { synthesizedVersion } from './versions';
import { failedBuild, simulatedBuild } from './engine-build';
import { sample, SEED } from '../../setup/proof';

const MINUTE = 60_000;
const VERSION = 'engine in a shared bucket';
const G5 = 'ml.g5.xlarge';

async function deployBoth(first: Deployer, second: Deployer): Promise<string[]> {
  const stacks = await Promise.all([first, second].map((deployer) => deployer.deploy(VERSION)));
  return stacks.map(({ status }) => status);
}

/** The state of the account after a test with two stacks whose engines are in one bucket. */
interface TwoStacksResult {
  readonly jobs: string[];
  readonly running: string[];
  /** The marks of running steps that are still in the bucket. */
  readonly marks: string[];
  readonly denials: string[];
}

/** Runs a test with two stacks whose endpoints use the same TensorRT engine in the same bucket. */
async function withTwoStacks(
  testBody: (first: Deployer, second: Deployer, aws: Simulation) => Promise<void>,
  { seed = SEED, switches }: { seed?: number; switches?: Switches } = {},
): Promise<TwoStacksResult> {
  const names = ['One', 'Other'];
  for (const name of names) synthesizedVersion('engine in a shared bucket', name);
  return simulate({ seed, switches }, async (aws) => {
    const [first, second] = names.map((name) => new Deployer(aws, name));
    await testBody(first, second, aws);
    await aws.account.sleep(30 * 60_000);
    const marks = engineObjects(aws).filter((object) => object.includes('/steps/'));
    return {
      jobs: describeJobs(aws),
      running: runningJobs(aws),
      marks,
      denials: unexpectedDenials(aws.account.denials),
    };
  });
}

test('two stacks with one bucket share a build, and the engine is kept', async () => {
  const keys: string[] = [];
  const { jobs, marks, running, denials } = await withTwoStacks(async (first, second, { s3 }) => {
    expect(await deployBoth(first, second)).toEqual(['CREATE_COMPLETE', 'CREATE_COMPLETE']);
    expect((await first.destroy()).status).toBe('DELETE_COMPLETE');
    expect((await second.destroy()).status).toBe('DELETE_COMPLETE');
    keys.push(...(s3.buckets.get(SHARED_BUCKET)?.objects.keys() ?? []));
  });
  expect(keys).toContainEqual(expect.stringMatching(/\/engine\.json$/));
  expect({ jobs, marks, running, denials }).toEqual({
    jobs: [`${G5}: Completed`],
    marks: [],
    running: [],
    denials: [],
  });
});

test('both stacks report the reason why the shared build failed', async () => {
  const { jobs, marks } = await withTwoStacks(async (first, second, { sagemaker }) => {
    sagemaker.hooks.runJob = (container) => failedBuild(container, 'out of GPU memory');
    const stacks = await Promise.all([first, second].map((deployer) => deployer.deploy(VERSION)));
    for (const { status, events } of stacks) {
      expect(status).toBe('ROLLBACK_COMPLETE');
      expect(events.map(({ reason = '' }) => reason)).toContainEqual(expect.stringContaining('out of GPU memory'));
    }
    sagemaker.hooks.runJob = simulatedBuild;
    for (const deployer of [first, second]) await deployer.destroy();
  });
  expect(jobs.length).toBeLessThan(3);
  expect(marks).toEqual([]);
});

test.each(sample([2, 5, 12, 22], 1))(
  'if the stack that started the build is deleted after %i minutes, the other stack receives its engine',
  async (minutes) => {
    const { jobs, marks, running, denials } = await withTwoStacks(async (first, second, { account }) => {
      const firstDeployment = first.deploy(VERSION);
      await account.sleep(MINUTE);
      const secondDeployment = second.deploy(VERSION);
      await account.sleep(minutes * MINUTE);
      expect((await first.destroy()).status).toBe('DELETE_COMPLETE');
      await firstDeployment;
      expect((await secondDeployment).status).toBe('CREATE_COMPLETE');
      expect((await second.destroy()).status).toBe('DELETE_COMPLETE');
    });
    expect(jobs.at(-1)).toBe(`${G5}: Completed`);
    expect({ marks, running, denials }).toEqual({ marks: [], running: [], denials: [] });
  },
);

test('if both stacks are deleted during the build, the job is stopped and no resources remain', async () => {
  const { jobs, marks, running, denials } = await withTwoStacks(async (first, second, { account }) => {
    const deployments = [first, second].map((deployer) => deployer.deploy(VERSION));
    await account.sleep(10 * MINUTE);
    await Promise.all([first.destroy(), second.destroy()]);
    await Promise.all(deployments);
  });
  expect({ jobs, marks, running, denials: unexpectedDenialsInDeletion(denials) }).toEqual({
    jobs: [`${G5}: Stopped`],
    marks: [],
    running: [],
    denials: [],
  });
});
