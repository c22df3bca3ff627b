import { BASE, deployments, KEY, PROPERTIES, RECORD } from './deployment';

const all = deployments();
const OTHER_KEY = 'ef'.repeat(32);
const OTHER = BASE.replace(KEY, OTHER_KEY);
const CLEANING_UP = 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS';

/** Lets the job of the other engine complete. */
function completesOther(): void {
  all.current.aws.onDescribe = (job, name) => {
    if (job.status === 'InProgress') all.current.complete(job, name, { base: OTHER });
  };
}

/** An engine that was built, and is claimed by stack-a. */
async function built(): Promise<void> {
  all.current.completes();
  await all.current.send('Create');
}

test('an engine stays when its resource is deleted, and is found by the next deployment', async () => {
  await built();
  all.current.aws.stackStatus = CLEANING_UP;
  await all.current.send('Delete');
  expect(all.current.aws.keys(`${BASE}claims/`)).toEqual([]);
  await all.current.send('Create');
  expect(all.current.aws.created).toHaveLength(1);
  expect(all.current.aws.keys(BASE)).not.toContain(`${BASE}unused.json`);
});

test('a later deployment removes an engine that no stack has used for as long as it is kept', async () => {
  const { aws } = all.current;
  await built();
  aws.stackStatus = CLEANING_UP;
  await all.current.send('Delete');
  completesOther();
  const properties = { Prefix: `stack/_engines/${OTHER_KEY}/` };
  await all.current.send('Create', { properties });
  expect(aws.keys(BASE)).toContain(RECORD);
  aws.put(`${BASE}unused.json`, JSON.stringify({ since: '2020-01-01T00:00:00Z', stackId: 'stack-a' }));
  await all.current.send('Update', { properties });
  expect(aws.keys(BASE)).toEqual([]);
  expect(aws.keys(OTHER)).toContain(`${OTHER}engine.json`);
});

test('an engine goes with the last stack that uses it', async () => {
  const { aws } = all.current;
  await built();
  await all.current.send('Create', { StackId: 'stack-b' });
  aws.stackStatus = 'DELETE_IN_PROGRESS';
  await all.current.send('Delete');
  expect(aws.keys(BASE)).toContain(RECORD);
  expect(aws.keys(BASE)).not.toContain(`${BASE}unused.json`);
  await all.current.send('Delete', { StackId: 'stack-b' });
  expect(aws.keys(BASE)).toEqual([]);
});

test('an engine stays while there is a claim of another stack, whether or not it can be read', async () => {
  const { aws } = all.current;
  await built();
  aws.put(`${BASE}claims/${'0'.repeat(32)}.json`, 'encrypted with a key of its own');
  aws.stackStatus = 'DELETE_IN_PROGRESS';
  await all.current.send('Delete');
  expect(aws.keys(BASE)).toContain(RECORD);
});

test('an engine that was claimed while another stack gave it up stays', async () => {
  const { aws } = all.current;
  await built();
  aws.put(`${BASE}unused.json`, JSON.stringify({ since: '2020-01-01T00:00:00Z', stackId: 'stack-b' }));
  completesOther();
  await all.current.send('Create', { properties: { Prefix: `stack/_engines/${OTHER_KEY}/` } });
  expect(aws.keys(BASE)).toContain(RECORD);
});

test('a stack that goes takes the engines along that it had used before', async () => {
  const { aws } = all.current;
  await built();
  aws.stackStatus = CLEANING_UP;
  await all.current.send('Delete');
  aws.stackStatus = 'DELETE_IN_PROGRESS';
  await all.current.send('Delete', { properties: { Prefix: `stack/_engines/${OTHER_KEY}/` } });
  expect(aws.keys('models/')).toEqual([]);
});

test('a bucket of the stack’s own is empty when the stack uses no engine any more', async () => {
  const { aws } = all.current;
  const own = { OwnBucket: 'true' as const };
  const other = { ...own, Prefix: `stack/_engines/${OTHER_KEY}/` };
  await built();
  completesOther();
  await all.current.send('Create', { properties: other });
  aws.stackStatus = CLEANING_UP;
  await all.current.send('Delete', { properties: own });
  expect(aws.keys(BASE)).toContain(RECORD);
  await all.current.send('Delete', { properties: other });
  expect(aws.keys('models/')).toEqual([]);
});

test('a deployment that fails in the middle stops its job, and leaves nothing', async () => {
  const { aws } = all.current;
  await all.current.begin();
  const [job] = aws.jobs.keys();
  aws.stackStatus = 'ROLLBACK_IN_PROGRESS';
  // CloudFormation has made up an id, since it has received none.
  expect((await all.current.send('Delete', { PhysicalResourceId: 'made-up' })).Status).toBe('SUCCESS');
  expect(aws.stopped).toEqual([job]);
  expect(aws.keys('models/')).toEqual([]);
});

