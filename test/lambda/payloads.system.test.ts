import * as fc from 'fast-check';
import { FakeAws } from './fake-aws';
import { Reply } from './fake-endpoint';
import { CONTROL_CHARACTER, SECRET, secretReply, secretStream } from './responses-with-secret';

// Users who can read stack events and logs may not be allowed to read payloads. Therefore, stack events and logs must not contain requests or
// responses.

const tensor = (name: string, dataType: string): object => ({ name, dataType, dims: ['3'] });
const MODEL = {
  name: 'classifier',
  maxBatchSize: 0,
  inputs: [tensor('image', 'FP32')],
  outputs: [tensor('scores', 'FP32')],
};
const TEXT_MODEL = { ...MODEL, inputs: [tensor('query', 'BYTES')] };
const GENERATE_MODEL = { ...TEXT_MODEL, outputs: [tensor('text', 'BYTES')], inferenceType: 'generate' };
const STREAM_MODEL = { ...GENERATE_MODEL, inferenceType: 'generate_stream' };
const image = { inputs: [{ name: 'image', datatype: 'FP32', shape: [3], data: [1, 2, 3] }] };
const scores = { outputs: [{ name: 'scores', datatype: 'FP32', shape: [3], data: [0.1, 0.2, 0.7] }] };
const EXAMPLE = { request: image, response: scores, absoluteTolerance: 1e-3, relativeTolerance: 0 };
const WITH_EXAMPLES = { ExamplesBucket: 'bucket', ExamplesKey: 'examples.json' };

let aws: FakeAws;
beforeAll(async () => {
  aws = await FakeAws.start();
});
afterAll(() => aws.stop());
beforeEach(() => {
  aws.object = { classifier: [EXAMPLE] };
});

/** Runs the smoke test of an endpoint that returns a response. Returns the handler's response to CloudFormation, and the log. */
async function outputAfter(model: object, reply: Reply): Promise<string> {
  aws.endpoint.replies = [reply];
  const examples = 'inferenceType' in model || model === TEXT_MODEL ? {} : WITH_EXAMPLES;
  const { bytes: _, ...result } = await aws.deploy({
    Spec: JSON.stringify({ models: [model] }),
    ...examples,
  });
  return `${result.Reason}\n${JSON.stringify(result)}\n${aws.log}`;
}

describe('without `logPayloads`, events and logs do not contain', () => {
  test('an unreadable example', async () => {
    aws.text = SECRET;
    expect(await outputAfter(MODEL, { body: scores })).not.toContain(SECRET);
    aws.text = undefined;
  });

  test('any other text of a model', async () => {
    const modelAndReply = fc.oneof(
      fc.tuple(fc.constantFrom(MODEL, TEXT_MODEL, GENERATE_MODEL), secretReply),
      fc.tuple(fc.constant(STREAM_MODEL), secretStream),
    );
    await fc.assert(
      fc.asyncProperty(modelAndReply, async ([model, reply]) => {
        const text = await outputAfter(model, reply);
        expect(text).not.toContain(SECRET);
        expect(text).not.toMatch(CONTROL_CHARACTER);
        expect(aws.log).toMatch(/^Create SmokeTest: .*\n$/); // one line, although the texts contain line breaks
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});

describe('the probe does not log', () => {
  test('texts of a model', async () => {
    let minute = 0;
    const modelAndReply = fc.oneof(
      fc.tuple(fc.constantFrom(MODEL, GENERATE_MODEL), secretReply),
      fc.tuple(fc.constant(STREAM_MODEL), secretStream),
    );
    await fc.assert(
      fc.asyncProperty(modelAndReply, async ([model, reply]) => {
        aws.endpoint.replies = [reply];
        aws.object = { models: [model], examples: model === MODEL ? { classifier: [EXAMPLE] } : PROMPTS };
        await aws.send({ ...PROBE, time: new Date(60_000 * ++minute).toISOString(), planKey: `plan-${minute}` });
        expect(aws.endpoint.invocations).not.toHaveLength(0);
        expect(aws.log).not.toContain(SECRET);
        expect(aws.log).not.toMatch(CONTROL_CHARACTER);
        const lines = aws.log.trimEnd().split('\n');
        expect(lines.filter((line) => !/^(Model classifier|\{"_aws")/.test(line))).toEqual([]);
        expect(lines.filter((line) => line.includes('"_aws"')).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test('an unreadable example, although Lambda logs the error', async () => {
    aws.text = SECRET;
    await expect(aws.send({ ...PROBE, time: '2026-11-21T10:05:00Z', planKey: 'unreadable' })).rejects.toThrow(
      /^The probe could not run: s3:\/\/bucket\/unreadable is not JSON$/,
    );
    aws.text = undefined;
  });
});

const PROMPTS = {
  classifier: [{ request: { query: 'Once' }, absoluteTolerance: 0, relativeTolerance: 0 }],
};
const PROBE = {
  endpointName: 'vision',
  variantName: 'AllTraffic',
  endpointConfigName: 'config',
  intervalMinutes: 1,
  timeoutSeconds: 85,
  planBucket: 'bucket',
};
