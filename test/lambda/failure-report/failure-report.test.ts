import * as fc from 'fast-check';
import { AwsError } from '../../account/call';
import { OBEYED, SECRET, secretText } from '../responses-with-secret';
import { FunctionInAccount, inAccount, noEndpoint, Verdict } from '../in-account';

/** What DescribeEndpoint answers; undefined when there is no endpoint. */
type Look = { EndpointStatus: string; EndpointConfigName: string; [key: string]: unknown } | undefined;

/** What a deployment finds. */
interface Scene {
  /** What DescribeEndpoint answers, one after the other; the last again and again. */
  readonly looks?: Look[];
  readonly stackStatus?: string;
  readonly containerLines?: string[];
  /** Lines of a container that served before the deployment. */
  readonly linesBefore?: string[];
  /** Whether an earlier failure has left the log group that outlives the stack. */
  readonly keptBefore?: boolean;
  /** Errors of operations. */
  readonly failures?: Record<string, AwsError>;
  readonly event?: object;
  readonly properties?: object;
}

/** What came of it. */
interface Deployed extends Pick<FunctionInAccount, 'operations' | 'invocations' | 'requests'> {
  readonly verdict: Verdict;
  /** Lines of the log group that outlives the stack. */
  readonly kept?: string[];
}

async function deploy(scene: Scene): Promise<Deployed> {
  const { looks = [], stackStatus = 'CREATE_IN_PROGRESS', containerLines = [], failures = {} } = scene;
  return inAccount('failure-report', async (lambda) => {
    lambda.stackStatus = stackStatus;
    lambda.answers = ({ operation }) => {
      if (operation !== 'DescribeEndpoint') return undefined;
      const look = looks.length > 1 ? looks.shift() : looks[0];
      if (!look) throw noEndpoint();
      return look;
    };
    const { logs, account } = lambda.aws;
    account.fault = ({ operation, input }) =>
      String(input.logGroupName).startsWith('/aws/lambda/') ? undefined : failures[operation];
    const eventsOf = (timestamp: number, lines: string[]): { timestamp: number; message: string }[] =>
      lines.map((message) => ({ timestamp, message: `${message}\n` }));
    const streams = new Map([
      ['AllTraffic/i-1', eventsOf(Date.now() + MINUTE, containerLines)],
      ['AllTraffic/i-0', eventsOf(Date.now() - MINUTE, scene.linesBefore ?? [])],
    ]);
    logs.groups.set('/aws/sagemaker/Endpoints/vision', { streams, filters: new Map() });
    if (scene.keptBefore) logs.groups.set(KEPT, { streams: new Map(), filters: new Map() });
    const properties = { EndpointName: 'vision', EndpointConfigName: 'new', ...scene.properties };
    const verdict = await lambda.send({ ...scene.event }, properties);
    const { operations, invocations, requests } = lambda;
    const [stream] = [...(logs.groups.get(KEPT)?.streams.values() ?? [])];
    return { verdict, operations, invocations, requests, kept: stream?.map(({ message }) => message) };
  });
}

const MINUTE = 60_000;
const PING = 'The primary container for production variant AllTraffic did not pass the ping health check.';
const DRIVER =
  'ERROR: This container was built for NVIDIA Driver Release 575.51 or later, but version 470.256.02 was detected';
const KEPT = '/cdk-sagemaker-triton/failed-deployments/vision';

function look(EndpointStatus: string, EndpointConfigName = 'new', more: object = {}): Look {
  return { EndpointStatus, EndpointConfigName, ...more };
}

/** An update whose new fleet is at a stage. */
function updating(stage: string): Look {
  const ProductionVariants = [{ VariantName: 'AllTraffic', VariantStatus: [{ Status: stage }] }];
  return look('Updating', 'old', { PendingDeploymentSummary: { EndpointConfigName: 'new', ProductionVariants } });
}

/** An update under way. */
const UPDATING = updating('Creating');
const FAILED = look('Failed', 'new', { FailureReason: PING });
const UPDATE = { RequestType: 'Update', PhysicalResourceId: 'failure-report-vision' };

