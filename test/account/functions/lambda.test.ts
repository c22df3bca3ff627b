import { simulate, Simulation } from '../simulation';

const EVENT = {
  RequestType: 'Delete',
  ResponseURL: 'https://response',
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'Test',
  PhysicalResourceId: 'smoke-test',
  ResourceProperties: {},
};

/** A function that runs the smoke test's handler. */
async function smokeTest({ account, lambda }: Simulation): Promise<void> {
  account.authorize = async () => undefined;
  lambda.code.set('code', 'smoke-test');
  const input = { FunctionName: 'test', Role: 'role', Timeout: 60, Code: { S3Key: 'code' } };
  await account.call({ principal: 'deployer', service: 'lambda', operation: 'CreateFunction', input });
}

async function invoke({ account }: Simulation, event: object): Promise<void> {
  const input = { FunctionName: 'test', InvocationType: 'Event', Payload: JSON.stringify(event) };
  await account.call({ principal: 'deployer', service: 'lambda', operation: 'Invoke', input });
}

test('a handler of lambda/ runs, and its response arrives', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await smokeTest(aws);
    const responses: unknown[] = [];
    aws.lambda.takeResponse = async (_, body) => responses.push(JSON.parse(body)) > 0;
    await invoke(aws, EVENT);
    await aws.account.sleep(1000);
    expect(responses).toEqual([expect.objectContaining({ Status: 'SUCCESS', PhysicalResourceId: 'smoke-test' })]);
  });
});

test('an asynchronous invocation that fails is repeated twice, after one minute and after two more', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await smokeTest(aws);
    const began = aws.account.now();
    const minutes: number[] = [];
    aws.lambda.takeResponse = async () => {
      minutes.push(Math.round((aws.account.now() - began) / 60_000));
      return false;
    };
    await invoke(aws, EVENT);
    await aws.account.sleep(3_600_000);
    expect(minutes).toEqual([0, 1, 3]);
  });
});

test('requests of a handler carry its role, and the SDK repeats them', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await smokeTest(aws);
    aws.lambda.takeResponse = async () => true;
    await invoke(aws, { ...EVENT, RequestType: 'Update' });
    await aws.account.sleep(60_000);
    const asked = aws.account.log.filter(({ operation }) => operation === 'DescribeStacks');
    expect(asked.map(({ principal }) => principal)).toContainEqual({ role: 'role', service: 'lambda.amazonaws.com' });
    expect(asked[0].error).toContain('ValidationError');
  });
});
