import { ModelMetadata, TritonResponse } from '../../lib/client';
import { toBytes } from '../../lib/client/protocol/elements';

const MODEL = {
  name: 'search',
  inputs: [],
  outputs: [
    { name: 'scores', datatype: 'FP32', shape: [-1, 2] },
    { name: 'labels', datatype: 'BYTES', shape: [-1] },
    { name: 'ids', datatype: 'INT64', shape: [-1] },
    { name: 'found', datatype: 'BOOL', shape: [-1] },
    { name: 'half', datatype: 'FP16', shape: [-1] },
  ],
} as const satisfies ModelMetadata;

function jsonResponse(...outputs: object[]): { ContentType: string; Body: Uint8Array } {
  return { ContentType: 'application/json', Body: Buffer.from(JSON.stringify({ outputs })) };
}

function binaryResponse(outputs: { name: string; datatype: string; shape: number[]; elements: ArrayLike<unknown> }[]) {
  const binaryParts = outputs.map(({ elements, datatype }) => toBytes(elements, datatype));
  const outputHeaders = outputs.map(({ elements: _elements, ...output }, index) => ({
    ...output,
    parameters: { binary_data_size: binaryParts[index].byteLength },
  }));
  const header = Buffer.from(JSON.stringify({ outputs: outputHeaders }));
  const ContentType = `application/vnd.sagemaker-triton.binary+json;json-header-size=${header.length}`;
  return { ContentType, Body: Buffer.concat([header, ...binaryParts]) };
}

test('outputs in JSON are returned as typed arrays', () => {
  const response = new TritonResponse(
    MODEL,
    jsonResponse(
      { name: 'scores', datatype: 'FP32', shape: [1, 2], data: [0.25, 0.5] },
      { name: 'labels', datatype: 'BYTES', shape: [1], data: ['cät'] },
      { name: 'ids', datatype: 'INT64', shape: [1], data: [7] },
      { name: 'found', datatype: 'BOOL', shape: [1], data: [true] },
    ),
  );
  const scores: Float32Array = response.output('scores').data; // checks the static type
  expect(scores).toEqual(Float32Array.of(0.25, 0.5));
  expect(response.output('scores').shape).toEqual([1, 2]);
  expect(response.output('labels').data.map(String)).toEqual(['cät']);
  expect(response.output('ids').data).toEqual(BigInt64Array.of(7n));
  expect(response.output('found').data).toEqual([true]);
});

test('outputs in the binary format are returned as typed arrays', () => {
  const response = new TritonResponse(
    MODEL,
    binaryResponse([
      { name: 'labels', datatype: 'BYTES', shape: [2], elements: ['cät', ''] },
      { name: 'ids', datatype: 'INT64', shape: [1], elements: [2n ** 62n + 1n] },
      { name: 'found', datatype: 'BOOL', shape: [2], elements: [true, false] },
      { name: 'half', datatype: 'FP16', shape: [1], elements: [0.5] },
    ]),
  );
  expect(response.outputs.map(({ name }) => name)).toEqual(['labels', 'ids', 'found', 'half']);
  expect(response.output('labels').data.map(String)).toEqual(['cät', '']);
  expect(response.output('ids').data).toEqual(BigInt64Array.of(2n ** 62n + 1n));
  expect(response.output('found').data).toEqual([true, false]);
  expect(response.output('half').data).toEqual(Float32Array.of(0.5));
});

test('NaN and infinities in Triton’s JSON are read', () => {
  const Body = Buffer.from('{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,2],"data":[NaN,-Infinity]}]}');
  const { data } = new TritonResponse(MODEL, { ContentType: 'application/json', Body }).output('scores');
  expect(data).toEqual(Float32Array.of(NaN, -Infinity));
});

test('64-bit integers in JSON are exact', () => {
  const Body = Buffer.from('{"outputs":[{"name":"ids","datatype":"INT64","shape":[2],"data":[9007199254740993,-1]}]}');
  const { data } = new TritonResponse(MODEL, { ContentType: 'application/json', Body }).output('ids');
  expect(data).toEqual(BigInt64Array.of(2n ** 53n + 1n, -1n));
});

test.each<[string, { ContentType?: string; Body?: Uint8Array }, string]>([
  ['no body', {}, '0 bytes of no content type are not an inference response'],
  [
    'a text',
    { ContentType: 'text/plain', Body: Buffer.from('busy') },
    '4 bytes of text/plain are not an inference response',
  ],
  [
    'a different data type',
    jsonResponse({ name: 'scores', datatype: 'FP64', shape: [1, 2], data: [1, 2] }),
    "output 'scores' of model 'search' is FP64; its metadata has FP32",
  ],
  [
    'an unknown output',
    jsonResponse({ name: 'classes', datatype: 'INT32', shape: [1], data: [1] }),
    "output 'classes' of model 'search' is INT32; its metadata has no such output",
  ],
  [
    'too few elements',
    jsonResponse({ name: 'scores', datatype: 'FP32', shape: [1, 2], data: [1] }),
    "output 'scores' has 1 elements for shape [1, 2]",
  ],
  [
    'a value out of range',
    jsonResponse({ name: 'scores', datatype: 'FP32', shape: [1, 2], data: [1, 1e300] }),
    "output 'scores': element 1 is not a value of FP32",
  ],
  [
    'more strings than the shape has elements',
    binaryResponse([{ name: 'labels', datatype: 'BYTES', shape: [1], elements: ['a', 'b'] }]),
    'there are more strings than the 1 elements of the shape',
  ],
  [
    'deep nesting',
    { ContentType: 'application/json', Body: Buffer.from('['.repeat(101)) },
    'they are JSON with more than 100 levels',
  ],
  [
    'a large number of objects',
    { ContentType: 'application/json', Body: Buffer.from(`[${'{"322":0},'.repeat(10_001)}0]`) },
    'they are JSON with more than 10000 objects',
  ],
])('%s is rejected', (_, response, message) => {
  expect(() => new TritonResponse(MODEL, response)).toThrow(message);
});

test('the error for an output that the model does not have contains the beginning of its name, without line breaks', () => {
  const response = jsonResponse({ name: `a\n${'b'.repeat(1e6)}`, datatype: 'FP32', shape: [0], data: [] });
  expect(() => new TritonResponse(MODEL, response)).toThrow(
    /^output 'a\\nb{98}…' of model 'search' is FP32; its metadata has no such output$/,
  );
});

test('the error for a missing output lists the outputs of the response', () => {
  const response = new TritonResponse(
    MODEL,
    jsonResponse({ name: 'scores', datatype: 'FP32', shape: [1, 2], data: [1, 2] }),
  );
  expect(() => response.output('ids')).toThrow(
    "the response of model 'search' has no output 'ids'; its outputs: 'scores'",
  );
});
