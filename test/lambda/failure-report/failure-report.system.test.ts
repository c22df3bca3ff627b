import { FakeAccount, Look } from './fake-account';

let account: FakeAccount;
beforeAll(async () => {
  account = await FakeAccount.start();
});
beforeEach(() => account.reset());
afterAll(() => account.stop());

const PING = 'The primary container for production variant AllTraffic did not pass the ping health check.';
const DRIVER =
  'ERROR: This container was built for NVIDIA Driver Release 575.51 or later, but version 470.256.02 was detected';
const KEPT = '/cdk-sagemaker-triton/failed-deployments/vision';

function look(EndpointStatus: string, EndpointConfigName = 'new', more: object = {}): Look {
  return { EndpointStatus, EndpointConfigName, ...more };
}

/** An update under way. */
const UPDATING = look('Updating', 'old', { PendingDeploymentSummary: { EndpointConfigName: 'new' } });
const UPDATE = { RequestType: 'Update', PhysicalResourceId: 'failure-report-vision' };

describe('an endpoint that is created', () => {
  test('and fails, is reported with the reason, the cause and what the container said', async () => {
    account.looks = [undefined, look('Creating'), look('Failed', 'new', { FailureReason: PING })];
    account.containerLines = ['starting', DRIVER, 'the end'];
    await account.deploy();
    expect(account.verdict).toMatchObject({ Status: 'FAILED', PhysicalResourceId: 'failure-report-vision' });
    expect(account.verdict?.Reason).toContain(`The endpoint vision failed: ${PING}`);
    expect(account.verdict?.Reason).toMatch(/Likely cause: The GPU driver is too old .*\/rules\/sm\.driver\)/);
    expect(account.verdict?.Reason).toContain('the end');
  });

  test('has its lines kept outside the stack, for a month', async () => {
    account.looks = [look('Failed', 'new', { FailureReason: PING })];
    account.containerLines = ['starting', DRIVER];
    await account.deploy();
    expect(account.kept.get(KEPT)).toEqual([PING, 'starting', DRIVER]);
    expect(account.groups).toContainEqual({ logGroupName: KEPT, retentionInDays: 30 });
    expect(account.verdict?.Reason).toContain(`These lines are kept in the log group ${KEPT}`);
  });

  test('has its lines kept again when an earlier failure left the log group', async () => {
    account.failures = { CreateLogGroup: 'ResourceAlreadyExistsException: The specified log group already exists' };
    account.looks = [look('Failed', 'new', { FailureReason: PING })];
    await account.deploy();
    expect(account.kept.get(KEPT)).toEqual([PING]);
  });

  test('has its lines encrypted as its log is', async () => {
    account.looks = [look('Failed')];
    await account.deploy({}, { EncryptionKeyArn: 'arn:aws:kms:us-east-1:111122223333:key/1' });
    expect(account.groups[0]).toEqual({ logGroupName: KEPT, kmsKeyId: 'arn:aws:kms:us-east-1:111122223333:key/1' });
  });

  test('is reported in 4 KB, however much there is to say', async () => {
    account.looks = [look('Failed', 'new', { FailureReason: 'x'.repeat(1000) })];
    account.containerLines = [
      `CUDA out of memory ${'€'.repeat(5000)}`,
      ...Array.from({ length: 50 }, () => 'é"'.repeat(300)),
    ];
    await account.deploy();
    expect(account.verdict?.bytes).toBeLessThanOrEqual(4096);
    expect(account.verdict?.Reason).toContain('The memory of the GPU is too small');
  });

  test('and serves, is left alone: nothing is read, nothing is kept', async () => {
    account.looks = [look('Creating'), look('InService')];
    await account.deploy();
    expect(account.verdict).toMatchObject({ Status: 'SUCCESS', Reason: 'The endpoint serves what was deployed' });
    expect(new Set(account.operations)).toEqual(new Set(['DescribeEndpoint']));
  });

  test('for longer than a function lives, is watched by several invocations', async () => {
    account.looks = [
      ...Array.from({ length: 70 }, () => look('Creating')),
      look('Failed', 'new', { FailureReason: PING }),
    ];
    expect(await account.deploy()).toBeGreaterThan(2);
    expect(account.verdict).toMatchObject({ Status: 'FAILED', PhysicalResourceId: 'failure-report-vision' });
  });
});

