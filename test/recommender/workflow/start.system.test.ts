import { FakeAws } from './fake-aws';
import { invoke } from './run-workflow';

const MACHINE = 'arn:aws:states:us-east-1:111122223333:stateMachine:bert';
const FIRST_RUN = {
  StateMachineArn: MACHINE,
  ExecutionName: 'bert-1',
  JobNames: ['bert-a', 'bert-b'],
  JobPrefix: 'bert-',
};
const SECOND_RUN = { ...FIRST_RUN, ExecutionName: 'bert-2', JobNames: ['bert-a', 'bert-c'] };

let fake: FakeAws;
beforeAll(async () => (fake = await FakeAws.start()));
afterAll(() => fake.stop());
beforeEach(() => fake.reset());
afterEach(() => fake.requireAccepted());

/** Sends a request to the function like CloudFormation, and returns the response. */
async function sendRequest(event: object, seconds?: number): Promise<{ Status: string; Reason: string }> {
  const request = {
    ResponseURL: `${fake.url}/response`,
    StackId: 'arn:aws:cloudformation:us-east-1:111122223333:stack/s/1',
    LogicalResourceId: 'Start',
    RequestId: 'request',
    ...event,
  };
  await invoke(fake, 'recommendation-start', request, seconds);
  return fake.cloudFormationResponses[fake.cloudFormationResponses.length - 1];
}

const create = (properties: object = FIRST_RUN) =>
  sendRequest({ RequestType: 'Create', ResourceProperties: properties });
const update = (from: object, to: object) =>
  sendRequest({ RequestType: 'Update', PhysicalResourceId: 'p', OldResourceProperties: from, ResourceProperties: to });
const remove = (seconds?: number) =>
  sendRequest({ RequestType: 'Delete', PhysicalResourceId: 'p', ResourceProperties: FIRST_RUN }, seconds);

function addRunningJobs(...names: string[]): void {
  fake.jobs.push(...names.map((name) => ({ name, request: {}, status: 'IN_PROGRESS' })));
}
const statusOf = (job: string) => fake.jobs.find(({ name }) => name === job)?.status;
const runStatuses = () => fake.executions.map(({ name, status }) => `${name} ${status}`);

test('a deployment starts a run and does not wait until it ends', async () => {
  expect(await create()).toMatchObject({ Status: 'SUCCESS', Reason: 'Started bert-1' });
  expect(runStatuses()).toEqual(['bert-1 RUNNING']);
});

test('a deployment succeeds if a previous deployment has started the run', async () => {
  await create();
  expect(await create()).toMatchObject({ Status: 'SUCCESS', Reason: 'bert-1 was started before' });
});

test('a changed benchmark stops the previous run and its removed jobs', async () => {
  await create();
  addRunningJobs('bert-a', 'bert-b', 'other-b');
  expect(await update(FIRST_RUN, SECOND_RUN)).toMatchObject({ Status: 'SUCCESS' });
  expect(runStatuses()).toEqual(['bert-1 ABORTED', 'bert-2 RUNNING']);
  expect([statusOf('bert-a'), statusOf('bert-b'), statusOf('other-b')]).toEqual([
    'IN_PROGRESS',
    'STOPPED',
    'IN_PROGRESS',
  ]);
});

test('an update without changes starts no run', async () => {
  expect(await update(FIRST_RUN, { ...FIRST_RUN, ServiceTimeout: '1' })).toMatchObject({ Status: 'SUCCESS' });
  expect(runStatuses()).toEqual([]);
});

test('a rollback of the stack succeeds, stops the run and starts no other run', async () => {
  await create(SECOND_RUN);
  addRunningJobs('bert-c');
  fake.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
  expect(await update(SECOND_RUN, FIRST_RUN)).toMatchObject({
    Status: 'SUCCESS',
    Reason: expect.stringContaining('rolling back'),
  });
  expect(runStatuses()).toEqual(['bert-2 ABORTED']);
  expect(statusOf('bert-c')).toBe('STOPPED');
});

test('a deletion stops all runs and jobs of the workflow, and waits for the jobs', async () => {
  await create();
  fake.executions.push({
    name: 'manual',
    arn: `${MACHINE.replace('stateMachine', 'execution')}:manual`,
    status: 'RUNNING',
  });
  addRunningJobs('bert-a', 'bert-with-nonce', 'other');
  expect(await remove()).toMatchObject({ Status: 'SUCCESS', Reason: 'Stopped 2 runs and 2 jobs' });
  expect(runStatuses()).toEqual(['bert-1 ABORTED', 'manual ABORTED']);
  expect([statusOf('bert-with-nonce'), statusOf('other')]).toEqual(['STOPPED', 'IN_PROGRESS']);
});

/** Sets the jobs, with their status, that consecutive ListInferenceRecommendationsJobs requests return. */
function planJobLists(...lists: Record<string, string>[]): void {
  const responses = lists.map((jobs) => ({
    InferenceRecommendationsJobs: Object.entries(jobs).map(([JobName, Status]) => ({ JobName, Status })),
  }));
  fake.planResponses('ListInferenceRecommendationsJobs', ...responses);
}

test('a deletion waits for a job that is stopping', async () => {
  planJobLists({ 'bert-a': 'STOPPING' }, { 'bert-a': 'STOPPING' }, { 'bert-a': 'STOPPED' });
  expect(await remove()).toMatchObject({ Status: 'SUCCESS' });
  expect(fake.calls.filter(({ operation }) => operation.startsWith('List'))).toHaveLength(4); // runs once, and jobs three times
});

test('a deletion stops a job that was created just before its run was stopped', async () => {
  addRunningJobs('bert-a', 'bert-b');
  planJobLists({ 'bert-a': 'IN_PROGRESS' });
  expect(await remove()).toMatchObject({ Status: 'SUCCESS', Reason: 'Stopped 0 runs and 2 jobs' });
  expect([statusOf('bert-a'), statusOf('bert-b')]).toEqual(['STOPPED', 'STOPPED']);
});

test('a deletion fails if a job does not stop before the timeout, because the job requires its role', async () => {
  addRunningJobs('bert-a');
  fake.planResponses('StopInferenceRecommendationsJob', {});
  expect(await remove(60)).toMatchObject({
    Status: 'FAILED',
    Reason: expect.stringContaining(
      'still stopping: bert-a. The jobs need their role until they have stopped; delete the stack again',
    ),
  });
});

test('a benchmark with startOnDeployment: false is not started', async () => {
  const withoutStart = { ...FIRST_RUN, ExecutionName: undefined };
  expect(await create(withoutStart)).toMatchObject({ Status: 'SUCCESS' });
  expect(await update(withoutStart, { ...withoutStart, JobNames: [] })).toMatchObject({ Status: 'SUCCESS' });
  expect(fake.calls).toEqual([]);
});

test('a deployment fails with the reason why a run cannot be started', async () => {
  fake.planResponses('StartExecution', { type: 'StateMachineDoesNotExist', message: 'State Machine Does Not Exist' });
  expect(await create()).toMatchObject({
    Status: 'FAILED',
    Reason: expect.stringContaining('State Machine Does Not Exist'),
  });
});
