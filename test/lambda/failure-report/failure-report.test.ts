import * as fc from 'fast-check';
import { AwsError } from '../../account/call';
import { metricsDocument } from '../../monitoring/fixtures/metrics-document';
import { CONTROL_CHARACTER, SECRET, secretText } from '../responses-with-secret';
import {
  FunctionUnderTest,
  withFunctionUnderTest,
  endpointNotFoundError,
  HandlerResponse,
} from '../function-under-test';

/** A response to DescribeEndpoint, or undefined if the endpoint does not exist. */
type Description = { EndpointStatus: string; EndpointConfigName: string; [key: string]: unknown } | undefined;

/** The state of an account during a deployment. */
interface Scenario {
  /** The responses to DescribeEndpoint, in order. The last response is repeated. */
  readonly descriptions?: Description[];
  readonly stackStatus?: string;
  readonly containerLines?: string[];
  /** Log lines of a container of the previous fleet. */
  readonly previousLines?: string[];
  /** Whether the log group outside the stack already exists, because of an earlier failure. */
  readonly hasKeptLogGroup?: boolean;
  /** The errors of failing operations, by operation name. */
  readonly failures?: Record<string, AwsError>;
  readonly event?: object;
  readonly properties?: object;
}

/** The result of a simulated deployment. */
interface DeploymentResult extends Pick<FunctionUnderTest, 'operations' | 'invocations' | 'requests'> {
  readonly response: HandlerResponse;
  /** The lines in the log group outside the stack. */
  readonly keptLines?: string[];
}

async function deploy(scenario: Scenario): Promise<DeploymentResult> {
  const { descriptions = [], stackStatus = 'CREATE_IN_PROGRESS', containerLines = [], failures = {} } = scenario;
  return withFunctionUnderTest('failure-report', async (lambda) => {
    lambda.stackStatus = stackStatus;
    lambda.responses = ({ operation }) => {
      if (operation !== 'DescribeEndpoint') return undefined;
      const description = descriptions.length > 1 ? descriptions.shift() : descriptions[0];
      if (!description) throw endpointNotFoundError();
      return description;
    };
    const { logs, account } = lambda.aws;
    account.injectFault = ({ operation, input }) =>
      String(input.logGroupName).startsWith('/aws/lambda/') ? undefined : failures[operation];
    const eventsOf = (timestamp: number, lines: string[]): { timestamp: number; message: string }[] =>
      lines.map((message) => ({ timestamp, message: `${message}\n` }));
    const streams = new Map([
      ['AllTraffic/i-1', eventsOf(Date.now() + MINUTE, containerLines)],
      ['AllTraffic/i-0', eventsOf(Date.now() - MINUTE, scenario.previousLines ?? [])],
    ]);
    logs.groups.set('/aws/sagemaker/Endpoints/vision', { streams, filters: new Map() });
    if (scenario.hasKeptLogGroup) logs.groups.set(KEPT_LOG_GROUP, { streams: new Map(), filters: new Map() });
    const properties = { EndpointName: 'vision', EndpointConfigName: 'new', ...scenario.properties };
    const response = await lambda.send({ ...scenario.event }, properties);
    const { operations, invocations, requests } = lambda;
    const [stream] = [...(logs.groups.get(KEPT_LOG_GROUP)?.streams.values() ?? [])];
    return { response, operations, invocations, requests, keptLines: stream?.map(({ message }) => message) };
  });
}

const MINUTE = 60_000;
const PING_FAILURE = 'The primary container for production variant AllTraffic did not pass the ping health check.';
const OLD_DRIVER =
  'ERROR: This container was built for NVIDIA Driver Release 575.51 or later, but version 470.256.02 was detected';
const KEPT_LOG_GROUP = '/cdk-sagemaker-triton/failed-deployments/vision';

function endpoint(EndpointStatus: string, EndpointConfigName = 'new', overrides: object = {}): Description {
  return { EndpointStatus, EndpointConfigName, ...overrides };
}

/** The description of an endpoint during an update, at a stage of the new fleet (the new instances). */
function updating(stage: string): Description {
  const ProductionVariants = [{ VariantName: 'AllTraffic', VariantStatus: [{ Status: stage }] }];
  return endpoint('Updating', 'old', { PendingDeploymentSummary: { EndpointConfigName: 'new', ProductionVariants } });
}

/** An update in progress. */
const UPDATING = updating('Creating');
const FAILED = endpoint('Failed', 'new', { FailureReason: PING_FAILURE });
const UPDATE = { RequestType: 'Update', PhysicalResourceId: 'failure-report-vision' };

