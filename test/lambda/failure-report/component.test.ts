import { AwsError } from '../../account/call';
import { SECRET } from '../responses-with-secret';
import { HandlerResponse, withFunctionUnderTest } from '../function-under-test';

/** The status of an inference component and its model, or undefined if it does not exist. */
type Description = { readonly status: string; readonly model: string; readonly reason?: string } | undefined;

/** The state of an account during the deployment of an inference component. */
interface Scenario {
  /** The responses to DescribeInferenceComponent, in order. The last response is repeated. */
  readonly descriptions: Description[];
  readonly stackStatus?: string;
  readonly containerLines?: string[];
  /** Log streams of copies with the previous model that replaced the failed copies, and are newer than the log of the failed copies. */
  readonly newerStreams?: number;
  readonly event?: object;
}

interface DeploymentResult {
  readonly response: HandlerResponse;
  readonly operations: string[];
  readonly readGroups: unknown[];
  readonly keptStreams: [name: string, lines: string[]][];
}

const COMPONENT = 'vision-classifier';
const LOG_GROUP = `/aws/sagemaker/InferenceComponents/${COMPONENT}`;
const KEPT_LOG_GROUP = '/cdk-sagemaker-triton/failed-deployments/vision';
const NO_ROOM =
  'There is not enough hardware resources on the instances for this endpoint to create a copy of the inference component.';
const OUT_OF_MEMORY = 'torch.cuda.OutOfMemoryError: CUDA out of memory.';
const UPDATE = { RequestType: 'Update', PhysicalResourceId: `failure-report-${COMPONENT}` };
const NEW = 'new-model';
const OLD = 'old-model';

async function deploy(scenario: Scenario): Promise<DeploymentResult> {
  const { descriptions, stackStatus = 'UPDATE_IN_PROGRESS', containerLines = [] } = scenario;
  return withFunctionUnderTest('failure-report', async (lambda) => {
    lambda.stackStatus = stackStatus;
    lambda.responses = ({ operation }) => {
      if (operation !== 'DescribeInferenceComponent') return undefined;
      const description = descriptions.length > 1 ? descriptions.shift() : descriptions[0];
      if (!description) throw new AwsError('ValidationException', `Could not find inference component "${COMPONENT}".`);
      const { status, model, reason } = description;
      return { InferenceComponentStatus: status, Specification: { ModelName: model }, FailureReason: reason };
    };
    const { groups } = lambda.aws.logs;
    const stream = (minutes: number, lines: string[]): { timestamp: number; message: string }[] =>
      lines.map((message) => ({ timestamp: Date.now() + minutes * 60_000, message }));
    const streams = new Map([
      ['AllTraffic/previous', stream(-1, [`CUDA_ERROR_ ${SECRET}`])],
      ['AllTraffic/new', stream(1, containerLines)],
    ]);
    for (let index = 0; index < (scenario.newerStreams ?? 0); index++)
      streams.set(`AllTraffic/restored-${index}`, stream(2 + index, ['starting']));
    groups.set(LOG_GROUP, { streams, filters: new Map() });
    const properties = { EndpointName: 'vision', InferenceComponentName: COMPONENT, ModelName: NEW };
    const response = await lambda.send({ ...scenario.event }, properties);
    const readGroups = lambda.requests
      .filter(({ operation }) => operation === 'GetLogEvents')
      .map(({ input }) => input.logGroupName);
    const kept = [...(groups.get(KEPT_LOG_GROUP)?.streams ?? [])];
    return {
      response,
      operations: lambda.operations,
      readGroups: [...new Set(readGroups)],
      keptStreams: kept.map(([name, events]) => [name, events.map(({ message }) => message)]),
    };
  });
}

