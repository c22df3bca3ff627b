import * as fc from 'fast-check';
import { AwsError } from '../../account/call';
import { CONTROL_CHARACTER, SECRET, secretBody, secretText } from '../responses-with-secret';
import { FunctionUnderTest, withFunctionUnderTest, HandlerResponse } from '../function-under-test';

const MINUTE = 60_000;
const OUTPUT = 's3://results/output/1.out';
const FAILURE = 's3://results/failure/1-error.out';
const PROPERTIES = {
  EndpointName: 'vision',
  EndpointConfigName: 'config',
  InputBucket: 'requests',
  InputPrefix: 'input',
  ExamplesBucket: 'assets',
  ExamplesKey: 'examples',
};
const tensorSpec = (name: string, dataType: string): object => ({ name, dataType, dims: ['2'] });
const MODEL = {
  name: 'classifier',
  maxBatchSize: 0,
  inputs: [tensorSpec('image', 'FP32')],
  outputs: [tensorSpec('scores', 'FP32')],
};
const request = { inputs: [{ name: 'image', datatype: 'FP32', shape: [2], data: [1, 2] }] };
const responseWith = (data: number[]): object => ({
  outputs: [{ name: 'scores', datatype: 'FP32', shape: [2], data }],
});
const EXAMPLES = {
  classifier: [{ request, response: responseWith([3, 4]), absoluteTolerance: 1e-3, relativeTolerance: 0 }],
};

/** A simulated asynchronous endpoint and its queue, with the results that SageMaker writes to S3. */
interface Queue {
  readonly response?: string;
  readonly failure?: string;
  /** The time in minutes until SageMaker writes the results. */
  readonly minutes?: number;
  readonly configName?: string;
  readonly examples?: object;
  readonly model?: object;
  /** The timeout of the smoke test. */
  readonly timeoutMinutes?: number;
  readonly logPayloads?: boolean;
}

interface TestResult extends HandlerResponse {
  readonly invocations: number;
  readonly operations: string[];
  /** The lines that the function logged. */
  readonly logged: string[];
  readonly inputs: Record<string, unknown>[];
}

/** Runs the smoke test of an asynchronous endpoint with simulated results. */
function deploy(queue: Queue): Promise<TestResult> {
  return withFunctionUnderTest('smoke-test', async (lambda: FunctionUnderTest) => {
    const { minutes = 0, configName = 'config', examples = EXAMPLES, model = MODEL } = queue;
    const start = Date.now();
    const isWritten = (): boolean => Date.now() - start >= minutes * MINUTE;
    const contentOf = (key: string): string | undefined => {
      if (key === 'examples') return JSON.stringify(examples);
      if (!isWritten()) return undefined;
      return key.startsWith('failure/') ? queue.failure : queue.response;
    };
    lambda.responses = ({ operation, input }) => {
      switch (operation) {
        case 'DescribeEndpoint':
          return { EndpointConfigName: configName, EndpointStatus: 'InService' };
        case 'InvokeEndpointAsync':
          return { OutputLocation: OUTPUT, FailureLocation: FAILURE };
        case 'PutObject':
          return {};
        case 'GetObject': {
          const text = contentOf(String(input.Key));
          if (text === undefined) throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
          return { Body: Buffer.from(text) };
        }
        default:
          return undefined;
      }
    };
    const timeoutSeconds = queue.timeoutMinutes && queue.timeoutMinutes * 60;
    const Spec = JSON.stringify({ models: [model], timeoutSeconds, logPayloads: queue.logPayloads });
    const result = await lambda.send({}, { ...PROPERTIES, Spec });
    const { operations, invocations } = lambda;
    await lambda.aws.account.sleep(1000); // wait until the invocation has ended
    const { loggedLines } = lambda;
    return {
      ...result,
      logged: loggedLines,
      operations,
      invocations,
      inputs: lambda.requests.map(({ input }) => input),
    };
  });
}

test('the example is written to S3 and queued, and a correct response passes', async () => {
  const result = await deploy({ response: JSON.stringify(responseWith([3, 4])) });
  expect(result).toMatchObject({ Status: 'SUCCESS', Reason: '1 of 1 responses are correct' });
  expect(result.operations).toEqual(expect.arrayContaining(['PutObject', 'InvokeEndpointAsync', 'GetObject']));
  expect(result.operations).not.toContain('InvokeEndpoint');
  expect(result.inputs).toContainEqual(
    expect.objectContaining({
      EndpointName: 'vision',
      InputLocation: 's3://requests/input/smoke-test/vision-1',
      ContentType: 'application/json',
    }),
  );
});

