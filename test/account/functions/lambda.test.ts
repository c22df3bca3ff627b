import { gzipSync } from 'node:zlib';
import { simulate, Simulation } from '../simulation';
import { synchronousZlib } from './synchronous-zlib';

const EVENT = {
  RequestType: 'Delete',
  ResponseURL: 'https://response',
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'Test',
  PhysicalResourceId: 'smoke-test',
  ResourceProperties: {},
};

/** Creates a function that runs the handler of the smoke test. */
async function createSmokeTestFunction({ account, lambda }: Simulation): Promise<void> {
  account.authorize = async () => undefined;
  lambda.code.set('code', 'smoke-test');
  const input = { FunctionName: 'test', Role: 'role', Timeout: 60, Code: { S3Key: 'code' } };
  await account.call({ principal: 'deployer', service: 'lambda', operation: 'CreateFunction', input });
}

async function invoke({ account }: Simulation, event: object): Promise<void> {
  const input = { FunctionName: 'test', InvocationType: 'Event', Payload: JSON.stringify(event) };
  await account.call({ principal: 'deployer', service: 'lambda', operation: 'Invoke', input });
}

test('the simulated Lambda runs a handler from lambda/, and delivers the response to CloudFormation', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await createSmokeTestFunction(aws);
    const responses: unknown[] = [];
    aws.lambda.receiveResponse = async (_, body) => responses.push(JSON.parse(body)) > 0;
    await invoke(aws, EVENT);
    await aws.account.sleep(1000);
    expect(responses).toEqual([expect.objectContaining({ Status: 'SUCCESS', PhysicalResourceId: 'smoke-test' })]);
  });
});

test('a failed asynchronous invocation is retried after one minute, and again two minutes later', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await createSmokeTestFunction(aws);
    const startTime = aws.account.now();
    const minutes = new Set<number>(); // a set, because an invocation sends a rejected response several times
    aws.lambda.receiveResponse = async () => {
      minutes.add(Math.round((aws.account.now() - startTime) / 60_000));
      return false;
    };
    await invoke(aws, EVENT);
    await aws.account.sleep(3_600_000);
    expect([...minutes]).toEqual([0, 1, 3]);
  });
});

test('the requests of a handler are sent with the role of the function', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await createSmokeTestFunction(aws);
    aws.lambda.receiveResponse = async () => true;
    await invoke(aws, { ...EVENT, RequestType: 'Update' });
    await aws.account.sleep(60_000);
    const describeCalls = aws.account.log.filter(({ operation }) => operation === 'DescribeStacks');
    expect(describeCalls.map(({ principal }) => principal)).toContainEqual({
      role: 'role',
      service: 'lambda.amazonaws.com',
    });
    expect(describeCalls[0].error).toContain('ValidationError');
  });
});

test('if all concurrent executions are in use, asynchronous invocations wait, and others are rejected', async () => {
  await simulate({ seed: 1 }, async (simulation) => {
    await createSmokeTestFunction(simulation);
    const { account, lambda, cloudwatch } = simulation;
    let responses = 0;
    lambda.receiveResponse = async () => ++responses > 0;
    lambda.concurrencyLimit = 0;
    const input = { FunctionName: 'test', Payload: JSON.stringify(EVENT) };
    const synchronous = account.call({ principal: 'deployer', service: 'lambda', operation: 'Invoke', input });
    await expect(synchronous).rejects.toThrow('Rate Exceeded');
    await invoke(simulation, EVENT);
    await account.sleep(60_000);
    const throttles = { namespace: 'AWS/Lambda', name: 'Throttles', dimensions: { FunctionName: 'test' } };
    expect(cloudwatch.metrics.statistic(throttles, 'Sum', 0, account.now())).toBeGreaterThan(5);
    expect(responses).toBe(0);
    lambda.concurrencyLimit = 1;
    await account.sleep(5 * 60_000);
    expect(responses).toBe(1);
  });
});

test('handlers decompress without waiting for other threads, so virtual time does not pass meanwhile', async () => {
  const gunzip = synchronousZlib.createGunzip();
  let isDone = false;
  gunzip.on('data', () => (isDone = true)).end(gzipSync('content'));
  await new Promise((resolve) => setImmediate(resolve)); // VirtualClock also waits for one turn of the event loop
  expect(isDone).toBe(true);
});
