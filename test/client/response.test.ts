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

function inJson(...outputs: object[]): { ContentType: string; Body: Uint8Array } {
  return { ContentType: 'application/json', Body: Buffer.from(JSON.stringify({ outputs })) };
}

function inBinary(outputs: { name: string; datatype: string; shape: number[]; elements: ArrayLike<unknown> }[]) {
  const tails = outputs.map(({ elements, datatype }) => toBytes(elements, datatype));
  const described = outputs.map(({ elements: _elements, ...output }, index) => ({
    ...output,
    parameters: { binary_data_size: tails[index].byteLength },
  }));
  const header = Buffer.from(JSON.stringify({ outputs: described }));
  const ContentType = `application/vnd.sagemaker-triton.binary+json;json-header-size=${header.length}`;
  return { ContentType, Body: Buffer.concat([header, ...tails]) };
}

test('outputs in JSON are in the typed arrays of their data types', () => {
  const response = new TritonResponse(
    MODEL,
    inJson(
      { name: 'scores', datatype: 'FP32', shape: [1, 2], data: [0.25, 0.5] },
      { name: 'labels', datatype: 'BYTES', shape: [1], data: ['cät'] },
      { name: 'ids', datatype: 'INT64', shape: [1], data: [7] },
      { name: 'found', datatype: 'BOOL', shape: [1], data: [true] },
    ),
  );
  const scores: Float32Array = response.output('scores').data; // the compiler knows the type
  expect(scores).toEqual(Float32Array.of(0.25, 0.5));
  expect(response.output('scores').shape).toEqual([1, 2]);
  expect(response.output('labels').data.map(String)).toEqual(['cät']);
  expect(response.output('ids').data).toEqual(BigInt64Array.of(7n));
  expect(response.output('found').data).toEqual([true]);
});

test('outputs in the binary form are the same, of every type', () => {
  const response = new TritonResponse(
    MODEL,
    inBinary([
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

test('NaN, as Triton writes it, is a number', () => {
  const Body = Buffer.from('{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,2],"data":[NaN,-Infinity]}]}');
  const { data } = new TritonResponse(MODEL, { ContentType: 'application/json', Body }).output('scores');
  expect(data).toEqual(Float32Array.of(NaN, -Infinity));
});

test('integers of 64 bits keep their digits in JSON', () => {
  const Body = Buffer.from('{"outputs":[{"name":"ids","datatype":"INT64","shape":[2],"data":[9007199254740993,-1]}]}');
  const { data } = new TritonResponse(MODEL, { ContentType: 'application/json', Body }).output('ids');
  expect(data).toEqual(BigInt64Array.of(2n ** 53n + 1n, -1n));
});

test.each<[string, { ContentType?: string; Body?: Uint8Array }, string]>([
  ['no body', {}, '0 bytes of no content type are not an inference response'],
  [
    'an error',
    { ContentType: 'text/plain', Body: Buffer.from('busy') },
    '4 bytes of text/plain are not an inference response',
  ],
  [
    'another data type',
    inJson({ name: 'scores', datatype: 'FP64', shape: [1, 2], data: [1, 2] }),
    "output 'scores' of model 'search' is FP64; its metadata has FP32",
  ],
  [
    'an unknown output',
    inJson({ name: 'classes', datatype: 'INT32', shape: [1], data: [1] }),
    "output 'classes' of model 'search' is INT32; its metadata has no such output",
  ],
  [
    'too few elements',
    inJson({ name: 'scores', datatype: 'FP32', shape: [1, 2], data: [1] }),
    "output 'scores' has 1 elements for shape [1, 2]",
  ],
  [
    'a value out of range',
    inJson({ name: 'scores', datatype: 'FP32', shape: [1, 2], data: [1, 1e300] }),
    "output 'scores': element 1 is not a value of FP32",
  ],
])('%s is rejected', (_, response, message) => {
  expect(() => new TritonResponse(MODEL, response)).toThrow(message);
});

test('an output that is not in the response is named, with those that are', () => {
  const response = new TritonResponse(MODEL, inJson({ name: 'scores', datatype: 'FP32', shape: [1, 2], data: [1, 2] }));
  expect(() => response.output('ids')).toThrow(
    "the response of model 'search' has no output 'ids'; its outputs: 'scores'",
  );
});