describe('a creation', () => {
  test('that fails is reported with the reason, the cause and the log lines of the container', async () => {
    const { response } = await deploy({
      descriptions: [undefined, endpoint('Creating'), FAILED],
      containerLines: ['starting', OLD_DRIVER, 'the end'],
    });
    expect(response).toMatchObject({ Status: 'FAILED', PhysicalResourceId: 'failure-report-vision' });
    expect(response.Reason).toContain(`The endpoint vision failed: ${PING_FAILURE}`);
    expect(response.Reason).toMatch(/Likely cause: The GPU driver is too old .*\/rules\/sm\.driver\)/);
    expect(response.Reason).toContain('the end');
  });

  test('that fails keeps its log lines in a log group outside the stack for a month', async () => {
    const { keptLines, requests, response } = await deploy({
      descriptions: [FAILED],
      containerLines: ['starting', OLD_DRIVER],
    });
    expect(keptLines).toEqual([PING_FAILURE, 'starting', OLD_DRIVER]);
    expect(requests.map(({ input }) => input)).toContainEqual({ logGroupName: KEPT_LOG_GROUP, retentionInDays: 30 });
    expect(response.Reason).toContain(`These lines are kept in the log group ${KEPT_LOG_GROUP}`);
  });

  test('that fails keeps the messages of its log, although the server has written its metrics into the log for hours', async () => {
    const documents = ['error', 'MemoryError', 'exit code 137'].map((name) => metricsDocument({ ModelName: name }));
    const { keptLines, response } = await deploy({
      descriptions: [FAILED],
      containerLines: [
        'starting',
        OLD_DRIVER,
        ...Array.from({ length: 3000 }, () => ['', ...documents]).flat(),
        'the end',
      ],
    });
    expect(keptLines).toEqual([PING_FAILURE, 'starting', OLD_DRIVER, 'the end']);
    expect(response.Reason).toMatch(/Likely cause: The GPU driver is too old/);
    expect(response.Reason).not.toMatch(/CloudWatchMetrics/);
  });

  test('that fails keeps its log lines in an existing log group', async () => {
    expect((await deploy({ descriptions: [FAILED], hasKeptLogGroup: true })).keptLines).toEqual([PING_FAILURE]);
  });

  test('that fails keeps its log lines, although the rollback deletes the endpoint before the failure is observed', async () => {
    const { keptLines } = await deploy({
      descriptions: [endpoint('Creating'), endpoint('Deleting')],
      stackStatus: 'ROLLBACK_IN_PROGRESS',
      containerLines: [OLD_DRIVER],
    });
    expect(keptLines).toEqual([OLD_DRIVER]);
  });

  test('that fails keeps its log lines in a log group that is encrypted with the key of the endpoint log', async () => {
    const kmsKeyId = 'arn:aws:kms:us-east-1:111122223333:key/1';
    const { requests } = await deploy({
      descriptions: [endpoint('Failed')],
      properties: { EncryptionKeyArn: kmsKeyId },
    });
    expect(requests.find(({ operation }) => operation === 'CreateLogGroup')?.input).toEqual({
      logGroupName: KEPT_LOG_GROUP,
      kmsKeyId,
    });
  });

  test('that fails is reported in at most 4 KB', async () => {
    const { response } = await deploy({
      descriptions: [endpoint('Failed', 'new', { FailureReason: 'x'.repeat(1000) })],
      containerLines: [`CUDA out of memory ${'€'.repeat(5000)}`, ...Array.from({ length: 50 }, () => 'é"'.repeat(300))],
    });
    expect(response.bytes).toBeLessThanOrEqual(4096);
    expect(response.Reason).toContain('The memory of the GPU is too small');
  });

  test('is not reported if the endpoint is in service, and no log lines are read or kept', async () => {
    const { response, operations } = await deploy({ descriptions: [endpoint('Creating'), endpoint('InService')] });
    expect(response).toMatchObject({ Status: 'SUCCESS', Reason: 'The endpoint serves the deployed configuration' });
    expect(new Set(operations)).toEqual(new Set(['DescribeEndpoint']));
  });

  test('that fails is reported after several invocations', async () => {
    const { response, invocations } = await deploy({
      descriptions: [...Array.from({ length: 200 }, () => endpoint('Creating')), FAILED],
    });
    expect(invocations).toBeGreaterThan(1);
    expect(response).toMatchObject({ Status: 'FAILED', PhysicalResourceId: 'failure-report-vision' });
  });
});