describe('an endpoint that is created', () => {
  test('and fails, is reported with the reason, the cause and what the container said', async () => {
    const { verdict } = await deploy({
      looks: [undefined, look('Creating'), FAILED],
      containerLines: ['starting', DRIVER, 'the end'],
    });
    expect(verdict).toMatchObject({ Status: 'FAILED', PhysicalResourceId: 'failure-report-vision' });
    expect(verdict.Reason).toContain(`The endpoint vision failed: ${PING}`);
    expect(verdict.Reason).toMatch(/Likely cause: The GPU driver is too old .*\/rules\/sm\.driver\)/);
    expect(verdict.Reason).toContain('the end');
  });

  test('has its lines kept outside the stack, for a month', async () => {
    const { kept, requests, verdict } = await deploy({ looks: [FAILED], containerLines: ['starting', DRIVER] });
    expect(kept).toEqual([PING, 'starting', DRIVER]);
    expect(requests.map(({ input }) => input)).toContainEqual({ logGroupName: KEPT, retentionInDays: 30 });
    expect(verdict.Reason).toContain(`These lines are kept in the log group ${KEPT}`);
  });

  test('has its lines kept again when an earlier failure left the log group', async () => {
    expect((await deploy({ looks: [FAILED], keptBefore: true })).kept).toEqual([PING]);
  });

  test('and is deleted by the rollback before its failure is seen, has its lines kept', async () => {
    const { kept } = await deploy({
      looks: [look('Creating'), look('Deleting')],
      stackStatus: 'ROLLBACK_IN_PROGRESS',
      containerLines: [DRIVER],
    });
    expect(kept).toEqual([DRIVER]);
  });

  test('has its lines encrypted as its log is', async () => {
    const kmsKeyId = 'arn:aws:kms:us-east-1:111122223333:key/1';
    const { requests } = await deploy({ looks: [look('Failed')], properties: { EncryptionKeyArn: kmsKeyId } });
    expect(requests.find(({ operation }) => operation === 'CreateLogGroup')?.input).toEqual({
      logGroupName: KEPT,
      kmsKeyId,
    });
  });

  test('is reported in 4 KB, however much there is to say', async () => {
    const { verdict } = await deploy({
      looks: [look('Failed', 'new', { FailureReason: 'x'.repeat(1000) })],
      containerLines: [`CUDA out of memory ${'€'.repeat(5000)}`, ...Array.from({ length: 50 }, () => 'é"'.repeat(300))],
    });
    expect(verdict.bytes).toBeLessThanOrEqual(4096);
    expect(verdict.Reason).toContain('The memory of the GPU is too small');
  });

  test('and serves, is left alone: nothing is read, nothing is kept', async () => {
    const { verdict, operations } = await deploy({ looks: [look('Creating'), look('InService')] });
    expect(verdict).toMatchObject({ Status: 'SUCCESS', Reason: 'The endpoint serves the deployed configuration' });
    expect(new Set(operations)).toEqual(new Set(['DescribeEndpoint']));
  });

  test('for longer than a function lives, is watched by several invocations', async () => {
    const { verdict, invocations } = await deploy({
      looks: [...Array.from({ length: 200 }, () => look('Creating')), FAILED],
    });
    expect(invocations).toBeGreaterThan(1);
    expect(verdict).toMatchObject({ Status: 'FAILED', PhysicalResourceId: 'failure-report-vision' });
  });
});

