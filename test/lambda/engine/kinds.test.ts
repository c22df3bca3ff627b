import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE, provideDeployments, RECORD } from './deployment';
import { failure } from './fake-aws';

const CONTAINER = join(__dirname, '..', '..', '..', 'lib', 'engine', 'container');
const testDeployment = provideDeployments();
/** Adds a second kind of job, which the handler tries if the GPU driver in the first kind is too old. */
const properties = { OtherJob: 'training' as const };
const OLD_DRIVER = 'The driver of this machine runs CUDA 12.4, and the image needs CUDA 13.2: build on an endpoint';

/** Lets processing jobs fail because of an old GPU driver, and lets training jobs succeed. */
function failProcessingJobs(): void {
  const { current: deployment } = testDeployment;
  deployment.aws.onDescribe = (job, name, kind) => {
    if (job.status !== 'InProgress') return;
    if (kind === 'training') deployment.completeJob(job, name, { folder: 'output/model/' });
    else Object.assign(job, { status: 'Failed', reason: OLD_DRIVER });
  };
}

test('if the driver of a processing job is too old, a training job builds the engine, and the record contains the kind of job', async () => {
  failProcessingJobs();
  const { aws } = testDeployment.current;
  expect((await testDeployment.current.send('Create', { properties })).Status).toBe('SUCCESS');
  const [name] = aws.trainingJobs.keys();
  expect([...aws.jobs.keys()]).toEqual([name]);
  expect(aws.readJson(RECORD)).toMatchObject({ job: name, kind: 'training' });
  expect(aws.readJson(RECORD).plan).toMatch(new RegExp(`builds/${name}/output/model/model.plan$`));
});

test.each([
  ['if the properties contain no second kind of job', {}, OLD_DRIVER],
  ['if its reason is not an old driver', properties, 'trtexec: [E] out of memory'],
])('a failed processing job is not repeated as a training job %s', async (_, overrides, reason) => {
  testDeployment.current.endJobs('Failed', reason);
  const { Reason } = await testDeployment.current.send('Create', { properties: overrides });
  expect(Reason).toContain(`processing job triton-engine-`);
  expect(testDeployment.current.aws.trainingJobs.size).toBe(0);
});

test('if the drivers of both kinds of jobs are too old, the failure reason names both jobs', async () => {
  testDeployment.current.endJobs('Failed', OLD_DRIVER);
  const { Reason } = await testDeployment.current.send('Create', { properties });
  expect(Reason).toMatch(
    /on ml\.g5\.xlarge: training job triton-\S+: AlgorithmError: The driver .*\. Before it: processing job triton-\S+: The driver /,
  );
});

test('the reason contains the name of a quota that is 0 for the second kind of job', async () => {
  failProcessingJobs();
  const limit = "The account-level service limit 'ml.g5.xlarge for training job usage' is 0 Instances, with current";
  testDeployment.current.aws.beforeRequest = (operation) => {
    if (operation === 'CreateTrainingJob') throw failure('ResourceLimitExceeded', limit);
  };
  const { Reason } = await testDeployment.current.send('Create', { properties });
  expect(Reason).toMatch(/the quota 'ml\.g5\.xlarge for training job usage' .* is 0 .* Before it: processing job /);
});

test('a later deployment begins with the kind of job whose driver is not too old', async () => {
  failProcessingJobs();
  const { aws } = testDeployment.current;
  await testDeployment.current.send('Create', { properties });
  for (const key of aws.keys(BASE)) aws.objects.delete(key);
  await testDeployment.current.send('Update', { properties });
  expect({ processing: aws.jobs.size, training: aws.trainingJobs.size }).toEqual({ processing: 1, training: 2 });
});

test('if both drivers were too old, a later deployment tries both kinds again, because the drivers may be newer', async () => {
  const { aws } = testDeployment.current;
  testDeployment.current.endJobs('Failed', OLD_DRIVER);
  await testDeployment.current.send('Create', { properties });
  failProcessingJobs();
  expect((await testDeployment.current.send('Create', { properties })).Status).toBe('SUCCESS');
  expect({ processing: aws.jobs.size, training: aws.trainingJobs.size }).toEqual({ processing: 2, training: 2 });
});

test('if the function is killed at any request, a retry of the event uses the same jobs', async () => {
  const { aws } = testDeployment.current;
  const event = { RequestId: 'one', properties };
  failProcessingJobs();
  let request = 0;
  while (await testDeployment.current.killWhen((count) => count === request, 'Create', event)) {
    aws.forwardedEvents = [];
    expect((await testDeployment.current.send('Create', event)).Status).toBe('SUCCESS');
    expect({ processing: aws.jobs.size, training: aws.trainingJobs.size }).toEqual({ processing: 1, training: 1 });
    for (const key of aws.keys(BASE)) aws.objects.delete(key);
    aws.jobs.clear();
    aws.trainingJobs.clear();
    request++;
  }
  expect(request).toBeGreaterThan(15);
});

test('when a stack is deleted, its running training job is stopped, but not its failed processing job', async () => {
  const { aws } = testDeployment.current;
  aws.onDescribe = (job, _, kind) => {
    if (kind === 'processing') Object.assign(job, { status: 'Failed', reason: OLD_DRIVER });
  };
  await testDeployment.current.killWhen(() => aws.trainingJobs.size > 0, 'Create', { properties });
  aws.stackStatus = 'ROLLBACK_IN_PROGRESS';
  expect((await testDeployment.current.send('Delete', { properties })).Status).toBe('SUCCESS');
  expect(aws.stoppedJobs).toEqual([...aws.trainingJobs.keys()]);
});

test('the messages of the build program about old drivers contain the text by which the function recognizes them', () => {
  const sources = ['gpu.py', 'trtexec_causes.py'].map((name) => readFileSync(join(CONTAINER, name), 'utf8'));
  for (const source of sources) expect(source).toMatch(/"The (NVIDIA )?driver of this machine /);
});