test('of a sequence with several requests, only the first is queued, because different instances may receive the others', async () => {
  const [example] = EXAMPLES.classifier;
  const examples = { classifier: [{ ...example, nextSteps: [example] }] };
  const result = await deploy({ response: JSON.stringify(responseWith([3, 4])), examples });
  expect(result.Reason).toMatch(/^1 of 1 responses are correct\. NOT TESTED: .* sequence of 2 requests were not sent/);
  expect(result.operations.filter((operation) => operation === 'InvokeEndpointAsync')).toHaveLength(1);
});

test('an incorrect response makes the deployment fail', async () => {
  const result = await deploy({ response: JSON.stringify(responseWith([3, 5])) });
  expect(result.Status).toBe('FAILED');
  expect(result.Reason).toMatch(/Model classifier, example 1 .*scores/);
});

test('a failure that SageMaker writes makes the deployment fail with its cause, and with its text if payloads may be logged', async () => {
  const failure = `the model responded with HTTP 500: no kernel image is available: ${SECRET}`;
  const result = await deploy({ failure });
  expect(result.Status).toBe('FAILED');
  expect(result.Reason).toMatch(/SageMaker wrote a failure \(likely cause: CUDA cannot use the GPU\./);
  expect(result.logged.join('')).toContain('SageMaker wrote a failure (likely cause');
  expect(`${result.Reason}${result.logged.join('')}`).not.toContain(SECRET);
  expect((await deploy({ failure, logPayloads: true })).Reason).toContain(`SageMaker wrote a failure: ${failure}`);
});

test('a response that is too large for the memory of the function is not read', async () => {
  const response = JSON.stringify(responseWith([3, 4])).padEnd(50 * 1024 * 1024 + 1);
  expect(await deploy({ response })).toMatchObject({
    Status: 'SUCCESS',
    Reason: expect.stringContaining('the result has 52428801 bytes; at most 52428800 are read'),
  });
});

test('if the endpoint has zero instances, later invocations wait for the result of the same request', async () => {
  const result = await deploy({ response: JSON.stringify(responseWith([3, 4])), minutes: 40 });
  expect(result).toMatchObject({ Status: 'SUCCESS', Reason: '1 of 1 responses are correct' });
  expect(result.invocations).toBeGreaterThan(2);
  expect(result.operations.filter((operation) => operation === 'InvokeEndpointAsync')).toHaveLength(1);
});

test('the configured timeout applies to all invocations together', async () => {
  const correct = JSON.stringify(responseWith([3, 4]));
  const inTime = await deploy({ response: correct, minutes: 25, timeoutMinutes: 30 });
  expect(inTime.Status).toBe('SUCCESS');
  const exceeded = await deploy({ response: correct, minutes: 35, timeoutMinutes: 30 });
  expect(exceeded.Status).toBe('FAILED');
  expect(exceeded.Reason).toMatch(/before the time for the test was over/);
});

test('a missing result makes the deployment fail before the timeout of CloudFormation', async () => {
  const result = await deploy({ minutes: Infinity });
  expect(result.Status).toBe('FAILED');
  expect(result.Reason).toMatch(/neither a response nor a failure arrived before the time for the test was over/);
});

test('an endpoint that was rolled back is not invoked', async () => {
  const result = await deploy({ configName: 'before' });
  expect(result.Status).toBe('FAILED');
  expect(result.Reason).toMatch(/the endpoint was rolled back/);
  expect(result.operations).not.toContain('InvokeEndpointAsync');
});

test('a model may reject the default text input: the model is then not tested', async () => {
  const model = { ...MODEL, inputs: [tensorSpec('text', 'BYTES')] };
  const result = await deploy({ failure: 'cannot parse the text', model, examples: {} });
  expect(result.Status).toBe('SUCCESS');
  expect(result.Reason).toMatch(/^NOT TESTED: .*SageMaker wrote a failure\. .*examples/);
});

test('neither the response to CloudFormation nor the log contains texts of the model', async () => {
  const response = secretBody.map((body) => (typeof body === 'string' ? body : JSON.stringify(body)));
  const queues = fc.oneof(fc.record({ response }), fc.record({ failure: secretText }));
  await fc.assert(
    fc.asyncProperty(queues, async (queue) => {
      const { Reason, logged } = await deploy(queue);
      expect(logged).toHaveLength(1);
      expect(`${Reason}${logged.join('')}`).not.toContain(SECRET);
      expect(`${Reason}${logged.join('')}`).not.toMatch(CONTROL_CHARACTER);
    }),
    { numRuns: 8 },
  );
});
