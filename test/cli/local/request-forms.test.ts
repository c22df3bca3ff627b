import { requestForms } from '../../../cli/local/request-forms';
import { binaryRequest } from '../../../lib/client/protocol/encode';
import { readRequest } from '../../../lib/client/protocol/decode';
import { Message } from '../../../lib/client/protocol/message';

const jsonMessage = (body: object): Message => ({
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
});
const namesOf = (...args: Parameters<typeof requestForms>): string[] =>
  requestForms(...args).map(({ fileName }) => fileName);

const IMAGE = { name: 'image', datatype: 'FP32', shape: [1, 2] };
const REQUEST = { parameters: { sequence_id: 1 }, outputs: [{ name: 'scores' }] };

test('a JSON request is converted to the binary form, with its parameters and outputs', () => {
  const body = { ...REQUEST, inputs: [{ ...IMAGE, data: [[0.5, 2]] }] };
  const [json, binary] = requestForms(jsonMessage(body));
  expect(JSON.parse(Buffer.from(json.body).toString())).toEqual({ ...body, inputs: [{ ...IMAGE, data: [0.5, 2] }] });
  const { request, inputs } = readRequest(binary);
  expect(request).toEqual(REQUEST);
  expect(inputs).toEqual([{ ...IMAGE, elements: Float32Array.of(0.5, 2) }]);
});

test('a binary request is converted to JSON, including strings and 64-bit integers', () => {
  const text = { name: 'text', datatype: 'BYTES', shape: [1] };
  const id = { name: 'id', datatype: 'INT64', shape: [1] };
  const message = binaryRequest(REQUEST, [
    { ...text, elements: ['cät'] },
    { ...id, elements: [7n] },
  ]);
  const [json, binary] = requestForms(message);
  expect(JSON.parse(Buffer.from(json.body).toString())).toEqual({
    ...REQUEST,
    inputs: [
      { ...text, data: ['cät'] },
      { ...id, data: [7] },
    ],
  });
  expect(binary.contentType).toBe(message.contentType);
  expect(binary.body).toEqual(message.body);
});

test.each([
  ['FP16', [0.5]],
  ['BF16', [0.5]],
  ['BYTES', [Buffer.from('ff', 'hex')]],
  ['INT64', [2n ** 53n + 1n]],
  ['FP32', [NaN]],
])('a request with %s values that JSON cannot represent has only the binary form', (datatype, elements) => {
  const message = binaryRequest({}, [{ name: 'x', datatype, shape: [1], elements }]);
  expect(namesOf(message)).toEqual(['request.bin']);
});

test('a request for an FP16 output has only the binary form', () => {
  const outputs = [{ name: 'embedding', dataType: 'FP16', dims: ['4'] }];
  expect(namesOf(jsonMessage({ inputs: [{ ...IMAGE, data: [1, 2] }] }), outputs)).toEqual(['request.bin']);
});

test('a request of the generate extension has only the JSON form', () => {
  expect(namesOf(jsonMessage({ text_input: 'hello' }))).toEqual(['request.json']);
});
