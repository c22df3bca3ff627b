import { BASE, deployments, RECORD } from './deployment';
import { failure } from './fake-aws';

const all = deployments();

/** Why a build failed, which left no engine. */
async function reasonOf(event = {}): Promise<string> {
  const { Status, Reason = '' } = await all.current.send('Create', event);
  expect(Status).toBe('FAILED');
  expect(all.current.aws.keys(BASE)).not.toContain(RECORD);
  return Reason;
}

function rejectJobs(name: string, message: string, times = Infinity): void {
  let rejected = 0;
  all.current.aws.before = (operation) => {
    if (operation === 'CreateProcessingJob' && rejected++ < times) throw failure(name, message);
  };
}

test('the sentence of the build is the reason', async () => {
  all.current.ends('Failed', 'trtexec: [E] No importer registered for op: NonZero');
  expect(await reasonOf()).toMatch(
    /^The TensorRT engine could not be built on ml\.g5\.xlarge: processing job triton-engine-\S+: trtexec: \[E\] No importer registered for op: NonZero$/,
  );
});

test('a quota of 0 is named', async () => {
  const limit = "The account-level service limit 'ml.g5.xlarge for processing job usage' is 0 Instances, with current";
  rejectJobs('ResourceLimitExceeded', limit);
  expect(await reasonOf()).toContain("the quota 'ml.g5.xlarge for processing job usage' of Amazon SageMaker is 0");
});

test('a quota that other jobs use is waited for', async () => {
  rejectJobs('ResourceLimitExceeded', 'the limit is 1 Instances, with current utilization of 1 Instances', 3);
  all.current.completes();
  expect((await all.current.send('Create')).Status).toBe('SUCCESS');
});

test('throttling is waited for', async () => {
  rejectJobs('ThrottlingException', 'Rate exceeded', 3);
  all.current.completes();
  expect((await all.current.send('Create')).Status).toBe('SUCCESS');
});

test('throttling of the very first request is waited for', async () => {
  let rejected = 0;
  all.current.aws.before = () => {
    if (rejected++ < 3) throw failure('SlowDown', 'Please reduce your request rate.');
  };
  all.current.completes();
  expect((await all.current.send('Create')).Status).toBe('SUCCESS');
});

test('a role that IAM does not know yet is waited for', async () => {
  rejectJobs('ValidationException', 'Could not assume role arn:aws:iam::111122223333:role/JobRole', 3);
  all.current.completes();
  expect((await all.current.send('Create')).Status).toBe('SUCCESS');
});

test('what SageMaker rejects is the reason', async () => {
  rejectJobs('ValidationException', 'No such image');
  expect(await reasonOf()).toContain('ValidationException: No such image');
});

test('without capacity, the way out is to wait or to build ahead', async () => {
  all.current.ends('Failed', 'CapacityError: Unable to provision requested ML compute capacity.');
  expect(await reasonOf()).toMatch(
    /AWS had no free capacity for ml\.g5\.xlarge .*; deploy again later; or build the engine ahead/,
  );
});

test('a build that takes too long is stopped by SageMaker, and names the way to build ahead', async () => {
  all.current.ends('Stopped', '', 3001);
  expect(await reasonOf()).toMatch(/did not end within 50 minutes; build the engine ahead .* with TensorRtEngine/);
});

test('a job that was stopped by somebody is not begun again', async () => {
  all.current.ends('Stopped', '');
  expect(await reasonOf()).toContain('it was stopped');
});

test('a job that completed without what it should have written leaves no record', async () => {
  all.current.completes({ bytes: 11 });
  expect(await reasonOf()).toContain('completed, but its model.plan has 10 bytes in S3, and had 11');
});

test('at the end of the deployment’s time the job is stopped', async () => {
  const { aws } = all.current;
  const now = Date.now();
  let looks = 0;
  aws.onDescribe = () => {
    if (++looks === 3) vi.setSystemTime(now + 56 * 60_000);
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    expect(await reasonOf()).toMatch(
      /did not end within 55 minutes, the start of its instance included; build the engine/,
    );
  } finally {
    vi.useRealTimers();
  }
  expect(aws.stopped).toEqual([...aws.jobs.keys()]);
});
