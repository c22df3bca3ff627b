import { BASE, provideDeployments, RECORD } from './deployment';
import { failure } from './fake-aws';

const testDeployment = provideDeployments();

/** Sends an event whose build must fail without an engine. Returns the reason. */
async function buildAndGetReason(event = {}): Promise<string> {
  const { Status, Reason = '' } = await testDeployment.current.send('Create', event);
  expect(Status).toBe('FAILED');
  expect(testDeployment.current.aws.keys(BASE)).not.toContain(RECORD);
  return Reason;
}

function rejectJobs(name: string, message: string, times = Infinity): void {
  let rejected = 0;
  testDeployment.current.aws.beforeRequest = (operation) => {
    if (operation === 'CreateTrainingJob' && rejected++ < times) throw failure(name, message);
  };
}

test('the reason is the message of the build', async () => {
  testDeployment.current.endJobs('Failed', 'trtexec: [E] No importer registered for op: NonZero');
  expect(await buildAndGetReason()).toMatch(
    /^The TensorRT engine could not be built on ml\.g5\.xlarge: triton-engine-\S+: AlgorithmError: trtexec: \[E\] No importer registered for op: NonZero$/,
  );
});

test('throttled requests are repeated', async () => {
  rejectJobs('ThrottlingException', 'Rate exceeded', 3);
  testDeployment.current.completeJobs();
  expect((await testDeployment.current.send('Create')).Status).toBe('SUCCESS');
});

test('a throttled first request is repeated', async () => {
  let rejected = 0;
  testDeployment.current.aws.beforeRequest = () => {
    if (rejected++ < 3) throw failure('SlowDown', 'Please reduce your request rate.');
  };
  testDeployment.current.completeJobs();
  expect((await testDeployment.current.send('Create')).Status).toBe('SUCCESS');
});

test('requests are repeated until IAM has propagated the role', async () => {
  rejectJobs('ValidationException', 'Could not assume role arn:aws:iam::111122223333:role/JobRole', 3);
  testDeployment.current.completeJobs();
  expect((await testDeployment.current.send('Create')).Status).toBe('SUCCESS');
});

test("the reason is SageMaker's error if SageMaker rejects the job", async () => {
  rejectJobs('ValidationException', 'No such image');
  expect(await buildAndGetReason()).toContain('ValidationException: No such image');
});

test('if SageMaker stops a job after its time limit, the reason recommends to build the engine on a host of the user', async () => {
  testDeployment.current.endJobs('Stopped', '', 3001);
  expect(await buildAndGetReason()).toMatch(
    /did not end within 50 minutes; build the engine on your own host with cdk-sagemaker-triton engine/,
  );
});

test('a job that a user stopped is not created again', async () => {
  testDeployment.current.endJobs('Stopped', '');
  expect(await buildAndGetReason()).toContain('it was stopped');
});

test('a job that completed with an incorrect output leaves no record', async () => {
  testDeployment.current.completeJobs({ bytes: 11 });
  expect(await buildAndGetReason()).toContain('completed, but its model.plan has 10 bytes in S3, and had 11');
});
