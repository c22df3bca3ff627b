import * as fc from 'fast-check';
import { AwsError } from '../../account/call';
import { OBEYED, SECRET, secretBody, secretText } from '../responses-with-secret';
import { FunctionInAccount, inAccount, Verdict } from '../in-account';

const MINUTE = 60_000;
const OUTPUT = 's3://answers/output/1.out';
const FAILURE = 's3://answers/failure/1-error.out';
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
const answerWith = (data: number[]): object => ({
  outputs: [{ name: 'scores', datatype: 'FP32', shape: [2], data }],
});
const EXAMPLES = {
  classifier: [{ request, response: answerWith([3, 4]), absoluteTolerance: 1e-3, relativeTolerance: 0 }],
};

/** What SageMaker writes, and when. */
interface Queue {
  readonly answer?: string;
  readonly failure?: string;
  /** Minutes that requests wait. */
  readonly minutes?: number;
  readonly configName?: string;
  readonly examples?: object;
  readonly model?: object;
  /** What `smokeTest.timeout` says. */
  readonly timeoutMinutes?: number;
  /** Log streams of the endpoint. */
  readonly logStreams?: object[];
  readonly logPayloads?: boolean;
}

interface Tested extends Verdict {
  readonly invocations: number;
  readonly operations: string[];
  /** What the function has logged. */
  readonly logged: string[];
  readonly inputs: Record<string, unknown>[];
}

/** Deploys an asynchronous endpoint whose queue answers so. */
function deploy(queue: Queue): Promise<Tested> {
  return inAccount('smoke-test', async (lambda: FunctionInAccount) => {
    const { minutes = 0, configName = 'config', examples = EXAMPLES, model = MODEL } = queue;
    const begun = Date.now();
    const waited = (): boolean => Date.now() - begun >= minutes * MINUTE;
    const written = (key: string): string | undefined => {
      if (key === 'examples') return JSON.stringify(examples);
      if (!waited()) return undefined;
      return key.startsWith('failure/') ? queue.failure : queue.answer;
    };
    lambda.answers = ({ operation, input }) => {
      switch (operation) {
        case 'DescribeEndpoint':
          return { EndpointConfigName: configName, EndpointStatus: 'InService' };
        case 'DescribeLogStreams':
          return { logStreams: queue.logStreams ?? [{ logStreamName: 'AllTraffic/i-1' }] };
        case 'InvokeEndpointAsync':
          return { OutputLocation: OUTPUT, FailureLocation: FAILURE };
        case 'PutObject':
          return {};
        case 'GetObject': {
          const text = written(String(input.Key));
          if (text === undefined) throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
          return { Body: Buffer.from(text) };
        }
        default:
          return undefined;
      }
    };
    const timeoutSeconds = queue.timeoutMinutes && queue.timeoutMinutes * 60;
    const Spec = JSON.stringify({ models: [model], timeoutSeconds, logPayloads: queue.logPayloads });
    const verdict = await lambda.send({}, { ...PROPERTIES, Spec });
    const { operations, invocations } = lambda;
    await lambda.aws.account.sleep(1000); // until the invocation has ended
    const { logged } = lambda;
    return { ...verdict, logged, operations, invocations, inputs: lambda.requests.map(({ input }) => input) };
  });
}

test('the example is put in S3 and queued, and the right answer passes', async () => {
  const verdict = await deploy({ answer: JSON.stringify(answerWith([3, 4])) });
  expect(verdict).toMatchObject({ Status: 'SUCCESS', Reason: '1 of 1 responses are correct' });
  expect(verdict.operations).toEqual(expect.arrayContaining(['PutObject', 'InvokeEndpointAsync', 'GetObject']));
  expect(verdict.operations).not.toContain('InvokeEndpoint');
  expect(verdict.inputs).toContainEqual(
    expect.objectContaining({
      EndpointName: 'vision',
      InputLocation: 's3://requests/input/smoke-test/vision-1',
      ContentType: 'application/json',
    }),
  );
});

test('a right answer passes without a log stream, too, and the result warns', async () => {
  const verdict = await deploy({ answer: JSON.stringify(answerWith([3, 4])), logStreams: [] });
  expect(verdict.Status).toBe('SUCCESS');
  expect(verdict.Reason).toMatch(/1 of 1 responses are correct\. WARNING: The endpoint has no log stream/);
  expect(verdict.operations.filter((operation) => operation === 'DescribeLogStreams').length).toBeGreaterThan(1);
});

