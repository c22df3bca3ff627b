import { FakeAws } from './fake-aws';
import { invoke } from './run-workflow';

const MACHINE = 'arn:aws:states:us-east-1:111122223333:stateMachine:bert';
const FIRST = {
  StateMachineArn: MACHINE,
  ExecutionName: 'bert-1',
  JobNames: ['bert-a', 'bert-b'],
  JobPrefix: 'bert-',
};
const SECOND = { ...FIRST, ExecutionName: 'bert-2', JobNames: ['bert-a', 'bert-c'] };

let fake: FakeAws;
beforeAll(async () => (fake = await FakeAws.start()));
afterAll(() => fake.stop());
beforeEach(() => fake.reset());
afterEach(() => fake.requireAccepted());

/** What CloudFormation asks, and what it is told. */
async function deploy(event: object, seconds?: number): Promise<{ Status: string; Reason: string }> {
  const request = {
    ResponseURL: `${fake.url}/response`,
    StackId: 'arn:aws:cloudformation:us-east-1:111122223333:stack/s/1',
    LogicalResourceId: 'Start',
    RequestId: 'request',
    ...event,
  };
  await invoke(fake, 'recommendation-start', request, seconds);
  return fake.verdicts[fake.verdicts.length - 1];
}

const create = (properties: object = FIRST) => deploy({ RequestType: 'Create', ResourceProperties: properties });
const update = (from: object, to: object) =>
  deploy({ RequestType: 'Update', PhysicalResourceId: 'p', OldResourceProperties: from, ResourceProperties: to });
const remove = (seconds?: number) =>
  deploy({ RequestType: 'Delete', PhysicalResourceId: 'p', ResourceProperties: FIRST }, seconds);

function running(...names: string[]): void {
  fake.jobs.push(...names.map((name) => ({ name, request: {}, status: 'IN_PROGRESS' })));
}
const statusOf = (job: string) => fake.jobs.find(({ name }) => name === job)?.status;
const runs = () => fake.executions.map(({ name, status }) => `${name} ${status}`);

test('a deployment starts the run and does not wait for it', async () => {
  expect(await create()).toMatchObject({ Status: 'SUCCESS', Reason: 'Started bert-1' });
  expect(runs()).toEqual(['bert-1 RUNNING']);
});

test('a run that an earlier deployment started is a success', async () => {
  await create();
  expect(await create()).toMatchObject({ Status: 'SUCCESS', Reason: 'bert-1 was started before' });
});

test('a changed benchmark stops the run and the jobs that are not part of it any more', async () => {
  await create();
  running('bert-a', 'bert-b', 'other-b');
  expect(await update(FIRST, SECOND)).toMatchObject({ Status: 'SUCCESS' });
  expect(runs()).toEqual(['bert-1 ABORTED', 'bert-2 RUNNING']);
  expect([statusOf('bert-a'), statusOf('bert-b'), statusOf('other-b')]).toEqual([
    'IN_PROGRESS',
    'STOPPED',
    'IN_PROGRESS',
  ]);
});

test('an update that changes nothing starts nothing', async () => {
  expect(await update(FIRST, { ...FIRST, ServiceTimeout: '1' })).toMatchObject({ Status: 'SUCCESS' });
  expect(runs()).toEqual([]);
});

test('while the stack rolls back nothing is started, what was started is stopped, and it succeeds', async () => {
  await create(SECOND);
  running('bert-c');
  fake.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
  expect(await update(SECOND, FIRST)).toMatchObject({
    Status: 'SUCCESS',
    Reason: expect.stringContaining('rolling back'),
  });
  expect(runs()).toEqual(['bert-2 ABORTED']);
  expect(statusOf('bert-c')).toBe('STOPPED');
});

test('deleting stops every run of the workflow and every job, and waits for the jobs', async () => {
  await create();
  fake.executions.push({
    name: 'by-hand',
    arn: `${MACHINE.replace('stateMachine', 'execution')}:by-hand`,
    status: 'RUNNING',
  });
  running('bert-a', 'bert-of-another-nonce', 'other');
  expect(await remove()).toMatchObject({ Status: 'SUCCESS', Reason: 'Stopped 2 runs and 2 jobs' });
  expect(runs()).toEqual(['bert-1 ABORTED', 'by-hand ABORTED']);
  expect([statusOf('bert-of-another-nonce'), statusOf('other')]).toEqual(['STOPPED', 'IN_PROGRESS']);
});

/** What SageMaker lists of its jobs, one time after the other. */
function listed(...lists: Record<string, string>[]): void {
  const answers = lists.map((jobs) => ({
    InferenceRecommendationsJobs: Object.entries(jobs).map(([JobName, Status]) => ({ JobName, Status })),
  }));
  fake.plan('ListInferenceRecommendationsJobs', ...answers);
}

test('deleting waits for a job that is stopping already', async () => {
  listed({ 'bert-a': 'STOPPING' }, { 'bert-a': 'STOPPING' }, { 'bert-a': 'STOPPED' });
  expect(await remove()).toMatchObject({ Status: 'SUCCESS' });
  expect(fake.calls.filter(({ operation }) => operation.startsWith('List'))).toHaveLength(4); // runs, and jobs three times
});

test('deleting stops a job that a run created just before the run was stopped', async () => {
  running('bert-a', 'bert-b');
  listed({ 'bert-a': 'IN_PROGRESS' });
  expect(await remove()).toMatchObject({ Status: 'SUCCESS', Reason: 'Stopped 0 runs and 2 jobs' });
  expect([statusOf('bert-a'), statusOf('bert-b')]).toEqual(['STOPPED', 'STOPPED']);
});

test('deleting fails when a job does not stop in time: it needs its role, which would be deleted next', async () => {
  running('bert-a');
  fake.plan('StopInferenceRecommendationsJob', {});
  expect(await remove(60)).toMatchObject({
    Status: 'FAILED',
    Reason: expect.stringContaining(
      'still stopping: bert-a. The jobs need their role until they have stopped; delete the stack again',
    ),
  });
});

test('a benchmark that deployments do not start is only stopped when it is deleted', async () => {
  const byHand = { ...FIRST, ExecutionName: undefined };
  expect(await create(byHand)).toMatchObject({ Status: 'SUCCESS' });
  expect(await update(byHand, { ...byHand, JobNames: [] })).toMatchObject({ Status: 'SUCCESS' });
  expect(fake.calls).toEqual([]);
});

test('a run that cannot be started fails the deployment with its reason', async () => {
  fake.plan('StartExecution', { type: 'StateMachineDoesNotExist', message: 'State Machine Does Not Exist' });
  expect(await create()).toMatchObject({
    Status: 'FAILED',
    Reason: expect.stringContaining('State Machine Does Not Exist'),
  });
});
