import * as fc from 'fast-check';
import { FakeAws } from './fake-aws';
import { modelError, Reply } from './fake-endpoint';
import { OBEYED, SECRET, secretReply, secretStream, secretText } from './responses-with-secret';

// Events of a stack and logs have other readers than requests and responses.

const tensor = (name: string, dataType: string): object => ({ name, dataType, dims: ['3'] });
const MODEL = {
  name: 'classifier',
  maxBatchSize: 0,
  inputs: [tensor('image', 'FP32')],
  outputs: [tensor('scores', 'FP32')],
};
const TEXTS = { ...MODEL, inputs: [tensor('query', 'BYTES')] };
const GENERATE = { ...TEXTS, outputs: [tensor('text', 'BYTES')], inferenceType: 'generate' };
const STREAM = { ...GENERATE, inferenceType: 'generate_stream' };
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
  aws.containerLines = [];
  aws.object = { classifier: [EXAMPLE] };
});

/** What people can read after a deployment of an endpoint that responds so. */
async function toldAfter(model: object, reply: Reply, more: object = {}): Promise<string> {
  aws.endpoint.replies = [reply];
  const examples = 'inferenceType' in model || model === TEXTS ? {} : WITH_EXAMPLES;
  const { bytes: _, ...verdict } = await aws.deploy({
    Spec: JSON.stringify({ models: [model], ...more }),
    ...examples,
  });
  return `${verdict.Reason}\n${JSON.stringify(verdict)}\n${aws.log}`;
}

/** What a model may say that has its input in it. */
const BREAKAGES: [string, object, Reply][] = [
  ['the text of an error', MODEL, modelError(500, `{"error":"ValueError: ${SECRET}"}`)],
  ['the text of a rejection of zeros', TEXTS, modelError(400, `cannot parse ${SECRET}`)],
  ['the text of an error with status 200', GENERATE, { body: { error: `bad prompt ${SECRET}` } }],
  ['the text of an error in a stream', STREAM, { stream: [`data: {"error":"${SECRET}"}\n\n`] }],
  ['an unknown output', MODEL, { body: { outputs: [...scores.outputs, { ...scores.outputs[0], name: SECRET }] } }],
  ['the outputs where one is missing', MODEL, { body: { outputs: [{ ...scores.outputs[0], name: SECRET }] } }],
  ['the outputs of a generate response', GENERATE, { body: { [SECRET]: 1 } }],
  ['a data type', MODEL, { body: { outputs: [{ ...scores.outputs[0], datatype: SECRET }] } }],
  ['a dimension', MODEL, { body: { outputs: [{ ...scores.outputs[0], shape: [SECRET] }] } }],
  ['a content type', MODEL, { body: '-', headers: { 'content-type': `text/${SECRET}` } }],
  [
    'an error that cannot be read',
    MODEL,
    { status: 400, headers: { 'x-amzn-errortype': 'ModelError' }, body: `{"a": ${SECRET}` },
  ],
];

describe('without `logPayloads`, events and logs do not contain', () => {
  test.each(BREAKAGES)('%s', async (_, model, reply) => {
    expect(await toldAfter(model, reply)).not.toContain(SECRET);
  });

  test('lines of the container, which may print its input', async () => {
    aws.containerLines = [`Traceback: ${SECRET}`, 'CUDA out of memory'];
    expect(await toldAfter(MODEL, modelError(500, 'boom'))).not.toContain(SECRET);
  });

  test('an example that cannot be read', async () => {
    aws.text = SECRET;
    expect(await toldAfter(MODEL, { body: scores })).not.toContain(SECRET);
    aws.text = undefined;
  });

  test('anything else that a model or a container says', async () => {
    const scene = fc.oneof(
      fc.tuple(fc.constantFrom(MODEL, TEXTS, GENERATE), secretReply),
      fc.tuple(fc.constant(STREAM), secretStream),
    );
    await fc.assert(
      fc.asyncProperty(scene, fc.array(secretText, { maxLength: 3 }), async ([model, reply], lines) => {
        aws.containerLines = lines;
        const told = await toldAfter(model, reply);
        expect(told).not.toContain(SECRET);
        expect(told).not.toMatch(OBEYED);
        expect(aws.log).toMatch(/^Create SmokeTest: .*\n$/); // one line, which no text has broken
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});

describe('the probe logs and publishes nothing', () => {
  test('of what a model says', async () => {
    let minute = 0;
    const scene = fc.oneof(
      fc.tuple(fc.constantFrom(MODEL, GENERATE), secretReply),
      fc.tuple(fc.constant(STREAM), secretStream),
    );
    await fc.assert(
      fc.asyncProperty(scene, async ([model, reply]) => {
        aws.endpoint.replies = [reply];
        aws.object = { models: [model], examples: model === MODEL ? { classifier: [EXAMPLE] } : PROMPTS };
        await aws.send({ ...PROBE, time: new Date(60_000 * ++minute).toISOString(), planKey: `plan-${minute}` });
        expect(aws.endpoint.invocations).not.toHaveLength(0);
        expect(aws.log).not.toContain(SECRET);
        expect(aws.log).not.toMatch(OBEYED);
        const lines = aws.log.trimEnd().split('\n');
        expect(lines.filter((line) => !/^(Model classifier|\{"_aws")/.test(line))).toEqual([]);
        expect(lines.filter((line) => line.includes('"_aws"')).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test('of an example that cannot be read, when Lambda logs its error', async () => {
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
  planBucket: 'bucket',
};