test('a resource is deleted when its job has ended', async () => {
  const { aws } = all.current;
  const job = await all.current.begin();
  let looks = 0;
  aws.onDescribe = () => {
    if (job.status === 'Stopped') job.status = ++looks < 5 ? 'Stopping' : 'Stopped';
    else if (job.status === 'Stopping' && ++looks >= 5) job.status = 'Stopped';
  };
  await all.current.send('Delete');
  expect(job.status).toBe('Stopped');
  expect(looks).toBeGreaterThanOrEqual(5);
});

test('a build that goes on while its resource is deleted ends, and claims nothing', async () => {
  const { aws } = all.current;
  let deleted = false;
  aws.onDescribe = (job) => {
    if (deleted || job.status !== 'InProgress') return;
    deleted = true;
    for (const key of aws.keys(`${BASE}claims/`)) aws.objects.delete(key);
  };
  expect((await all.current.send('Create')).Reason).toContain('changed or deleted during the build');
  expect(aws.keys(`${BASE}claims/`)).toEqual([]);
});

test('a job of another stack runs on', async () => {
  const { aws } = all.current;
  expect(await all.current.begin({ StackId: 'stack-b' })).toMatchObject({ status: 'InProgress' });
  await all.current.send('Delete', { properties: { RoleArn: PROPERTIES.RoleArn.replace('JobRole', 'Other') } });
  expect(aws.stopped).toEqual([]);
});

describe('what others have below the prefix of an engine', () => {
  /** Deletes the stack, and returns what is left. */
  async function left(): Promise<string[]> {
    all.current.aws.stackStatus = 'DELETE_IN_PROGRESS';
    expect(await all.current.send('Delete')).toMatchObject({ Status: 'SUCCESS' });
    return all.current.aws.keys(BASE);
  }

  test('stays when the engine is removed', async () => {
    const { aws } = all.current;
    await built();
    const [job] = aws.jobs.keys();
    const own = ['notes.txt', 'source/notes.txt', `builds/${job}/notes.txt`, 'builds/elsewhere/notes.txt'];
    for (const name of own) aws.put(BASE + name, 'notes');
    expect(await left()).toEqual(own.map((name) => BASE + name).sort());
  });

  test('stays in the place of what the job wrote, and of a source', async () => {
    const { aws } = all.current;
    await built();
    const keys = aws.keys(BASE).filter((key) => /model\.plan$|source\/build\.json$/.test(key));
    for (const key of keys) aws.put(key, 'of someone else');
    expect(keys).toHaveLength(2);
    expect(await left()).toEqual(keys);
  });

  test('is not overwritten by the sources: the build fails, and names the object', async () => {
    const { aws } = all.current;
    aws.put(`${BASE}source/build.json`, '[]');
    const { Status, Reason } = await all.current.send('Create');
    expect(Status).toBe('FAILED');
    expect(Reason).toContain(
      'the content of build.json differs from the content at synth; the object is not from this stack',
    );
    expect(await left()).toEqual([`${BASE}source/build.json`]);
  });

  test.each(['no JSON', 'null'])(
    'a mark that says nothing (%s) keeps no other engine from being removed',
    async (mark) => {
      const { aws } = all.current;
      aws.put(`${OTHER}unused.json`, mark);
      await built();
      expect(await left()).toEqual([]);
      expect(aws.keys(OTHER)).toEqual([`${OTHER}unused.json`]);
    },
  );
});

describe('ahead of a deployment', () => {
  const properties = { WaitHandle: 'https://wait' };

  test('the resource is complete at once, and the wait condition gets the outcome', async () => {
    all.current.completes();
    await all.current.send('Create', { properties });
    expect(all.current.aws.responses).toMatchObject([
      { Status: 'SUCCESS', PhysicalResourceId: `s3://${BASE}` },
      { Status: 'SUCCESS', UniqueId: 'request-1' },
    ]);
  });

  test('a failure is signalled once, over any number of invocations', async () => {
    let looks = 0;
    all.current.aws.onDescribe = (job) => {
      if (++looks === 9) Object.assign(job, { status: 'Failed', reason: 'trtexec: [E] out of memory' });
    };
    all.current.looks = 3;
    const { invocations } = await all.current.send('Create', { properties });
    expect(invocations).toBeGreaterThan(2);
    expect(all.current.aws.responses).toMatchObject([
      { Status: 'SUCCESS' },
      { Status: 'FAILURE', Reason: expect.stringContaining('out of memory') },
    ]);
  });

  test('a deletion is answered as ever', async () => {
    await built();
    await all.current.send('Delete', { properties });
    expect(all.current.aws.responses.at(-1)).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: `s3://${BASE}` });
  });
});