describe('an endpoint that is updated', () => {
  test('and goes back, is reported when SageMaker is done, with what it said when it failed', async () => {
    const { verdict, operations } = await deploy({
      looks: [
        look('InService', 'old'),
        UPDATING,
        look('RollingBack', 'old', { FailureReason: PING }),
        look('InService', 'old'),
      ],
      containerLines: [DRIVER],
      event: UPDATE,
    });
    expect(verdict.Status).toBe('FAILED');
    expect(verdict.Reason).toContain(PING);
    expect(operations.at(-1)).toBe('DescribeEndpoint'); // after the lines were read: CloudFormation has to wait for it
  });

  test('and goes back before it receives requests, is reported with lines of its own containers alone', async () => {
    const { verdict, kept } = await deploy({
      looks: [UPDATING, look('RollingBack', 'old', { FailureReason: PING }), look('InService', 'old')],
      containerLines: [DRIVER],
      linesBefore: ['request of patient-4711'],
      event: UPDATE,
    });
    expect(verdict.Reason).toContain(`The container's last lines:\n${DRIVER}`);
    expect(kept).toEqual([PING, DRIVER]);
  });

  test.each(['ActivatingTraffic', 'Baking'])(
    'and goes back from %s, is reported without lines: they may be about requests',
    async (stage) => {
      const { verdict, kept, requests } = await deploy({
        looks: [UPDATING, updating(stage), look('RollingBack', 'old'), look('InService', 'old')],
        containerLines: [`CUDA out of memory: ${SECRET}`],
        linesBefore: [SECRET],
        event: UPDATE,
      });
      expect(verdict.Reason).toMatch(/Likely cause: The memory of the GPU is too small\. Use fewer instances/);
      expect(verdict.Reason).toContain('Its lines are not copied');
      expect(JSON.stringify([verdict, kept, requests.map(({ input }) => input)])).not.toContain(SECRET);
    },
  );

  test('tells and keeps nothing of containers that have served, whatever they print', async () => {
    const lines = fc.array(secretText, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(lines, lines, fc.boolean(), async (own, before, hasServed) => {
        const { verdict, kept } = await deploy({
          looks: [hasServed ? updating('Baking') : UPDATING, look('RollingBack', 'old'), look('InService', 'old')],
          containerLines: hasServed ? own : own.map((line) => line.replaceAll(SECRET, '')),
          linesBefore: before,
          event: UPDATE,
        });
        expect(JSON.stringify([verdict.Reason, kept])).not.toContain(SECRET);
        expect(verdict.Reason).not.toMatch(OBEYED);
      }),
      { numRuns: 6 },
    );
  });

  test('and serves the old configuration afterwards, is reported also if nobody saw it roll back', async () => {
    const { verdict } = await deploy({ looks: [UPDATING, look('InService', 'old')], event: UPDATE });
    expect(verdict.Reason).toContain('The endpoint vision failed: SageMaker gives no reason');
  });

  test('and is seen with the old configuration for a moment, is not reported', async () => {
    const { verdict } = await deploy({
      looks: [UPDATING, look('InService', 'old'), look('InService')],
      event: UPDATE,
    });
    expect(verdict.Status).toBe('SUCCESS');
  });

  test('and scales before, is not taken for one that failed', async () => {
    const { verdict } = await deploy({
      looks: [look('Updating', 'old'), look('InService', 'old'), look('InService', 'old'), UPDATING, look('InService')],
      event: UPDATE,
    });
    expect(verdict.Status).toBe('SUCCESS');
  });
});

describe('CloudFormation never waits in vain', () => {
  test('when the resource is deleted', async () => {
    const { verdict, operations } = await deploy({ event: { ...UPDATE, RequestType: 'Delete' } });
    expect(verdict.Status).toBe('SUCCESS');
    expect(operations).toEqual([]);
  });

  test('when the stack goes back to where it was', async () => {
    const { verdict, operations } = await deploy({ stackStatus: 'UPDATE_ROLLBACK_IN_PROGRESS', event: UPDATE });
    expect(verdict.Status).toBe('SUCCESS');
    expect(operations).toEqual(['DescribeStacks']);
  });

  test('when something else fails before the endpoint is begun', async () => {
    const { verdict } = await deploy({ looks: [undefined], stackStatus: 'ROLLBACK_IN_PROGRESS' });
    expect(verdict).toMatchObject({ Status: 'SUCCESS', Reason: 'The stack is rolling back' });
  });

  test('when nothing begins the endpoint, and nothing fails: after ten minutes', async () => {
    const { verdict } = await deploy({ looks: [undefined] });
    expect(verdict).toMatchObject({ Status: 'SUCCESS', Reason: 'SageMaker has not started to deploy the endpoint' });
  });

  test('when the endpoint is deleted while it is created', async () => {
    const { verdict } = await deploy({ looks: [look('Creating'), look('Deleting'), undefined] });
    expect(verdict).toMatchObject({ Status: 'SUCCESS', Reason: 'The endpoint was deleted' });
  });

  test('when the endpoint may not be described: that fails no deployment', async () => {
    const failures = { DescribeEndpoint: new AwsError('AccessDeniedException', 'not allowed') };
    const { verdict } = await deploy({ failures });
    expect(verdict.Status).toBe('SUCCESS');
    expect(verdict.Reason).toMatch(/^The endpoint was not watched: AccessDeniedException/);
  });

  test('when neither the log can be read nor lines be kept: the reason is told all the same', async () => {
    const failures = {
      DescribeLogStreams: new AwsError('ResourceNotFoundException', 'no group'),
      CreateLogGroup: new AwsError('AccessDeniedException', 'not allowed'),
    };
    const { verdict } = await deploy({ looks: [FAILED], failures });
    expect(verdict.Status).toBe('FAILED');
    expect(verdict.Reason).toContain("The container's lines are not kept: not allowed");
  });
});