test('a wrong answer fails the deployment', async () => {
  const verdict = await deploy({ answer: JSON.stringify(answerWith([3, 5])) });
  expect(verdict.Status).toBe('FAILED');
  expect(verdict.Reason).toMatch(/Model classifier, example 1 .*scores/);
});

test('a failure that SageMaker writes fails the deployment with its cause, and with its text where payloads may be logged', async () => {
  const failure = `the model responded with HTTP 500: no kernel image is available: ${SECRET}`;
  const verdict = await deploy({ failure });
  expect(verdict.Status).toBe('FAILED');
  expect(verdict.Reason).toMatch(/SageMaker wrote a failure \(likely cause: CUDA cannot use the GPU\./);
  expect(verdict.logged.join('')).toContain('SageMaker wrote a failure (likely cause');
  expect(`${verdict.Reason}${verdict.logged.join('')}`).not.toContain(SECRET);
  expect((await deploy({ failure, logPayloads: true })).Reason).toContain(`SageMaker wrote a failure: ${failure}`);
});

test('an answer that is none fails the deployment', async () => {
  const verdict = await deploy({ answer: 'Bad gateway' });
  expect(verdict.Status).toBe('FAILED');
  expect(verdict.Reason).toMatch(/not an inference response/);
});

test('from zero instances it waits in other invocations, and asks only once', async () => {
  const verdict = await deploy({ answer: JSON.stringify(answerWith([3, 4])), minutes: 40 });
  expect(verdict).toMatchObject({ Status: 'SUCCESS', Reason: '1 of 1 responses are correct' });
  expect(verdict.invocations).toBeGreaterThan(2);
  expect(verdict.operations.filter((operation) => operation === 'InvokeEndpointAsync')).toHaveLength(1);
});

test('a timeout of its own ends the wait, in whichever invocation that is', async () => {
  const isRight = JSON.stringify(answerWith([3, 4]));
  const inTime = await deploy({ answer: isRight, minutes: 25, timeoutMinutes: 30 });
  expect(inTime.Status).toBe('SUCCESS');
  const exceeded = await deploy({ answer: isRight, minutes: 35, timeoutMinutes: 30 });
  expect(exceeded.Status).toBe('FAILED');
  expect(exceeded.Reason).toMatch(/before the time for the test was over/);
});

test('what never comes fails the deployment before CloudFormation gives up', async () => {
  const verdict = await deploy({ minutes: Infinity });
  expect(verdict.Status).toBe('FAILED');
  expect(verdict.Reason).toMatch(/neither a response nor a failure arrived before the time for the test was over/);
});

test('an endpoint that was rolled back is not asked', async () => {
  const verdict = await deploy({ configName: 'before' });
  expect(verdict.Status).toBe('FAILED');
  expect(verdict.Reason).toMatch(/the endpoint was rolled back/);
  expect(verdict.operations).not.toContain('InvokeEndpointAsync');
});

test('text that was made of zeros may be rejected: nothing is tested then', async () => {
  const model = { ...MODEL, inputs: [tensorSpec('text', 'BYTES')] };
  const verdict = await deploy({ failure: 'cannot parse the text', model, examples: {} });
  expect(verdict.Status).toBe('SUCCESS');
  expect(verdict.Reason).toMatch(/^NOT TESTED: .*SageMaker wrote a failure\. .*examples/);
});

test('no text of the model is told or logged, whatever SageMaker writes', async () => {
  const answer = secretBody.map((body) => (typeof body === 'string' ? body : JSON.stringify(body)));
  const written = fc.oneof(fc.record({ answer }), fc.record({ failure: secretText }));
  await fc.assert(
    fc.asyncProperty(written, async (queue) => {
      const { Reason, logged } = await deploy(queue);
      expect(logged).toHaveLength(1);
      expect(`${Reason}${logged.join('')}`).not.toContain(SECRET);
      expect(`${Reason}${logged.join('')}`).not.toMatch(OBEYED);
    }),
    { numRuns: 8 },
  );
});
