import * as fc from 'fast-check';
import { AwsError, Call } from '../../account/call';
import { metricsDocument } from '../../monitoring/fixtures/metrics-document';
import { CONTROL_CHARACTER, SECRET, secretText } from '../responses-with-secret';
import { FunctionUnderTest, withFunctionUnderTest, endpointNotFoundError } from '../function-under-test';

/** An event of SageMaker, and the state of the account at that time. */
interface Scenario {
  /** The status in the event. */
  readonly status: string;
  /** The configuration that the endpoint serves. */
  readonly served?: string;
  /** CloudFormation's status of the endpoint; undefined if CloudFormation has not begun to create it. */
  readonly endpointStatus?: string;
  /** Whether the stack has updated the endpoint since it created the configuration `new`. */
  readonly hasBegun?: boolean;
  readonly stackStatus?: string;
  /** The response to DescribeEndpoint, or undefined if the endpoint does not exist. */
  readonly description?: object;
  readonly containerLines?: string[];
  /** Log lines of a container of the previous fleet. */
  readonly previousLines?: string[];
  readonly key?: string;
  /** The errors of failing operations, by operation name. */
  readonly failures?: Record<string, AwsError>;
}

interface Result extends Pick<FunctionUnderTest, 'operations' | 'requests' | 'loggedLines'> {
  /** The lines in the log group outside the stack, by log stream. */
  readonly kept: Record<string, string[]>;
}

const MINUTE = 60_000;
const PING_FAILURE = 'The primary container for production variant AllTraffic did not pass the ping health check.';
const OLD_DRIVER =
  'ERROR: This container was built for NVIDIA Driver Release 575.51 or later, but version 470.256.02 was detected';
const KEPT_LOG_GROUP = '/cdk-sagemaker-triton/failed-deployments/vision';

async function receive(scenario: Scenario): Promise<Result> {
  const { stackStatus = 'UPDATE_IN_PROGRESS', containerLines = [], failures = {}, hasBegun = true } = scenario;
  return withFunctionUnderTest('failure-report', async (lambda) => {
    const { logs, account } = lambda.aws;
    const began = Date.now();
    const describeResource = ({ LogicalResourceId }: Call['input']): object => {
      const isConfig = LogicalResourceId === 'EndpointConfig';
      if (!isConfig && scenario.endpointStatus === undefined)
        throw new AwsError('ValidationError', 'Resource Endpoint does not exist for stack vision');
      return {
        PhysicalResourceId: `arn:aws:sagemaker:us-east-1:111122223333:${isConfig ? 'endpoint-config/new' : 'endpoint/vision'}`,
        ResourceStatus: isConfig ? 'CREATE_COMPLETE' : scenario.endpointStatus,
        LastUpdatedTimestamp: new Date(isConfig ? began : began + (hasBegun ? 1000 : -MINUTE)),
      };
    };
    account.services.set('cloudformation', {
      name: 'cloudformation',
      handle: async ({ operation, input }) =>
        operation === 'DescribeStackResource'
          ? { StackResourceDetail: describeResource(input) }
          : { Stacks: [{ StackStatus: stackStatus }] },
    });
    lambda.responses = ({ operation }) => {
      if (operation !== 'DescribeEndpoint') return undefined;
      if (!scenario.description) throw endpointNotFoundError();
      return scenario.description;
    };
    account.injectFault = ({ operation, input }) =>
      String(input.logGroupName).startsWith('/aws/lambda/') ? undefined : failures[operation];
    const eventsOf = (timestamp: number, lines: string[]): { timestamp: number; message: string }[] =>
      lines.map((message) => ({ timestamp, message: `${message}\n` }));
    const streams = new Map([
      ['AllTraffic/i-1', eventsOf(began + MINUTE, containerLines)],
      ['AllTraffic/i-0', eventsOf(began - MINUTE, scenario.previousLines ?? [])],
    ]);
    logs.groups.set('/aws/sagemaker/Endpoints/vision', { streams, filters: new Map() });
    await lambda.invoke({
      detail: {
        EndpointName: 'vision',
        EndpointConfigName: scenario.served ?? 'new',
        EndpointStatus: scenario.status,
        CreationTime: began,
      },
      stackId: 'stack',
      endpoints: { vision: { endpoint: 'Endpoint', config: 'EndpointConfig', key: scenario.key } },
    });
    await account.sleep(10 * MINUTE);
    const { operations, requests, loggedLines } = lambda;
    const kept = Object.fromEntries(
      [...(logs.groups.get(KEPT_LOG_GROUP)?.streams ?? [])].map(([name, events]) => [
        name.replace(String(began), 'created'),
        events.map(({ message }) => message),
      ]),
    );
    return { operations, requests, loggedLines, kept };
  });
}

