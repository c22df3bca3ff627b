import { Backend, Tensor, TritonModel } from '../../lib';
import { ModelMetadata, TritonRequest } from '../../lib/client';
import { readRequest } from '../../lib/client/protocol/decode';

const MODEL = {
  name: 'search',
  inputs: [
    { name: 'image', datatype: 'FP32', shape: [-1, 2, 2] },
    { name: 'query', datatype: 'BYTES', shape: [-1, 1], optional: true },
    { name: 'tokens', datatype: 'INT64', shape: [-1, -1], optional: true },
    { name: 'level', datatype: 'INT8', shape: [2], optional: true },
    { name: 'half', datatype: 'FP16', shape: [2], optional: true },
  ],
  outputs: [
    { name: 'scores', datatype: 'FP32', shape: [-1, 3] },
    { name: 'codes', datatype: 'BF16', shape: [-1, 3] },
  ],
} as const satisfies ModelMetadata;

const image = [1, 2, 3, 4];
const outputs = ['scores'] as const;

const jsonOf = (request: TritonRequest): unknown => JSON.parse(Buffer.from(request.toJson().Body).toString());

test('a JSON request contains the name, the type and the complete shape of each input', () => {
  const parameters = { priority: 1 };
  const request = new TritonRequest(
    MODEL,
    { image: [...image, ...image], query: ['cat', 'dog'] },
    { outputs, parameters },
  );
  expect(request.toJson().ContentType).toBe('application/json');
  expect(jsonOf(request)).toEqual({
    parameters: { priority: 1 },
    outputs: [{ name: 'scores' }],
    inputs: [
      { name: 'image', datatype: 'FP32', shape: [2, 2, 2], data: [...image, ...image] },
      { name: 'query', datatype: 'BYTES', shape: [2, 1], data: ['cat', 'dog'] },
    ],
  });
});