describe('an update', () => {
  test('that fails is reported after the rollback, with the reason from the time of the failure', async () => {
    const { response, operations } = await deploy({
      descriptions: [
        endpoint('InService', 'old'),
        UPDATING,
        endpoint('RollingBack', 'old', { FailureReason: PING_FAILURE }),
        endpoint('InService', 'old'),
      ],
      containerLines: [OLD_DRIVER],
      event: UPDATE,
    });
    expect(response.Status).toBe('FAILED');
    expect(response.Reason).toContain(PING_FAILURE);
    expect(operations.at(-1)).toBe('DescribeEndpoint'); // CloudFormation must wait for the rollback, even after the lines were read
  });

  test('that fails before the new containers receive requests is reported with only the log lines of these containers', async () => {
    const { response, keptLines } = await deploy({
      descriptions: [
        UPDATING,
        endpoint('RollingBack', 'old', { FailureReason: PING_FAILURE }),
        endpoint('InService', 'old'),
      ],
      containerLines: [OLD_DRIVER],
      previousLines: ['request of patient-4711'],
      event: UPDATE,
    });
    expect(response.Reason).toContain(`The container's last lines:\n${OLD_DRIVER}`);
    expect(keptLines).toEqual([PING_FAILURE, OLD_DRIVER]);
  });

  test.each(['ActivatingTraffic', 'Baking'])(
    'that fails in the stage %s is reported without log lines, because the lines may contain requests',
    async (stage) => {
      const { response, keptLines, requests } = await deploy({
        descriptions: [UPDATING, updating(stage), endpoint('RollingBack', 'old'), endpoint('InService', 'old')],
        containerLines: [`CUDA out of memory: ${SECRET}`],
        previousLines: [SECRET],
        event: UPDATE,
      });
      expect(response.Reason).toMatch(/Likely cause: The memory of the GPU is too small\. Use fewer instances/);
      expect(response.Reason).toContain('Its lines are not copied');
      expect(JSON.stringify([response, keptLines, requests.map(({ input }) => input)])).not.toContain(SECRET);
    },
  );

  test('that fails is reported without any text of containers that have received requests', async () => {
    const secretLines = fc.array(secretText, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(secretLines, secretLines, fc.boolean(), async (lines, previousLines, hasServed) => {
        const { response, keptLines } = await deploy({
          descriptions: [
            hasServed ? updating('Baking') : UPDATING,
            endpoint('RollingBack', 'old'),
            endpoint('InService', 'old'),
          ],
          containerLines: hasServed ? lines : lines.map((line) => line.replaceAll(SECRET, '')),
          previousLines,
          event: UPDATE,
        });
        expect(JSON.stringify([response.Reason, keptLines])).not.toContain(SECRET);
        expect(response.Reason).not.toMatch(CONTROL_CHARACTER);
      }),
      { numRuns: 6 },
    );
  });

  test('is reported if the endpoint serves the old configuration, although no rollback was observed', async () => {
    const { response } = await deploy({ descriptions: [UPDATING, endpoint('InService', 'old')], event: UPDATE });
    expect(response.Reason).toContain('The endpoint vision failed: SageMaker gives no reason');
  });

  test('is not reported if DescribeEndpoint returns the old configuration only once', async () => {
    const { response } = await deploy({
      descriptions: [UPDATING, endpoint('InService', 'old'), endpoint('InService')],
      event: UPDATE,
    });
    expect(response.Status).toBe('SUCCESS');
  });

  test('is not reported because of a scaling activity before the update', async () => {
    const { response } = await deploy({
      descriptions: [
        endpoint('Updating', 'old'),
        endpoint('InService', 'old'),
        endpoint('InService', 'old'),
        UPDATING,
        endpoint('InService'),
      ],
      event: UPDATE,
    });
    expect(response.Status).toBe('SUCCESS');
  });
});

describe('CloudFormation receives a response', () => {
  test('if the resource is deleted', async () => {
    const { response, operations } = await deploy({ event: { ...UPDATE, RequestType: 'Delete' } });
    expect(response.Status).toBe('SUCCESS');
    expect(operations).toEqual([]);
  });

  test('if the stack rolls back', async () => {
    const { response, operations } = await deploy({ stackStatus: 'UPDATE_ROLLBACK_IN_PROGRESS', event: UPDATE });
    expect(response.Status).toBe('SUCCESS');
    expect(operations).toEqual(['DescribeStacks']);
  });

  test('if a different resource fails before the endpoint is created', async () => {
    const { response } = await deploy({ descriptions: [undefined], stackStatus: 'ROLLBACK_IN_PROGRESS' });
    expect(response).toMatchObject({ Status: 'SUCCESS', Reason: 'The stack is rolling back' });
  });

  test('after ten minutes if the creation of the endpoint does not start', async () => {
    const { response } = await deploy({ descriptions: [undefined] });
    expect(response).toMatchObject({ Status: 'SUCCESS', Reason: 'SageMaker has not started to deploy the endpoint' });
  });

  test('if the endpoint is deleted during its creation', async () => {
    const { response } = await deploy({ descriptions: [endpoint('Creating'), endpoint('Deleting'), undefined] });
    expect(response).toMatchObject({ Status: 'SUCCESS', Reason: 'The endpoint was deleted' });
  });

  test('that is a success if the role may not describe the endpoint', async () => {
    const failures = { DescribeEndpoint: new AwsError('AccessDeniedException', 'not allowed') };
    const { response } = await deploy({ failures });
    expect(response.Status).toBe('SUCCESS');
    expect(response.Reason).toMatch(/^The endpoint was not watched: AccessDeniedException/);
  });

  test('with the reason, although the log can be neither read nor kept', async () => {
    const failures = {
      DescribeLogStreams: new AwsError('ResourceNotFoundException', 'no group'),
      CreateLogGroup: new AwsError('AccessDeniedException', 'not allowed'),
    };
    const { response } = await deploy({ descriptions: [FAILED], failures });
    expect(response.Status).toBe('FAILED');
    expect(response.Reason).toContain("The container's lines are not kept: not allowed");
  });
});