const FAILED = { EndpointStatus: 'Failed', EndpointConfigName: 'new', FailureReason: PING_FAILURE };
const CREATE: Scenario = {
  status: 'FAILED',
  endpointStatus: 'CREATE_IN_PROGRESS',
  stackStatus: 'CREATE_IN_PROGRESS',
  description: FAILED,
};
const STREAM = 'new/created';

/** A rollback of SageMaker to the configuration `old`, while CloudFormation waits for the update. */
const ROLLED_BACK: Scenario = {
  status: 'IN_SERVICE',
  served: 'old',
  endpointStatus: 'UPDATE_IN_PROGRESS',
  description: { EndpointStatus: 'InService', EndpointConfigName: 'old', FailureReason: PING_FAILURE },
};

describe('a creation that fails', () => {
  test('is reported with the reason, the cause and the log lines of the container', async () => {
    const { kept, loggedLines } = await receive({ ...CREATE, containerLines: ['starting', OLD_DRIVER, 'the end'] });
    expect(kept[STREAM]).toEqual([
      `The endpoint vision failed: ${PING_FAILURE}`,
      expect.stringMatching(/^Likely cause: The GPU driver is too old .*\/rules\/sm\.driver\)?/),
      ...['starting', OLD_DRIVER, 'the end'],
    ]);
    expect(loggedLines.join('\n')).toContain('Likely cause: The GPU driver is too old');
  });

  test('keeps its lines for a month', async () => {
    const { requests } = await receive(CREATE);
    expect(requests.map(({ input }) => input)).toContainEqual({ logGroupName: KEPT_LOG_GROUP, retentionInDays: 30 });
  });

  test('keeps the messages of its log, although the server has written its metrics into the log for hours', async () => {
    const documents = ['error', 'MemoryError', 'exit code 137'].map((name) => metricsDocument({ ModelName: name }));
    const metrics = Array.from({ length: 3000 }, () => ['', ...documents]).flat();
    const { kept } = await receive({ ...CREATE, containerLines: ['starting', OLD_DRIVER, ...metrics, 'the end'] });
    expect(kept[STREAM].slice(2)).toEqual(['starting', OLD_DRIVER, 'the end']);
  });

  test.each(['DELETE_IN_PROGRESS', 'DELETE_COMPLETE', 'CREATE_FAILED'])(
    'is reported although CloudFormation has begun to roll back, and the endpoint is %s',
    async (endpointStatus) => {
      const stackStatus = 'ROLLBACK_IN_PROGRESS';
      const { kept } = await receive({
        ...CREATE,
        ...{ endpointStatus, stackStatus, description: undefined, containerLines: [OLD_DRIVER] },
      });
      expect(kept[STREAM]).toEqual([
        'The endpoint vision failed: SageMaker gives no reason',
        expect.stringContaining('Likely cause: The GPU driver is too old'),
        OLD_DRIVER,
      ]);
    },
  );

  test('keeps its lines in a log group that is encrypted with the key of the endpoint log', async () => {
    const kmsKeyId = 'arn:aws:kms:us-east-1:111122223333:key/1';
    const { requests } = await receive({ ...CREATE, key: kmsKeyId });
    expect(requests.find(({ operation }) => operation === 'CreateLogGroup')?.input).toEqual({
      logGroupName: KEPT_LOG_GROUP,
      kmsKeyId,
    });
  });

  test('is reported although the log cannot be read', async () => {
    const failures = { DescribeLogStreams: new AwsError('ResourceNotFoundException', 'no group') };
    expect((await receive({ ...CREATE, failures })).kept[STREAM][0]).toContain(PING_FAILURE);
  });

  test('is reported in the log of the function if the lines cannot be kept', async () => {
    const failures = { CreateLogGroup: new AwsError('AccessDeniedException', 'not allowed') };
    const { loggedLines } = await receive({ ...CREATE, failures });
    expect(loggedLines.join('\n')).toContain(PING_FAILURE);
  });

  test('fits into one request, however long the lines are', async () => {
    const containerLines = [
      `CUDA out of memory ${'€'.repeat(5000)}`,
      ...Array.from({ length: 500 }, () => 'é"'.repeat(900)),
    ];
    const { kept } = await receive({ ...CREATE, containerLines });
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(1_000_000);
    expect(kept[STREAM][1]).toContain('The memory of the GPU is too small');
  });
});

