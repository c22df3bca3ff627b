import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE, deployments, RECORD } from './deployment';
import { failure } from './fake-aws';

const CONTAINER = join(__dirname, '..', '..', '..', 'lib', 'engine', 'container');
const all = deployments();
const properties = { OtherJob: 'training' as const };
const OLD = 'The driver of this machine runs CUDA 12.4, and the image needs CUDA 13.2: build on an endpoint';

/** Lets processing jobs find their driver too old, and training jobs build. */
function oldDriverInProcessing(): void {
  const { current: deployment } = all;
  deployment.aws.onDescribe = (job, name, kind) => {
    if (job.status !== 'InProgress') return;
    if (kind === 'training') deployment.complete(job, name, { folder: 'output/model/' });
    else Object.assign(job, { status: 'Failed', reason: OLD });
  };
}

test('a driver that is too old in a processing job is tried in a training job, and the record names the kind', async () => {
  oldDriverInProcessing();
  const { aws } = all.current;
  expect((await all.current.send('Create', { properties })).Status).toBe('SUCCESS');
  const [name] = aws.trainingJobs.keys();
  expect([...aws.jobs.keys()]).toEqual([name]);
  expect(aws.json(RECORD)).toMatchObject({ job: name, kind: 'training' });
  expect(aws.json(RECORD).plan).toMatch(new RegExp(`builds/${name}/output/model/model.plan$`));
});

test.each([
  ['without another kind', {}, OLD],
  ['for any other reason', properties, 'trtexec: [E] out of memory'],
])('a build fails in its only kind of job: %s', async (_, more, reason) => {
  all.current.ends('Failed', reason);
  const { Reason } = await all.current.send('Create', { properties: more });
  expect(Reason).toContain(`processing job triton-engine-`);
  expect(all.current.aws.trainingJobs.size).toBe(0);
});

test('if both drivers are too old, the reason has both jobs', async () => {
  all.current.ends('Failed', OLD);
  const { Reason } = await all.current.send('Create', { properties });
  expect(Reason).toMatch(
    /on ml\.g5\.xlarge: training job triton-\S+: AlgorithmError: The driver .*\. Before it: processing job triton-\S+: The driver /,
  );
});

test('the quota of the second kind is needed only then, and named', async () => {
  oldDriverInProcessing();
  const limit = "The account-level service limit 'ml.g5.xlarge for training job usage' is 0 Instances, with current";
  all.current.aws.before = (operation) => {
    if (operation === 'CreateTrainingJob') throw failure('ResourceLimitExceeded', limit);
  };
  const { Reason } = await all.current.send('Create', { properties });
  expect(Reason).toMatch(/the quota 'ml\.g5\.xlarge for training job usage' .* is 0 .* Before it: processing job /);
});

test('a later deployment begins with the kind whose driver is not known to be too old', async () => {
  oldDriverInProcessing();
  const { aws } = all.current;
  await all.current.send('Create', { properties });
  for (const key of aws.keys(BASE)) aws.objects.delete(key);
  await all.current.send('Update', { properties });
  expect({ processing: aws.jobs.size, training: aws.trainingJobs.size }).toEqual({ processing: 1, training: 2 });
});

test('if both were too old, a later deployment tries both again: SageMaker may have changed them', async () => {
  const { aws } = all.current;
  all.current.ends('Failed', OLD);
  await all.current.send('Create', { properties });
  oldDriverInProcessing();
  expect((await all.current.send('Create', { properties })).Status).toBe('SUCCESS');
  expect({ processing: aws.jobs.size, training: aws.trainingJobs.size }).toEqual({ processing: 2, training: 2 });
});

test('a function that is ended anywhere goes on with the same jobs', async () => {
  const { aws } = all.current;
  const event = { RequestId: 'one', properties };
  oldDriverInProcessing();
  let request = 0;
  while (await all.current.killWhen((count) => count === request, 'Create', event)) {
    aws.later = [];
    expect((await all.current.send('Create', event)).Status).toBe('SUCCESS');
    expect({ processing: aws.jobs.size, training: aws.trainingJobs.size }).toEqual({ processing: 1, training: 1 });
    for (const key of aws.keys(BASE)) aws.objects.delete(key);
    aws.jobs.clear();
    aws.trainingJobs.clear();
    request++;
  }
  expect(request).toBeGreaterThan(15);
});

test('a stack that goes stops its job of either kind', async () => {
  const { aws } = all.current;
  aws.onDescribe = (job, _, kind) => {
    if (kind === 'processing') Object.assign(job, { status: 'Failed', reason: OLD });
  };
  await all.current.killWhen(() => aws.trainingJobs.size > 0, 'Create', { properties });
  aws.stackStatus = 'ROLLBACK_IN_PROGRESS';
  expect((await all.current.send('Delete', { properties })).Status).toBe('SUCCESS');
  expect(aws.stopped).toEqual([...aws.trainingJobs.keys()]);
});

test('the sentences of the build are those that the function finds', () => {
  const sources = ['gpu.py', 'trtexec_causes.py'].map((name) => readFileSync(join(CONTAINER, name), 'utf8'));
  for (const source of sources) expect(source).toMatch(/"The (NVIDIA )?driver of this machine /);
});
