import { AwsError } from '../../account/call';
import { FunctionUnderTest, HandlerResponse, withFunctionUnderTest } from '../function-under-test';

const MINUTE = 60_000;
const COMPONENT = 'vision-classifier';
const PROPERTIES = { EndpointName: 'vision', ModelName: 'model-2' };
const tensorSpec = (name: string): object => ({ name, dataType: 'FP32', dims: ['2'] });
const MODEL = { name: 'classifier', maxBatchSize: 0, inputs: [tensorSpec('image')], outputs: [tensorSpec('scores')] };
const RESPONSE = { outputs: [{ name: 'scores', datatype: 'FP32', shape: [2], data: [3, 4] }] };
const NO_CAPACITY =
  'Inference Component has no capacity to process this request. ApplicationAutoScaling may be in-progress (if configured) or try to increase the capacity by invoking UpdateInferenceComponentRuntimeConfig API.';

/** A simulated inference component. */
interface Component {
  readonly status?: string;
  readonly modelName?: string;
  readonly failureReason?: string;
  readonly exists?: boolean;
  /** The time in minutes until the inference component has a copy. */
  readonly minutes?: number;
  readonly spec?: object;
  readonly logStreams?: object[];
}

interface TestResult extends HandlerResponse {
  readonly invocations: number;
  readonly operations: string[];
  readonly inputs: Record<string, unknown>[];
  readonly minutes: number;
}

/** Runs the smoke test of an inference component. */
function deploy(component: Component): Promise<TestResult> {
  return withFunctionUnderTest('smoke-test', async (lambda: FunctionUnderTest) => {
    const { status = 'InService', modelName = 'model-2', minutes = 0 } = component;
    const start = Date.now();
    const hasCopy = (): boolean => Date.now() - start >= minutes * MINUTE;
    lambda.responses = ({ operation }) => {
      switch (operation) {
        case 'DescribeInferenceComponent':
          if (component.exists === false)
            throw new AwsError('ValidationException', `Could not find inference component "${COMPONENT}".`);
          return {
            InferenceComponentName: COMPONENT,
            InferenceComponentStatus: status,
            FailureReason: component.failureReason,
            Specification: { ModelName: modelName },
            RuntimeConfig: { DesiredCopyCount: 1, CurrentCopyCount: hasCopy() ? 1 : 0 },
          };
        case 'InvokeEndpoint':
          if (!hasCopy()) throw Object.assign(new AwsError('ValidationError', NO_CAPACITY), { $fault: 'client' });
          return { Body: Buffer.from(JSON.stringify(RESPONSE)), ContentType: 'application/json' };
        case 'DescribeLogStreams':
          return { logStreams: component.logStreams ?? [{ logStreamName: 'AllTraffic/i-1' }] };
        default:
          return undefined;
      }
    };
    const Spec = JSON.stringify({ models: [MODEL], inferenceComponent: COMPONENT, ...component.spec });
    const result = await lambda.send({}, { ...PROPERTIES, Spec });
    const { operations, invocations, requests } = lambda;
    const inputs = requests.map(({ input }) => input);
    return { ...result, operations, invocations, inputs, minutes: (Date.now() - start) / MINUTE };
  });
}

const SCALES_TO_ZERO = { scalesToZero: true };
const invocationsIn = ({ operations }: TestResult): number =>
  operations.filter((operation) => operation === 'InvokeEndpoint').length;

test('requests name the inference component, and a correct response passes', async () => {
  const result = await deploy({});
  expect(result).toMatchObject({ Status: 'SUCCESS', Reason: '1 of 1 responses are correct' });
  expect(result.inputs).toContainEqual(
    expect.objectContaining({ EndpointName: 'vision', InferenceComponentName: COMPONENT }),
  );
  expect(result.operations).not.toContain('DescribeEndpoint');
});

test('the log of the inference component is read, not the log of the endpoint', async () => {
  const result = await deploy({ logStreams: [] });
  expect(result.Reason).toMatch(/WARNING: The inference component has no log stream, .* the role of the endpoint/);
  expect(result.inputs).toContainEqual(
    expect.objectContaining({ logGroupName: `/aws/sagemaker/InferenceComponents/${COMPONENT}` }),
  );
});

describe('an inference component that does not serve the deployed version is not invoked:', () => {
  test.each<[string, Component, RegExp]>([
    [
      'SageMaker rolled it back to the previous model',
      { modelName: 'model-1' },
      /^Inference component vision-classifier does not respond as expected\. It serves the model model-1, not model-2, which this deployment created: the inference component was rolled back \(status InService\)/,
    ],
    ['it failed', { status: 'Failed', failureReason: 'no room' }, /It is not in service \(status Failed: no room\)/],
    ['it does not exist', { exists: false }, /The inference component does not exist/],
  ])('%s', async (_, component, reason) => {
    for (const spec of [{}, SCALES_TO_ZERO]) {
      const result = await deploy({ ...component, spec });
      expect(result.Status).toBe('FAILED');
      expect(result.Reason).toMatch(reason);
      expect(result.operations).not.toContain('InvokeEndpoint');
    }
  });
});

test('an inference component whose copies scaling is changing is tested', async () => {
  expect((await deploy({ status: 'Updating' })).Status).toBe('SUCCESS');
});

describe('without a copy,', () => {
  test('the smoke test sends requests until scaling has started the first copy, and then tests in a new invocation', async () => {
    const result = await deploy({ minutes: 10, spec: SCALES_TO_ZERO });
    expect(result).toMatchObject({ Status: 'SUCCESS', Reason: '1 of 1 responses are correct', invocations: 2 });
    expect(invocationsIn(result)).toBeGreaterThan(10);
  });

  test('the smoke test also waits longer than an invocation of its function can run', async () => {
    const result = await deploy({ minutes: 40, spec: SCALES_TO_ZERO });
    expect(result.Status).toBe('SUCCESS');
    expect(result.invocations).toBeGreaterThan(3);
  });

  test('the smoke test fails before the timeout of CloudFormation, with the state of the inference component', async () => {
    const result = await deploy({
      minutes: Infinity,
      status: 'Updating',
      failureReason: 'no room',
      spec: SCALES_TO_ZERO,
    });
    expect(result).toMatchObject({
      Status: 'FAILED',
      Reason:
        'The smoke test sent requests to the inference component vision-classifier, and waited 55 minutes for scaling to start its first copy: 0 of 1 copies run (status Updating: no room)',
    });
    expect(result.minutes).toBeLessThan(60);
  });

  test('the smoke test waits for at most its timeout', async () => {
    const result = await deploy({ minutes: 25, spec: { ...SCALES_TO_ZERO, timeoutSeconds: 1200 } });
    expect(result.Status).toBe('FAILED');
    expect(result.Reason).toContain('waited 20 minutes');
  });

  test('the smoke test fails immediately if scaling may not remove all copies', async () => {
    const result = await deploy({ minutes: 10 });
    expect(result.Status).toBe('FAILED');
    expect(result.Reason).toContain(`ValidationError: ${NO_CAPACITY}`);
    expect(invocationsIn(result)).toBe(1);
  });

  test('a model without requests is not tested, and the smoke test does not wait', async () => {
    const result = await deploy({ minutes: Infinity, spec: { ...SCALES_TO_ZERO, models: [{ ...MODEL, inputs: [] }] } });
    expect(result.Reason).toMatch(/^NOT TESTED: /);
    expect(result.invocations).toBe(1);
  });
});