describe('an update that fails', () => {
  test.each<[string, Scenario]>([
    ['SageMaker rolls back', { ...ROLLED_BACK, status: 'ROLLING_BACK' }],
    ['SageMaker has rolled back', ROLLED_BACK],
    ['CloudFormation has noticed it', { ...ROLLED_BACK, endpointStatus: 'UPDATE_FAILED' }],
    ['the rollback has failed', { ...ROLLED_BACK, status: 'UPDATE_ROLLBACK_FAILED' }],
    ['the endpoint has failed', { ...ROLLED_BACK, status: 'FAILED' }],
  ])('is reported when %s, without log lines, because the lines may contain requests', async (_, scenario) => {
    const { kept, requests, loggedLines } = await receive({
      ...scenario,
      containerLines: [`CUDA out of memory: ${SECRET}`],
      previousLines: [SECRET],
    });
    expect(kept[STREAM]).toEqual([
      `The endpoint vision failed: ${PING_FAILURE}`,
      expect.stringMatching(/^Likely cause: The memory of the GPU is too small\. Use fewer instances/),
      expect.stringContaining(
        'The log of the containers is in /aws/sagemaker/Endpoints/vision. Its lines are not copied',
      ),
    ]);
    expect(JSON.stringify([kept, loggedLines, requests.map(({ input }) => input)])).not.toContain(SECRET);
  });

  test('is reported without any text of containers', async () => {
    const secretLines = fc.array(secretText, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(secretLines, secretLines, async (containerLines, previousLines) => {
        const { kept, loggedLines } = await receive({ ...ROLLED_BACK, containerLines, previousLines });
        const text = [...Object.values(kept).flat(), ...loggedLines].join('\n');
        expect(text).not.toContain(SECRET);
        expect(text).not.toMatch(CONTROL_CHARACTER);
      }),
      { numRuns: 6 },
    );
  });

  test('is not explained with lines of the previous fleet', async () => {
    const { kept } = await receive({
      ...ROLLED_BACK,
      containerLines: [OLD_DRIVER],
      previousLines: ['CUDA out of memory'],
    });
    expect(kept[STREAM][1]).toContain('The GPU driver is too old');
  });
});

describe('nothing is reported', () => {
  const updatedLater = {
    PendingDeploymentSummary: { EndpointConfigName: 'new', ProductionVariants: [] },
    EndpointConfigName: 'old',
    EndpointStatus: 'Updating',
  };

  test.each<[string, Scenario]>([
    ['the endpoint serves the deployed configuration', { ...ROLLED_BACK, served: 'New' }],
    ['the endpoint scales before the update', { ...ROLLED_BACK, endpointStatus: 'UPDATE_COMPLETE', hasBegun: false }],
    ['the endpoint was scaling, and CloudFormation repeats the update', { ...ROLLED_BACK, description: updatedLater }],
    [
      'CloudFormation restores the previous configuration',
      { ...ROLLED_BACK, stackStatus: 'UPDATE_ROLLBACK_IN_PROGRESS' },
    ],
    ['the stack has not created the endpoint', { ...ROLLED_BACK, endpointStatus: undefined }],
  ])('if %s', async (_, scenario) => {
    const { kept, operations } = await receive(scenario);
    expect(kept).toEqual({});
    expect(operations).not.toContain('DescribeLogStreams');
  });
});