describe('a creation', () => {
  test('that fails is reported with the reason of SageMaker, the cause and the log lines of the copies', async () => {
    const { response, readGroups } = await deploy({
      descriptions: [undefined, { status: 'Creating', model: NEW }, { status: 'Failed', model: NEW, reason: 'ping' }],
      containerLines: ['starting', OUT_OF_MEMORY, 'the end'],
    });
    expect(response).toMatchObject({ Status: 'FAILED', PhysicalResourceId: `failure-report-${COMPONENT}` });
    expect(response.Reason).toContain(`The inference component ${COMPONENT} failed: ping`);
    expect(response.Reason).toMatch(/Likely cause: The memory of the GPU is too small, .*OutOfMemoryError/);
    expect(response.Reason).toContain('the end');
    expect(response.Reason).not.toContain(SECRET);
    expect(readGroups).toEqual([LOG_GROUP]);
  });

  test('that fails keeps its log lines in the log group of the endpoint, in a stream of the inference component', async () => {
    const { keptStreams } = await deploy({
      descriptions: [{ status: 'Failed', model: NEW, reason: 'ping' }],
      containerLines: [OUT_OF_MEMORY],
    });
    expect(keptStreams).toEqual([[expect.stringMatching(/^vision-classifier\/\d{4}-/), ['ping', OUT_OF_MEMORY]]]);
  });

  test('that fails because no instance has room for a copy is reported with this cause', async () => {
    const { response } = await deploy({ descriptions: [{ status: 'Failed', model: NEW, reason: NO_ROOM }] });
    expect(response.Reason).toContain('Likely cause: No instance has enough free resources for a copy');
  });

  test('that fails is reported, although the rollback deletes the inference component before the failure is observed', async () => {
    const { response } = await deploy({
      descriptions: [
        { status: 'Creating', model: NEW },
        { status: 'Deleting', model: NEW, reason: NO_ROOM },
      ],
      stackStatus: 'ROLLBACK_IN_PROGRESS',
    });
    expect(response.Status).toBe('FAILED');
    expect(response.Reason).toContain(NO_ROOM);
  });

  test('is not reported if the inference component is in service', async () => {
    const { response, operations } = await deploy({
      descriptions: [
        { status: 'Creating', model: NEW },
        { status: 'InService', model: NEW },
      ],
    });
    expect(response).toMatchObject({ Status: 'SUCCESS', Reason: 'The inference component serves the deployed model' });
    expect(new Set(operations)).toEqual(new Set(['DescribeInferenceComponent']));
  });
});

// It is not documented whether DescribeInferenceComponent returns the previous or the new model during an update.
describe.each([OLD, NEW])('an update during which SageMaker describes the %s', (model) => {
  const before = { status: 'InService', model: OLD };
  const updating = { status: 'Updating', model };

  test('is a failure if the inference component then has the previous model', async () => {
    const { response, keptStreams } = await deploy({
      descriptions: [before, updating, updating, before],
      containerLines: [`${OUT_OF_MEMORY} ${SECRET}`],
      newerStreams: 4,
      event: UPDATE,
    });
    expect(response.Status).toBe('FAILED');
    expect(response.Reason).toContain('failed: SageMaker gives no reason');
    expect(response.Reason).toContain('Likely cause: The memory of the GPU is too small. ');
    // The copies of a batch receive requests before the next batch starts.
    expect(response.Reason).toContain(`The log of the containers is in ${LOG_GROUP}. Its lines are not copied`);
    expect(JSON.stringify([response, keptStreams])).not.toContain(SECRET);
  });

  test('is a failure if the status is then Failed', async () => {
    const { response } = await deploy({
      descriptions: [before, updating, { status: 'Failed', model, reason: NO_ROOM }],
      event: UPDATE,
    });
    expect(response.Status).toBe('FAILED');
    expect(response.Reason).toContain(NO_ROOM);
  });

  test('is not reported if the inference component then has the new model', async () => {
    const { response } = await deploy({
      descriptions: [before, before, updating, { status: 'InService', model: NEW }],
      event: UPDATE,
    });
    expect(response.Status).toBe('SUCCESS');
  });
});

describe('CloudFormation receives a success', () => {
  test('after ten minutes if the update does not start, also if the previous deployment had failed', async () => {
    for (const status of ['InService', 'Failed']) {
      const { response } = await deploy({ descriptions: [{ status, model: OLD }], event: UPDATE });
      expect(response).toMatchObject({
        Status: 'SUCCESS',
        Reason: 'SageMaker has not started to deploy the inference component',
      });
    }
  });

  test('if the inference component is deleted during its creation', async () => {
    const { response } = await deploy({ descriptions: [{ status: 'Creating', model: NEW }, undefined] });
    expect(response).toMatchObject({ Status: 'SUCCESS', Reason: 'The inference component was deleted' });
  });
});
