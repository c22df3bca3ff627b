import { BASE, provideDeployments, KEY, PROPERTIES, RECORD } from './deployment';

const testDeployment = provideDeployments();
const OTHER_KEY = 'ef'.repeat(32);
const OTHER_BASE = BASE.replace(KEY, OTHER_KEY);
const CLEANING_UP = 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS';

/** Lets the job of the other engine complete. */
function completeOtherJob(): void {
  testDeployment.current.aws.onDescribe = (job, name) => {
    if (job.status === 'InProgress') testDeployment.current.completeJob(job, name, { base: OTHER_BASE });
  };
}

/** Builds an engine for stack-a. */
async function buildEngine(): Promise<void> {
  testDeployment.current.completeJobs();
  await testDeployment.current.send('Create');
}

test('an engine is kept when its resource is deleted, and the next deployment finds it', async () => {
  await buildEngine();
  testDeployment.current.aws.stackStatus = CLEANING_UP;
  await testDeployment.current.send('Delete');
  expect(testDeployment.current.aws.keys(`${BASE}claims/`)).toEqual([]);
  await testDeployment.current.send('Create');
  expect(testDeployment.current.aws.jobRequests).toHaveLength(1);
  expect(testDeployment.current.aws.keys(BASE)).not.toContain(`${BASE}unused.json`);
});

test('a later deployment removes an engine that was unused for `UnusedDays`', async () => {
  const { aws } = testDeployment.current;
  await buildEngine();
  aws.stackStatus = CLEANING_UP;
  await testDeployment.current.send('Delete');
  completeOtherJob();
  const properties = { Prefix: `stack/_engines/${OTHER_KEY}/` };
  await testDeployment.current.send('Create', { properties });
  expect(aws.keys(BASE)).toContain(RECORD);
  aws.put(`${BASE}unused.json`, JSON.stringify({ since: '2020-01-01T00:00:00Z', stackId: 'stack-a' }));
  await testDeployment.current.send('Update', { properties });
  expect(aws.keys(BASE)).toEqual([]);
  expect(aws.keys(OTHER_BASE)).toContain(`${OTHER_BASE}engine.json`);
});

test('an engine is removed when the last stack that uses the engine is deleted', async () => {
  const { aws } = testDeployment.current;
  await buildEngine();
  await testDeployment.current.send('Create', { StackId: 'stack-b' });
  aws.stackStatus = 'DELETE_IN_PROGRESS';
  await testDeployment.current.send('Delete');
  expect(aws.keys(BASE)).toContain(RECORD);
  expect(aws.keys(BASE)).not.toContain(`${BASE}unused.json`);
  await testDeployment.current.send('Delete', { StackId: 'stack-b' });
  expect(aws.keys(BASE)).toEqual([]);
});

test('an engine is kept while a different stack claims it, even if the claim cannot be read', async () => {
  const { aws } = testDeployment.current;
  await buildEngine();
  aws.put(`${BASE}claims/${'0'.repeat(32)}.json`, 'not readable');
  aws.stackStatus = 'DELETE_IN_PROGRESS';
  await testDeployment.current.send('Delete');
  expect(aws.keys(BASE)).toContain(RECORD);
});

test('the mark unused.json is ignored if a stack claims the engine', async () => {
  const { aws } = testDeployment.current;
  await buildEngine();
  aws.put(`${BASE}unused.json`, JSON.stringify({ since: '2020-01-01T00:00:00Z', stackId: 'stack-b' }));
  completeOtherJob();
  await testDeployment.current.send('Create', { properties: { Prefix: `stack/_engines/${OTHER_KEY}/` } });
  expect(aws.keys(BASE)).toContain(RECORD);
});

test('the deletion of a stack removes engines that only earlier versions of the stack used', async () => {
  const { aws } = testDeployment.current;
  await buildEngine();
  aws.stackStatus = CLEANING_UP;
  await testDeployment.current.send('Delete');
  aws.stackStatus = 'DELETE_IN_PROGRESS';
  await testDeployment.current.send('Delete', { properties: { Prefix: `stack/_engines/${OTHER_KEY}/` } });
  expect(aws.keys('models/')).toEqual([]);
});

test('the bucket of a stack is empty when the stack no longer uses an engine', async () => {
  const { aws } = testDeployment.current;
  const engineProperties = { OwnBucket: 'true' as const };
  const otherProperties = { ...engineProperties, Prefix: `stack/_engines/${OTHER_KEY}/` };
  await buildEngine();
  completeOtherJob();
  await testDeployment.current.send('Create', { properties: otherProperties });
  aws.stackStatus = CLEANING_UP;
  await testDeployment.current.send('Delete', { properties: engineProperties });
  expect(aws.keys(BASE)).toContain(RECORD);
  await testDeployment.current.send('Delete', { properties: otherProperties });
  expect(aws.keys('models/')).toEqual([]);
});

test('a deployment that fails during the build stops its job, and leaves no objects', async () => {
  const { aws } = testDeployment.current;
  await testDeployment.current.startBuild();
  const [job] = aws.jobs.keys();
  aws.stackStatus = 'ROLLBACK_IN_PROGRESS';
  // CloudFormation generates a physical ID if it has not received an ID.
  expect((await testDeployment.current.send('Delete', { PhysicalResourceId: 'generated' })).Status).toBe('SUCCESS');
  expect(aws.stoppedJobs).toEqual([job]);
  expect(aws.keys('models/')).toEqual([]);
});

