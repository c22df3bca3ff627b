import { checkModelResponse } from '../../../lambda/smoke-test/smoke-test';
import { Example, ModelSpec } from '../../../lib/contracts/smoke-test-properties';
import { Message } from '../../../lib/client/protocol/message';

const MODEL: ModelSpec = {
  name: 'm',
  maxBatchSize: 0,
  inputs: [],
  outputs: [{ name: 'y', dataType: 'FP32', dims: ['2'] }],
};
const Y = { name: 'y', datatype: 'FP32', shape: [2], data: [1, 2] as unknown[] };
const EXAMPLE: Example = {
  request: { inputs: [] },
  response: { outputs: [{ ...Y, data: [1, 2] }] },
  absoluteTolerance: 0.001,
  relativeTolerance: 0,
};

const jsonResponse = (body: object | string | Buffer): Message => ({
  contentType: 'application/json',
  body: Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const responseWith = (...outputs: object[]): Message => jsonResponse({ outputs });

/** A response with one output in the binary format. */
function binaryResponse(fields: object, binaryData: number[], binary_data_size: unknown = binaryData.length): Message {
  const header = Buffer.from(
    JSON.stringify({ outputs: [{ name: 'y', shape: [2], ...fields, parameters: { binary_data_size } }] }),
  );
  const contentType = `application/vnd.sagemaker-triton.binary+json;json-header-size=${header.length}`;
  return { contentType, body: Buffer.concat([header, Buffer.from(binaryData)]) };
}

interface TestedOutput {
  readonly dataType?: string;
  readonly dims?: string[];
  readonly model?: Partial<ModelSpec>;
  readonly example?: Example;
  readonly requestedOutputs?: { readonly name: string }[];
}

/** Returns the result of the smoke test: `correct`, `not tested`, or a description of the errors. */
function smokeTestResult(
  message: Message,
  { dataType = 'FP32', dims = ['2'], model, example, requestedOutputs }: TestedOutput = {},
): string {
  const testedModel = { ...MODEL, outputs: [{ name: 'y', dataType, dims }], ...model };
  const request = {
    model: testedModel,
    title: 'zeros',
    inputs: [],
    contentType: '',
    body: Buffer.of(),
    example,
    requestedOutputs,
  };
  try {
    const { problem, untested } = checkModelResponse(request, message);
    return problem ?? (untested === undefined ? 'correct' : 'not tested');
  } catch (error) {
    if ((error as Error).constructor !== Error) throw error;
    return (error as Error).message;
  }
}

const responseOfType = (datatype: string, data: unknown[]): Message => responseWith({ ...Y, datatype, data });

describe('with an example', () => {
  test.each<[string, Message, string]>([
    ['a repeated output', responseWith(Y, { ...Y, data: [9, 9] }), 'outputs[1] has the same name as outputs[0]'],
    [
      'an error in addition to outputs',
      jsonResponse({ error: 'out of memory', outputs: [Y] }),
      'they contain the key `error`',
    ],
    [
      'an object that looks like an internal marker of the parser',
      jsonResponse(
        '{"outputs":[{"name":"y","datatype":"FP32","shape":[2],"data":[{"number that is not finite":"1"},2]}],"x":NaN}',
      ),
      'element 0 is a value that FP32 cannot contain',
    ],
    [
      'ragged data',
      responseWith({ ...Y, data: [[1], 2] }),
      'outputs[0].data is nested in a different way than its shape',
    ],
  ])('%s is incorrect', (_, message, problem) => {
    expect(smokeTestResult(message, { example: EXAMPLE })).toContain(problem);
  });

  test('64-bit integers are compared with all digits', () => {
    const tail = Buffer.alloc(16);
    tail.writeBigInt64LE(2n ** 53n + 1n);
    const response = { outputs: [{ ...Y, datatype: 'INT64', data: undefined, base64: tail.toString('base64') }] };
    const options = { dataType: 'INT64', example: { ...EXAMPLE, response, absoluteTolerance: 0 } };
    const body = (digits: string): Message =>
      jsonResponse(`{"outputs":[{"name":"y","datatype":"INT64","shape":[2],"data":[${digits},0]}]}`);
    expect(smokeTestResult(body('9007199254740993'), options)).toBe('correct');
    expect(smokeTestResult(body('9007199254740992'), options)).toContain('1 of 2 values differ');
  });

  test('the outputs of a model that declares no outputs are compared, too', () => {
    const options = { model: { outputs: [] }, example: EXAMPLE };
    expect(smokeTestResult(responseWith(Y), options)).toBe('correct');
    expect(smokeTestResult(responseWith({ ...Y, data: [1, 9] }), options)).toContain('1 of 2 values differ');
    expect(smokeTestResult(responseWith({ ...Y, name: 'z' }), options)).toContain('output y is missing');
  });
});

test('an output that the response of the example omits can be missing, otherwise it is required', () => {
  const q = { name: 'q', dataType: 'FP32', dims: ['2'] };
  const model = { outputs: [{ ...q, name: 'y' }, q] };
  expect(smokeTestResult(responseWith(Y), { model, example: EXAMPLE })).toBe('correct');
  expect(smokeTestResult(responseWith(Y), { model })).toContain('output q is missing');
  expect(smokeTestResult(responseWith({ ...Y, name: 'q' }), { model, example: EXAMPLE })).toContain(
    'output y is missing',
  );
  expect(smokeTestResult(responseWith(Y, { ...Y, name: 'q', datatype: 'FP64' }), { model, example: EXAMPLE })).toBe(
    'output q: data type FP64, expected FP32',
  );
  const requestsBoth = { ...EXAMPLE, request: { inputs: [], outputs: [{ name: 'y' }, { name: 'q' }] } };
  const requestedOutputs = requestsBoth.request.outputs;
  expect(smokeTestResult(responseWith(Y), { model, example: requestsBoth, requestedOutputs })).toContain(
    'output q is missing',
  );
});

test.each([{ a: true, b: -1, c: 0.5, d: 'text' }, { triton_final_response: true }, {}])(
  'the parameters %j are accepted',
  (parameters) => expect(smokeTestResult(jsonResponse({ model_name: 'm', parameters, outputs: [Y] }))).toBe('correct'),
);

describe('without an example', () => {
  test.each<[string, unknown[]]>([
    ['negative', [-2]],
    ['fractional', [2, 1.5]],
    ['string', ['2']],
    ['nested', [[2]]],
  ])('%s dimensions are incorrect', (_, shape) => {
    expect(smokeTestResult(responseWith({ ...Y, shape }))).toMatch(
      /^outputs\[0\]\.shape\[\d\] is .*; allowed: integers from 0/,
    );
  });

  test.each<[string, unknown]>([
    ['INT8', 1000],
    ['UINT8', -1],
    ['INT32', 1e300],
    ['FP32', 1e300],
    ['FP16', 65520],
    ['BF16', 3.4e38],
  ])('%s cannot contain %d', (dataType, value) => {
    expect(smokeTestResult(responseOfType(dataType, [0, value]), { dataType })).toBe(
      `output y: element 1 is a value that ${dataType} cannot contain`,
    );
  });

  test.each<[string, string, string]>([
    ['INT64', '9223372036854775807', '9223372036854775808'],
    ['INT64', '-9223372036854775808', '-9223372036854775809'],
    ['UINT64', '18446744073709551615', '18446744073709551616'],
  ])('the range of %s ends at %s', (dataType, limit, outOfRange) => {
    const body = (digits: string): Message =>
      jsonResponse(`{"outputs":[{"name":"y","datatype":"${dataType}","shape":[2],"data":[0,${digits}]}]}`);
    expect(smokeTestResult(body(limit), { dataType })).toBe('correct');
    expect(smokeTestResult(body(outOfRange), { dataType })).toContain('element 1 is a value that');
  });

  test.each<[string, unknown]>([
    ['BOOL', 1],
    ['BYTES', 7],
    ['INT32', 0.5],
  ])('%s cannot contain %s in JSON', (dataType, value) => {
    expect(smokeTestResult(responseOfType(dataType, [value, value]), { dataType })).toContain(
      `is a value that ${dataType} cannot contain`,
    );
  });

  test('an output without elements is incorrect if the dimensions are fixed, and not tested if one is variable', () => {
    const empty = responseWith({ ...Y, shape: [0], data: [] });
    expect(smokeTestResult(empty)).toBe('output y: no values, although the declared dimensions [2] are fixed');
    expect(smokeTestResult(empty, { dims: ['-1'] })).toBe('not tested');
    const z = { name: 'z', dataType: 'FP32', dims: ['2'] };
    const both = { model: { outputs: [{ ...z, name: 'y', dims: ['-1'] }, z] } };
    expect(smokeTestResult(responseWith({ ...Y, shape: [0], data: [] }, { ...Y, name: 'z' }), both)).toBe('correct');
  });

  test('the name of a different model is incorrect, except on a multi-model endpoint, where SageMaker chooses the names', () => {
    const other = jsonResponse({ model_name: 'other', outputs: [Y] });
    expect(smokeTestResult(jsonResponse({ model_name: 'm', model_version: '1', id: '7', outputs: [Y] }))).toBe(
      'correct',
    );
    expect(smokeTestResult(other)).toBe('model_name is not m: a different model responded');
    expect(smokeTestResult(other, { model: { targetModel: 'm.tar.gz' } })).toBe('correct');
  });

  test('repeated parameters of the response are accepted: Triton repeats those of a sequence for each output of an ensemble', () => {
    const parameters = '{"sequence_id":0,"sequence_id":0,"x":{"__proto__":1,"__proto__":2}}';
    const response = `{"model_name":"m","parameters":${parameters},"outputs":[${JSON.stringify(Y)}]}`;
    expect(smokeTestResult(jsonResponse(response))).toBe('correct');
  });

  test.each<[string, Buffer | string, string]>([
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('{"outputs":[],"id":"'), Buffer.of(0xff), Buffer.from('"}')]),
      'not UTF-8',
    ],
    ['a repeated member', '{"outputs":[{"name":"y"}],"\\u006futputs":[]}', 'an object that has a name more than once'],
    [
      'a repeated size of an output',
      '{"parameters":{},"outputs":[{"parameters":{"binary_data_size":8,"binary_data_size":4}}]}',
      'an object that has a name more than once',
    ],
    [
      'a number beyond FP64',
      '{"outputs":[{"name":"y","datatype":"FP32","shape":[1],"data":[1e999]}]}',
      'beyond the range of FP64',
    ],
    ['more levels than tensors have', `{"outputs":${'['.repeat(100)}NaN${']'.repeat(100)}}`, 'more than 100 levels'],
  ])('JSON with %s is incorrect', (_, body, problem) => {
    expect(smokeTestResult(jsonResponse(body))).toContain(problem);
  });

  test.each<[string, Message, string]>([
    ['a size as text', binaryResponse({ datatype: 'FP32' }, Array(8).fill(0), '8'), 'binary_data_size is text'],
    ['a negative size', binaryResponse({ datatype: 'FP32' }, [], -8), 'binary_data_size is a negative number'],
    [
      'a size that exceeds the body',
      binaryResponse({ datatype: 'FP32' }, [0, 0, 0, 0], 8),
      'the response is truncated',
    ],
    ['additional bytes', binaryResponse({ datatype: 'FP32' }, Array(9).fill(0), 8), 'bytes, expected'],
    [
      'bytes other than 0 and 1 of BOOL',
      binaryResponse({ datatype: 'BOOL' }, [1, 255]),
      'element 1 is a byte other than 0 and 1',
    ],
    ['a truncated string', binaryResponse({ datatype: 'BYTES' }, [9, 0, 0, 0, 97]), 'a string of 9 bytes is truncated'],
    [
      'a truncated length',
      binaryResponse({ datatype: 'BYTES' }, [0, 0]),
      'the length of a string has 2 bytes, expected 4',
    ],
    ['a type named like a method', binaryResponse({ datatype: 'toString' }, []), 'no data type of KServe v2'],
    [
      'an invalid size of the JSON',
      { contentType: 'application/vnd.sagemaker-triton.binary+json;json-header-size=-1', body: responseWith(Y).body },
      'no json-header-size with digits',
    ],
  ])('the binary format with %s is incorrect', (_, message, problem) => {
    expect(smokeTestResult(message, { dataType: 'FP32' })).toContain(problem);
  });

  test('invalid outputs are also found if the model declares no outputs', () => {
    expect(smokeTestResult(responseOfType('INT8', [1, 1000]), { model: { outputs: [] } })).toContain(
      'outputs[0]: element 1 is a value that INT8',
    );
    expect(smokeTestResult(responseWith(), { model: { outputs: [] } })).toBe('the response has no outputs');
  });
});