describe('an endpoint that is updated', () => {
  test('and goes back, is reported when SageMaker is done, with what it said when it failed', async () => {
    account.looks = [
      look('InService', 'old'),
      UPDATING,
      look('RollingBack', 'old', { FailureReason: PING }),
      look('InService', 'old'),
    ];
    account.containerLines = [DRIVER];
    await account.deploy(UPDATE);
    expect(account.verdict?.Status).toBe('FAILED');
    expect(account.verdict?.Reason).toContain(PING);
    expect(account.operations.at(-1)).toBe('DescribeEndpoint'); // after the lines were read: CloudFormation has to wait for it
  });

  test('and serves the old configuration afterwards, is reported also if nobody saw it roll back', async () => {
    account.looks = [UPDATING, look('InService', 'old')];
    await account.deploy(UPDATE);
    expect(account.verdict?.Reason).toContain('The endpoint vision failed: SageMaker gives no reason');
  });

  test('and is seen with the old configuration for a moment, is not reported', async () => {
    account.looks = [UPDATING, look('InService', 'old'), look('InService')];
    await account.deploy(UPDATE);
    expect(account.verdict?.Status).toBe('SUCCESS');
  });

  test('and scales before, is not taken for one that failed', async () => {
    account.looks = [
      look('Updating', 'old'),
      look('InService', 'old'),
      look('InService', 'old'),
      UPDATING,
      look('InService'),
    ];
    await account.deploy(UPDATE);
    expect(account.verdict?.Status).toBe('SUCCESS');
  });
});

describe('CloudFormation never waits in vain', () => {
  test('when the resource is deleted', async () => {
    await account.deploy({ ...UPDATE, RequestType: 'Delete' });
    expect(account.verdict?.Status).toBe('SUCCESS');
    expect(account.operations).toEqual([]);
  });

  test('when the stack goes back to where it was', async () => {
    account.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
    await account.deploy(UPDATE);
    expect(account.verdict?.Status).toBe('SUCCESS');
    expect(account.operations).toEqual(['DescribeStacks']);
  });

  test('when something else fails before the endpoint is begun', async () => {
    account.looks = [undefined];
    account.stackStatus = 'ROLLBACK_IN_PROGRESS';
    await account.deploy();
    expect(account.verdict).toMatchObject({ Status: 'SUCCESS', Reason: 'The stack is rolling back' });
  });

  test('when the endpoint is deleted while it is created', async () => {
    account.looks = [look('Creating'), look('Deleting'), undefined];
    await account.deploy();
    expect(account.verdict).toMatchObject({ Status: 'SUCCESS', Reason: 'The endpoint was deleted' });
  });

  test('when the endpoint may not be described: that fails no deployment', async () => {
    account.failures = { DescribeEndpoint: 'AccessDeniedException: not allowed' };
    await account.deploy();
    expect(account.verdict?.Status).toBe('SUCCESS');
    expect(account.verdict?.Reason).toMatch(/^The endpoint was not watched: AccessDeniedException/);
  });

  test('when neither the log can be read nor lines be kept: the reason is told all the same', async () => {
    account.failures = {
      DescribeLogStreams: 'ResourceNotFoundException: no group',
      CreateLogGroup: 'AccessDeniedException: not allowed',
    };
    account.looks = [look('Failed', 'new', { FailureReason: PING })];
    await account.deploy();
    expect(account.verdict?.Status).toBe('FAILED');
    expect(account.verdict?.Reason).toContain("The container's lines are not kept: AccessDeniedException");
  });
});
