import { simulate } from '../simulation';

test.each([
  { config: { MaximumRetryAttempts: 0 }, minutes: [0] },
  { config: { MaximumRetryAttempts: 1 }, minutes: [0, 1] },
  { config: { MaximumEventAgeInSeconds: 120 }, minutes: [0, 1] },
])('asynchronous invocations are repeated as the function says: $config', async ({ config, minutes }) => {
  await simulate({ seed: 1 }, async ({ account, lambda }) => {
    account.authorize = async () => undefined;
    lambda.code.set('code', 'smoke-test');
    const call = async (operation: string, input: object): Promise<unknown> =>
      account.call({ principal: 'deployer', service: 'lambda', operation, input: { FunctionName: 'test', ...input } });
    await call('CreateFunction', { Role: 'role', Timeout: 60, Code: { S3Key: 'code' } });
    await call('PutFunctionEventInvokeConfig', { Qualifier: '$LATEST', ...config });
    const began = account.now();
    const seen: number[] = [];
    lambda.takeResponse = async () => {
      seen.push(Math.round((account.now() - began) / 60_000));
      return false;
    };
    const Payload = JSON.stringify({ RequestType: 'Delete', ResponseURL: 'https://response', ResourceProperties: {} });
    await call('Invoke', { InvocationType: 'Event', Payload });
    await account.sleep(3_600_000);
    expect(seen).toEqual(minutes);
  });
});