describe('a response of the generate extension', () => {
  const model: Partial<ModelSpec> = {
    inferenceType: 'generate',
    outputs: [{ name: 'y', dataType: 'FP32', dims: ['2'] }],
  };
  test.each<[string, object, string]>([
    ['in the format of Triton is correct', { model_name: 'm', model_version: '1', y: [1, 2] }, 'correct'],
    [
      'with an error that is not text is incorrect',
      { error: { code: 7 }, y: [1, 2] },
      'with an error that is an object',
    ],
    ['with null as its error is incorrect', { error: null, y: [1, 2] }, 'with an error that is null'],
    ['with nested values is incorrect', { y: [[1], [2]] }, 'element 0 is a value that FP32 cannot contain'],
    [
      'without values is incorrect if the dimensions are fixed',
      { y: [] },
      'output y: no values, although its dimensions are fixed',
    ],
    ['of a different model is incorrect', { model_name: 'n', y: [1, 2] }, 'a different model responded'],
    ['with an ID that is text is correct', { id: '7', y: [1, 2] }, 'correct'],
    ['with a parameter named id is correct', { id: 7, y: [1, 2] }, 'correct'],
    ['with a version that is no text is incorrect', { model_version: 1, y: [1, 2] }, 'model_version is a number'],
  ])('%s', (_, body, expected) => {
    expect(smokeTestResult(jsonResponse(body), { model })).toContain(expected);
  });

  test('can have an output named id', () => {
    const withId = { ...model, outputs: [{ name: 'id', dataType: 'INT64', dims: ['1'] }] };
    const example = { ...EXAMPLE, response: { id: 5 } };
    expect(smokeTestResult(jsonResponse({ id: 5 }), { model: withId })).toBe('correct');
    expect(smokeTestResult(jsonResponse({ id: 5 }), { model: withId, example })).toBe('correct');
    expect(smokeTestResult(jsonResponse({ id: 6 }), { model: withId, example })).toContain('1 of 1 values differ');
    expect(smokeTestResult(jsonResponse({ id: 'x' }), { model: withId })).toContain(
      'a value that INT64 cannot contain',
    );
  });

  test('is not tested if it has no values, and the declared dimensions allow that', () => {
    expect(
      smokeTestResult(jsonResponse({ y: [] }), {
        model: { ...model, outputs: [{ name: 'y', dataType: 'FP32', dims: ['-1'] }] },
      }),
    ).toBe('not tested');
  });
});