test('a first deployment that fails after the build removes its engine, even from the bucket of a user', async () => {
  const { aws } = testDeployment.current;
  await buildEngine();
  aws.stackStatus = 'ROLLBACK_IN_PROGRESS';
  await testDeployment.current.send('Delete');
  expect(aws.keys('models/')).toEqual([]);
});

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

test('a build whose resource is deleted fails, and writes nothing more, since it may not be able to remove it', async () => {
  const { aws } = testDeployment.current;
  let deleted = false;
  const writes: string[] = [];
  aws.beforeRequest = (operation, { Key }) => {
    if (deleted && operation === 'PutObject') writes.push(String(Key));
    if (!deleted && operation === 'DeleteObjects' && aws.jobs.size > 0) {
      deleted = true;
      for (const key of aws.keys(`${BASE}claims/`)) aws.objects.delete(key);
    }
  };
  expect((await testDeployment.current.send('Create')).Reason).toContain('changed or deleted during the build');
  expect(writes).toEqual([]);
  expect(aws.keys(`${BASE}claims/`)).toEqual([]);
});

test('a job of a different stack is not stopped', async () => {
  const { aws } = testDeployment.current;
  expect(await testDeployment.current.startBuild({ StackId: 'stack-b' })).toMatchObject({ status: 'InProgress' });
  await testDeployment.current.send('Delete', {
    properties: { RoleArn: PROPERTIES.RoleArn.replace('JobRole', 'Other') },
  });
  expect(aws.stoppedJobs).toEqual([]);
});

describe('a foreign object under the prefix of an engine', () => {
  /** Deletes the stack, and returns the remaining keys. */
  async function keysAfterDeletion(): Promise<string[]> {
    testDeployment.current.aws.stackStatus = 'DELETE_IN_PROGRESS';
    expect(await testDeployment.current.send('Delete')).toMatchObject({ Status: 'SUCCESS' });
    return testDeployment.current.aws.keys(BASE);
  }

  test('is kept when the engine is removed', async () => {
    const { aws } = testDeployment.current;
    await buildEngine();
    const [job] = aws.jobs.keys();
    const names = ['notes.txt', 'source/notes.txt', `builds/${job}/notes.txt`, 'builds/elsewhere/notes.txt'];
    for (const name of names) aws.put(BASE + name, 'notes');
    expect(await keysAfterDeletion()).toEqual(names.map((name) => BASE + name).sort());
  });

  test('is kept if it has replaced a source or an output of the job', async () => {
    const { aws } = testDeployment.current;
    await buildEngine();
    const keys = aws.keys(BASE).filter((key) => /model\.plan$|source\/build\.json$/.test(key));
    for (const key of keys) aws.put(key, 'foreign');
    expect(keys).toHaveLength(2);
    expect(await keysAfterDeletion()).toEqual(keys);
  });

  test('is not overwritten by a source: the build fails, and the reason contains the name of the object', async () => {
    const { aws } = testDeployment.current;
    aws.put(`${BASE}source/build.json`, '[]');
    const { Status, Reason } = await testDeployment.current.send('Create');
    expect(Status).toBe('FAILED');
    expect(Reason).toContain(
      'the content of build.json differs from the content at synth; the object is not from this stack',
    );
    expect(await keysAfterDeletion()).toEqual([`${BASE}source/build.json`]);
  });

  test.each(['no JSON', 'null'])(
    'named unused.json with invalid content (%s) does not prevent the removal of other engines',
    async (mark) => {
      const { aws } = testDeployment.current;
      aws.put(`${OTHER_BASE}unused.json`, mark);
      await buildEngine();
      expect(await keysAfterDeletion()).toEqual([]);
      expect(aws.keys(OTHER_BASE)).toEqual([`${OTHER_BASE}unused.json`]);
    },
  );
});

describe('for a build with a wait condition,', () => {
  const properties = { WaitHandle: 'https://wait' };

  test('the resource is complete immediately, and the wait condition receives the outcome', async () => {
    testDeployment.current.completeJobs();
    await testDeployment.current.send('Create', { properties });
    expect(testDeployment.current.aws.responses).toMatchObject([
      { Status: 'SUCCESS', PhysicalResourceId: `s3://${BASE}` },
      { Status: 'SUCCESS', UniqueId: 'request-1' },
    ]);
  });

  test('a failure is signaled once, even after several invocations', async () => {
    let polls = 0;
    testDeployment.current.aws.onDescribe = (job) => {
      if (++polls === 9) Object.assign(job, { status: 'Failed', reason: 'trtexec: [E] out of memory' });
    };
    testDeployment.current.polls = 3;
    const { invocations } = await testDeployment.current.send('Create', { properties });
    expect(invocations).toBeGreaterThan(2);
    expect(testDeployment.current.aws.responses).toMatchObject([
      { Status: 'SUCCESS' },
      { Status: 'FAILURE', Reason: expect.stringContaining('out of memory') },
    ]);
  });

  test('the response to a deletion is sent when the deletion is complete', async () => {
    await buildEngine();
    await testDeployment.current.send('Delete', { properties });
    expect(testDeployment.current.aws.responses.at(-1)).toMatchObject({
      Status: 'SUCCESS',
      PhysicalResourceId: `s3://${BASE}`,
    });
  });
});
