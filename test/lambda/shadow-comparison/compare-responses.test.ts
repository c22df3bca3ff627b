import { compareResponses } from '../../../lambda/shadow-comparison/compare-responses';
import { CapturedBody } from '../../../lambda/shadow-comparison/records';

const TOLERANCE = { absoluteTolerance: 0.001, relativeTolerance: 0 };

interface Output {
  readonly name: string;
  readonly datatype: string;
  readonly shape: number[];
  readonly data: unknown[];
}

const scores = (...data: number[]): Output => ({ name: 'scores', datatype: 'FP32', shape: [1, data.length], data });

function json(value: unknown): CapturedBody {
  return { contentType: 'application/json', encoding: 'JSON', data: JSON.stringify(value) };
}

function kserve(outputs: Output[], fields: object = {}): CapturedBody {
  return json({ model_name: 'model', model_version: '1', outputs, ...fields });
}

/** A response in Triton's binary format, as data capture stores it. */
function binary(data: number[], fields: object = {}, keepsSize = true): CapturedBody {
  const bytes = new Uint8Array(Float32Array.from(data).buffer);
  const output = {
    name: 'scores',
    datatype: 'FP32',
    shape: [data.length],
    parameters: { binary_data_size: bytes.length },
  };
  const header = Buffer.from(JSON.stringify({ model_name: 'mo"d}el', ...fields, outputs: [output] }));
  const type = 'application/vnd.sagemaker-triton.binary+json';
  return {
    contentType: keepsSize ? `${type};json-header-size=${header.length}` : type,
    encoding: 'BASE64',
    data: Buffer.concat([header, bytes]).toString('base64'),
  };
}

function text(data: string, contentType = 'text/csv'): CapturedBody {
  return { contentType, encoding: 'CSV', data };
}

