import { BASE, provideDeployments, PROPERTIES, RECORD } from './deployment';

const testDeployment = provideDeployments();
/** The object that exists while a step of the build runs. */
const STEP = /\/steps\/[0-9a-f]{32}\.json$/;

/** Builds an engine for stack-a. */
async function buildEngine(): Promise<void> {
  testDeployment.current.completeJobs();
  await testDeployment.current.send('Create');
}

test.each(['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'DELETE_IN_PROGRESS'])(
  'an engine is kept when its resource is deleted (%s), and a later deployment finds it',
  async (stackStatus) => {
    const { aws } = testDeployment.current;
    await buildEngine();
    const objects = aws.keys(BASE);
    aws.stackStatus = stackStatus;
    expect(await testDeployment.current.send('Delete')).toMatchObject({ Status: 'SUCCESS' });
    expect(aws.keys(BASE)).toEqual(objects);
    aws.stackStatus = 'UPDATE_IN_PROGRESS';
    await testDeployment.current.send('Create');
    expect(aws.jobRequests).toHaveLength(1);
  },
);

test('the deletion of a resource waits for the end of its job', async () => {
  const { aws } = testDeployment.current;
  const job = await testDeployment.current.startBuild();
  let polls = 0;
  aws.onDescribe = () => {
    if (job.status === 'Stopped') job.status = ++polls < 5 ? 'Stopping' : 'Stopped';
    else if (job.status === 'Stopping' && ++polls >= 5) job.status = 'Stopped';
  };
  await testDeployment.current.send('Delete');
  expect(job.status).toBe('Stopped');
  expect(polls).toBeGreaterThanOrEqual(5);
});

test('a job of a different stack is not stopped', async () => {
  const { aws } = testDeployment.current;
  expect(await testDeployment.current.startBuild({ StackId: 'stack-b' })).toMatchObject({ status: 'InProgress' });
  await testDeployment.current.send('Delete', {
    properties: { RoleArn: PROPERTIES.RoleArn.replace('JobRole', 'Other') },
  });
  expect(aws.stoppedJobs).toEqual([]);
});

describe('while CloudFormation deletes the resource,', () => {
  test.each(['ROLLBACK_IN_PROGRESS', 'UPDATE_ROLLBACK_IN_PROGRESS', 'DELETE_IN_PROGRESS', 'DELETE_COMPLETE'])(
    'the function that creates it writes nothing and creates no job (%s)',
    async (stackStatus) => {
      const { aws } = testDeployment.current;
      aws.stackStatus = stackStatus;
      const { Status, Reason } = await testDeployment.current.send('Create');
      expect([Status, Reason]).toEqual([
        'FAILED',
        expect.stringContaining(`the stack is in the status ${stackStatus}`),
      ]);
      expect([aws.keys(BASE), aws.jobRequests]).toEqual([[], []]);
    },
  );

  test('the function begins no step if the deletion has begun while the step was marked', async () => {
    const { aws } = testDeployment.current;
    aws.beforeRequest = (operation, { Key }) => {
      if (operation === 'PutObject' && STEP.test(String(Key))) aws.stackStatus = 'ROLLBACK_IN_PROGRESS';
    };
    expect((await testDeployment.current.send('Create')).Status).toBe('FAILED');
    expect([aws.keys(BASE), aws.jobRequests]).toEqual([[], []]);
  });

  test('the deletion waits for the end of the step', async () => {
    const { aws } = testDeployment.current;
    let deletion: Promise<unknown> | undefined;
    let isDeleted = false;
    aws.beforeRequest = async (operation) => {
      if (operation !== 'CreateTrainingJob') return;
      aws.stackStatus = 'ROLLBACK_IN_PROGRESS';
      deletion = testDeployment.current.send('Delete').then(() => (isDeleted = true));
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
      expect(isDeleted).toBe(false);
    };
    await testDeployment.current.send('Create');
    await deletion;
    expect(aws.stoppedJobs).toEqual([...aws.jobs.keys()]);
    expect(aws.stoppedJobs).toHaveLength(1);
  });
});

test('the rollback of an update may build a previous engine again, whose objects were deleted', async () => {
  const { aws } = testDeployment.current;
  testDeployment.current.completeJobs();
  aws.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
  expect((await testDeployment.current.send('Update')).Status).toBe('SUCCESS');
  expect(aws.keys(BASE)).toContain(RECORD);
});

test('an object that is not from this library is not overwritten by a source, and the reason contains its name', async () => {
  const { aws } = testDeployment.current;
  aws.put(`${BASE}source/build.json`, '[]');
  const { Status, Reason } = await testDeployment.current.send('Create');
  expect(Status).toBe('FAILED');
  expect(Reason).toContain(
    'the content of build.json differs from the content at synth; the object is not from this stack',
  );
  expect(aws.objects.get(`${BASE}source/build.json`)?.toString()).toBe('[]');
});

describe('the folder of all engines', () => {
  const event = { ResourceType: 'Custom::TritonEngineFolder', properties: { Prefix: 'stack/_engines/' } };

  test('is not required to exist', async () => {
    testDeployment.current.aws.beforeRequest = (operation) => {
      if (operation === 'ListObjectsV2') throw Object.assign(new Error('no bucket'), { name: 'NoSuchBucket' });
    };
    expect((await testDeployment.current.send('Delete', event)).Status).toBe('SUCCESS');
  });
});
