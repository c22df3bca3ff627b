import { AwsError } from '../../account/call';
import { FunctionUnderTest, HandlerResponse, withFunctionUnderTest } from '../function-under-test';

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
  readonly hasCopy?: boolean;
  readonly spec?: object;
  readonly examples?: object;
}

interface TestResult extends HandlerResponse {
  readonly operations: string[];
  readonly inputs: Record<string, unknown>[];
}

/** Runs the smoke test of an inference component. */
function deploy(component: Component): Promise<TestResult> {
  return withFunctionUnderTest('smoke-test', async (lambda: FunctionUnderTest) => {
    const { status = 'InService', modelName = 'model-2', hasCopy = true } = component;
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
            RuntimeConfig: { DesiredCopyCount: 1, CurrentCopyCount: hasCopy ? 1 : 0 },
          };
        case 'InvokeEndpoint':
          if (!hasCopy) throw Object.assign(new AwsError('ValidationError', NO_CAPACITY), { $fault: 'client' });
          return { Body: Buffer.from(JSON.stringify(RESPONSE)), ContentType: 'application/json' };
        case 'GetObject':
          return { Body: Buffer.from(JSON.stringify(component.examples)) };
        default:
          return undefined;
      }
    };
    const Spec = JSON.stringify({ models: [MODEL], inferenceComponent: COMPONENT, ...component.spec });
    const location = component.examples && { ExamplesBucket: 'assets', ExamplesKey: 'examples' };
    const result = await lambda.send({}, { ...PROPERTIES, ...location, Spec });
    return { ...result, operations: lambda.operations, inputs: lambda.requests.map(({ input }) => input) };
  });
}

const SCALES_TO_ZERO = { scalesToZero: true };

test('requests name the inference component, and a correct response passes', async () => {
  const result = await deploy({});
  expect(result).toMatchObject({ Status: 'SUCCESS', Reason: '1 of 1 responses are correct' });
  expect(result.inputs).toContainEqual(
    expect.objectContaining({ EndpointName: 'vision', InferenceComponentName: COMPONENT }),
  );
  expect(result.operations).not.toContain('DescribeEndpoint');
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
  test('an inference component that scales to zero is not tested', async () => {
    const result = await deploy({ hasCopy: false, spec: SCALES_TO_ZERO });
    expect(result.Status).toBe('SUCCESS');
    expect(result.Reason).toMatch(
      /^NOT TESTED: Model classifier, zeros .*: ValidationError: Inference Component has no capacity/,
    );
  });

  test('an inference component that must have one fails the test, with its log group', async () => {
    const { Status, Reason } = await deploy({ hasCopy: false });
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(/ValidationError: .* log group \/aws\/sagemaker\/InferenceComponents\/vision-classifier$/);
  });
});

describe('an example of a sequence with two requests', () => {
  const request = { inputs: [{ name: 'image', datatype: 'FP32', shape: [2], data: [1, 2] }] };
  const step = { request, response: RESPONSE, absoluteTolerance: 0, relativeTolerance: 0 };
  const examples = { classifier: [{ ...step, nextSteps: [step] }] };
  const parametersOf = ({ inputs }: TestResult): unknown[] =>
    inputs.flatMap(({ Body }) => (Body === undefined ? [] : JSON.parse(String(Body)).parameters));

  test('is sent in order if the component has one copy', async () => {
    const result = await deploy({ examples, spec: { hasOneServer: true } });
    expect(result.Reason).toBe('2 of 2 responses are correct');
    expect(parametersOf(result)).toMatchObject([{ sequence_end: false }, { sequence_start: false }]);
  });

  test('is not sent after a response that is wrong', async () => {
    const wrong = { ...RESPONSE, outputs: [{ ...RESPONSE.outputs[0], data: [0, 0] }] };
    const failing = { classifier: [{ ...step, response: wrong, nextSteps: [step] }] };
    const result = await deploy({ examples: failing, spec: { hasOneServer: true } });
    expect(result.Reason).toMatch(/example 1, step 1 of 2/);
    expect(parametersOf(result)).toHaveLength(1);
  });

  test('is NOT TESTED except for its first request if the component can have several copies', async () => {
    const result = await deploy({ examples });
    expect(result.Reason).toMatch(
      /^1 of 1 responses are correct\. NOT TESTED: Model classifier, example 1 .*: the other steps of its sequence of 2 requests were not sent, because different instances may receive them$/,
    );
    expect(parametersOf(result)).toMatchObject([{ sequence_start: true, sequence_end: true }]);
  });
});