function event(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function stream(...events: string[]): CapturedBody {
  const data = Buffer.from(events.join('')).toString('base64');
  return { contentType: 'text/event-stream', encoding: 'BASE64', data };
}

describe('responses are equal', () => {
  const server = { model_name: 'candidate', model_version: '7', id: 'a' };
  test.each<[string, CapturedBody, CapturedBody]>([
    ['with equal bytes', text('1,2'), text('1,2')],
    ['with equal outputs of a different model', kserve([scores(1, 2)], server), kserve([scores(1, 2)])],
    ['with numbers within the tolerance', kserve([scores(1, 2.0009)]), kserve([scores(1, 2)])],
    [
      'with outputs in a different order',
      kserve([{ ...scores(2), name: 'b' }, scores(1)]),
      kserve([scores(1), { ...scores(2), name: 'b' }]),
    ],
    ['in the binary format', binary([1, 2.0009], server), binary([1, 2])],
    [
      'in the binary format, if data capture omits the size of the JSON',
      binary([1], server, false),
      binary([1], {}, false),
    ],
    [
      'with NaN in the same place',
      text('{"outputs":[{"name":"x","datatype":"FP32","shape":[1],"data":[NaN]}],"id":"1"}'),
      text('{"outputs":[{"name":"x","datatype":"FP32","shape":[1],"data":[NaN]}],"id":"2"}'),
    ],
    [
      'of the generate extension',
      json({ ...server, text_output: 'cat', score: 0.5 }),
      json({ text_output: 'cat', score: 0.5001 }),
    ],
    [
      'with the same text in different parts of a stream',
      stream(event({ model_name: 'a', text_output: 'a c' }), event({ model_name: 'a', text_output: 'at' })),
      stream(event({ model_name: 'b', text_output: 'a' }), event({ model_name: 'b', text_output: ' cat' })),
    ],
    [
      'with the same text of TensorRT-LLM in a different number of parts',
      stream(event({ text_output: 'cat', sequence_id: 7, sequence_end: true, batch_index: 0 })),
      stream(
        event({ text_output: 'c', sequence_id: 7, sequence_end: false, batch_index: 0 }),
        event({ text_output: 'at', sequence_id: 7, sequence_end: true, batch_index: 0 }),
      ),
    ],
    [
      'if both are rejections, whose messages contain the name of the model',
      json({ error: "batch-size must be <= 8 for 'candidate'" }),
      json({ error: "batch-size must be <= 8 for 'current'" }),
    ],
  ])('%s', (_, shadow, production) => {
    expect(compareResponses(shadow, production, TOLERANCE)).toBeUndefined();
  });
});

describe('responses differ', () => {
  test.each<[string, CapturedBody, CapturedBody, string]>([
    [
      'in a number',
      kserve([scores(1, 2.5, 3)]),
      kserve([scores(1, 2, 3)]),
      "outputs[0]: 1 of 3 values differ from the production variant's; the largest difference is in element 1, by 0.5 more than the tolerance of 0.001 + 0 × expected",
    ],
    ['in the shape', kserve([scores(1, 2)]), kserve([scores(1)]), 'outputs[0]: shape [1,2], expected [1,1]'],
    [
      'in the data type',
      kserve([{ ...scores(1), datatype: 'FP64' }]),
      kserve([scores(1)]),
      'outputs[0]: data type FP64, expected FP32',
    ],
    ['in a missing output', kserve([]), kserve([scores(1)]), 'outputs[0]: missing in the shadow variant'],
    [
      'in an additional output',
      kserve([scores(1), { ...scores(1), name: 'b' }]),
      kserve([scores(1)]),
      'outputs[1] exists only in the shadow variant',
    ],
    [
      'since one is an error',
      json({ error: 'out of memory' }),
      kserve([scores(1)]),
      'outputs[0] exists only in the shadow variant',
    ],
    [
      'since one is not an inference response',
      text('busy'),
      kserve([scores(1)]),
      'only the response of the production variant has outputs',
    ],
    ['in the bytes of a text', text('1,3'), text('1,2'), 'the bytes differ'],
    [
      'in a generated text',
      json({ text_output: 'dog' }),
      json({ text_output: 'cat' }),
      "outputs[0]: 1 of 1 values differ from the production variant's; the largest difference is in element 0",
    ],
    [
      'in a list of generated texts',
      json({ labels: ['a', 'b'] }),
      json({ labels: ['ab'] }),
      'outputs[0]: 2 values, expected 1',
    ],
    [
      'in an object of a generated response',
      json({ found: { a: 1 } }),
      json({ found: { a: 2 } }),
      "outputs[0]: 1 of 1 values differ from the production variant's; the largest difference is in element 0",
    ],
  ])('%s', (_, shadow, production, expected) => {
    expect(compareResponses(shadow, production, TOLERANCE)).toBe(expected);
  });

  test('in values that a binary format and JSON represent differently', () => {
    expect(compareResponses(binary([1, 2]), kserve([{ ...scores(1, 2), shape: [2] }]), TOLERANCE)).toBeUndefined();
    expect(compareResponses(binary([1, 3]), kserve([{ ...scores(1, 2), shape: [2] }]), TOLERANCE)).toMatch(
      /^outputs\[0\]: 1 of 2/,
    );
  });
});

test('the relative tolerance refers to the response of the production variant', () => {
  const tolerance = { absoluteTolerance: 0, relativeTolerance: 0.1 };
  expect(compareResponses(kserve([scores(110)]), kserve([scores(100)]), tolerance)).toBeUndefined();
  expect(compareResponses(kserve([scores(100)]), kserve([scores(90)]), tolerance)).toBeDefined();
});

test('names and values are quoted only if payloads may be logged', () => {
  const [shadow, production] = [kserve([scores(1234)]), kserve([scores(4321)])];
  expect(compareResponses(shadow, production, TOLERANCE)).not.toMatch(/1234|4321|scores/);
  expect(compareResponses(shadow, production, TOLERANCE, true)).toMatch(/^output scores: .*: 1234, expected 4321, by/);
});