test('a binary request contains the bytes of each input after the JSON', () => {
  const query = [Buffer.from('00ff', 'hex')];
  const tokens = { data: [1n, 2n ** 62n], shape: [1, 2] };
  const { ContentType, Body } = new TritonRequest(MODEL, { image, query, tokens, half: [1, 0.5] }).toBinary();
  const [, size] = /^application\/vnd\.sagemaker-triton\.binary\+json;json-header-size=(\d+)$/.exec(ContentType) ?? [];
  const header = JSON.parse(Buffer.from(Body).toString('utf8', 0, Number(size)));
  expect(header.parameters).toEqual({ binary_data_output: true });
  expect(header.inputs.map(({ parameters }: { parameters: object }) => parameters)).toEqual(
    [16, 6, 16, 4].map((bytes) => ({ binary_data_size: bytes })),
  );
  const { inputs } = readRequest({ contentType: ContentType, body: Body });
  expect(inputs.map(({ elements }) => Array.from(elements))).toEqual([image, query, tokens.data, [1, 0.5]]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['an unknown input', { image, mask: [1] }, "model 'search' has no input 'mask'; allowed: 'image', 'query'"],
  ['a missing input', {}, "model 'search' requires 'image'"],
  [
    'too few elements',
    { image: [1, 2, 3] },
    "input 'image': got 3 elements for shape [-1, 2, 2]; allowed: a multiple of 4",
  ],
  [
    'too few elements for a fixed shape',
    { image, level: [1] },
    "input 'level': got 1 elements for shape [2]; allowed: 2",
  ],
  [
    'two variable dimensions',
    { image, tokens: [1] },
    "input 'tokens': several sizes of the shape [-1, -1] are variable; pass { data, shape }",
  ],
  [
    'a different shape',
    { image: { data: image, shape: [1, 4] } },
    "input 'image': got shape [1, 4]; allowed: [-1, 2, 2], -1 being any size",
  ],
  [
    'elements for a different shape',
    { image: { data: image, shape: [2, 2, 2] } },
    'got 4 elements for shape [2, 2, 2]; allowed: 8',
  ],
  [
    'nested elements',
    {
      image: [
        [1, 2],
        [3, 4],
      ],
    },
    "input 'image': element 0 is an array; allowed: FP32",
  ],
  ['text for numbers', { image: ['1', '2', '3', '4'] }, "input 'image': element 0 is '1'; allowed: FP32"],
  ['a number that is too large', { image, level: [1, 128] }, "input 'level': element 1 is 128; allowed: INT8"],
  ['a fraction', { image, tokens: { data: [0.5], shape: [1, 1] } }, "input 'tokens': element 0 is 0.5; allowed: INT64"],
  ['an integer of more than 64 bits', { image, tokens: { data: [2n ** 63n], shape: [1, 1] } }, 'allowed: INT64'],
])('%s is rejected with the name of the input', (_, inputs, message) => {
  expect(() => new TritonRequest(MODEL as ModelMetadata, inputs as Record<string, number[]>)).toThrow(message);
});

test('an unknown output is rejected', () => {
  const request = (): unknown => new TritonRequest(MODEL as ModelMetadata, { image }, { outputs: ['classes'] });
  expect(request).toThrow("model 'search' has no output 'classes'; allowed: 'scores', 'codes'");
});

test.each<[string, TritonRequest, string]>([
  [
    'an FP16 input',
    new TritonRequest(MODEL, { image, half: [1, 2] }, { outputs }),
    "input 'half' is FP16, which requires the binary form",
  ],
  ['a BF16 output', new TritonRequest(MODEL, { image }), "output 'codes' is BF16, which requires the binary form"],
  [
    'NaN',
    new TritonRequest(MODEL, { image: [NaN, 2, 3, 4] }, { outputs }),
    "input 'image': element 0 requires the binary form",
  ],
  [
    'bytes',
    new TritonRequest(MODEL, { image, query: [Buffer.from('ff', 'hex')] }, { outputs }),
    "'query': element 0 requires",
  ],
  [
    'an integer above 2^53',
    new TritonRequest(MODEL, { image, tokens: { data: [2n ** 53n + 1n], shape: [1, 1] } }, { outputs }),
    "input 'tokens': element 0 requires the binary form",
  ],
])('%s in a JSON request is rejected with a reference to the binary format', (_, request, message) => {
  expect(() => request.toJson()).toThrow(message);
});

test('a request accepts the metadata of a model in the construct library', () => {
  const model = new TritonModel({
    name: 'classifier',
    backend: Backend.ONNXRUNTIME,
    maxBatchSize: 8,
    inputs: [Tensor.fp32('image', [3, -1]), Tensor.string('title', [1], { optional: true })],
    outputs: [Tensor.int64('label', [])],
  });
  const metadata: ModelMetadata = JSON.parse(model.metadata);
  expect(metadata).toEqual({
    name: 'classifier',
    inputs: [
      { name: 'image', datatype: 'FP32', shape: [-1, 3, -1] },
      { name: 'title', datatype: 'BYTES', shape: [-1, 1], optional: true },
    ],
    outputs: [{ name: 'label', datatype: 'INT64', shape: [-1] }],
  });
  const data = Float32Array.of(1, 2, 3);
  expect(jsonOf(new TritonRequest(metadata, { image: { data, shape: [1, 3, 1] } }))).toEqual({
    inputs: [{ name: 'image', datatype: 'FP32', shape: [1, 3, 1], data: [1, 2, 3] }],
  });
});

test('the compiler rejects invalid inputs, elements and outputs', () => {
  // @ts-expect-error -- `image` is missing
  expect(() => new TritonRequest(MODEL, {})).toThrow("requires 'image'");
  // @ts-expect-error -- strings for an FP32 input
  expect(() => new TritonRequest(MODEL, { image: ['a', 'b', 'c', 'd'] })).toThrow("element 0 is 'a'");
  // @ts-expect-error -- no such output
  expect(() => new TritonRequest(MODEL, { image }, { outputs: ['classes'] })).toThrow('no output');
});
