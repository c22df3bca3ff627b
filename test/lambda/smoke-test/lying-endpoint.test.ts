import { judgeAnswer } from '../../../lambda/smoke-test/smoke-test';
import { Example, ModelSpec } from '../../../lambda/smoke-test/test-plan';
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

const inJson = (body: object | string | Buffer): Message => ({
  contentType: 'application/json',
  body: Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const outputs = (...each: object[]): Message => inJson({ outputs: each });

/** One output in the binary form. */
function inBinary(fields: object, tail: number[], binary_data_size: unknown = tail.length): Message {
  const header = Buffer.from(
    JSON.stringify({ outputs: [{ name: 'y', shape: [2], ...fields, parameters: { binary_data_size } }] }),
  );
  const contentType = `application/vnd.sagemaker-triton.binary+json;json-header-size=${header.length}`;
  return { contentType, body: Buffer.concat([header, Buffer.from(tail)]) };
}

interface Asked {
  readonly dataType?: string;
  readonly dims?: string[];
  readonly model?: Partial<ModelSpec>;
  readonly example?: Example;
}

/** What the smoke test says: `right`, `not tested`, or what is wrong. */
function verdict(message: Message, { dataType = 'FP32', dims = ['2'], model, example }: Asked = {}): string {
  const asked = { ...MODEL, outputs: [{ name: 'y', dataType, dims }], ...model };
  const request = { model: asked, title: 'zeros', inputs: [], contentType: '', body: Buffer.of(), example };
  try {
    const { problem, isTested = true } = judgeAnswer(request, message);
    return problem ?? (isTested ? 'right' : 'not tested');
  } catch (error) {
    if ((error as Error).constructor !== Error) throw error;
    return (error as Error).message;
  }
}

const of = (datatype: string, data: unknown[]): Message => outputs({ ...Y, datatype, data });

describe('with an example', () => {
  test.each<[string, Message, string]>([
    ['an output twice', outputs(Y, { ...Y, data: [9, 9] }), 'outputs[1] has the same name as outputs[0]'],
    ['an error beside right outputs', inJson({ error: 'out of memory', outputs: [Y] }), 'they contain the key `error`'],
    [
      'an object that looks like a mark of the parser',
      inJson(
        '{"outputs":[{"name":"y","datatype":"FP32","shape":[2],"data":[{"number that is not finite":"1"},2]}],"x":NaN}',
      ),
      'element 0 is an object, which FP32 cannot contain',
    ],
    ['ragged data', outputs({ ...Y, data: [[1], 2] }), 'outputs[0].data is nested in a different way than its shape'],
  ])('%s is wrong', (_, message, problem) => {
    expect(verdict(message, { example: EXAMPLE })).toContain(problem);
  });

  test('integers of 64 bits are compared with all of their digits', () => {
    const tail = Buffer.alloc(16);
    tail.writeBigInt64LE(2n ** 53n + 1n);
    const response = { outputs: [{ ...Y, datatype: 'INT64', data: undefined, base64: tail.toString('base64') }] };
    const asked = { dataType: 'INT64', example: { ...EXAMPLE, response, absoluteTolerance: 0 } };
    const body = (digits: string): Message =>
      inJson(`{"outputs":[{"name":"y","datatype":"INT64","shape":[2],"data":[${digits},0]}]}`);
    expect(verdict(body('9007199254740993'), asked)).toBe('right');
    expect(verdict(body('9007199254740992'), asked)).toContain('1 of 2 values differ');
  });

  test('the outputs of a model that declares none are compared, too', () => {
    const asked = { model: { outputs: [] }, example: EXAMPLE };
    expect(verdict(outputs(Y), asked)).toBe('right');
    expect(verdict(outputs({ ...Y, data: [1, 9] }), asked)).toContain('1 of 2 values differ');
    expect(verdict(outputs({ ...Y, name: 'z' }), asked)).toContain('output y is missing');
  });
});

describe('without an example', () => {
  test.each<[string, unknown[]]>([
    ['negative', [-2]],
    ['fractional', [2, 1.5]],
    ['textual', ['2']],
    ['nested', [[2]]],
  ])('%s dimensions are wrong', (_, shape) => {
    expect(verdict(outputs({ ...Y, shape }))).toMatch(/^outputs\[0\]\.shape\[\d\] is .*; allowed: integers from 0/);
  });

  test.each<[string, unknown]>([
    ['INT8', 1000],
    ['UINT8', -1],
    ['INT32', 1e300],
    ['FP32', 1e300],
    ['FP16', 65520],
    ['BF16', 3.4e38],
  ])('%s cannot contain %d', (dataType, value) => {
    expect(verdict(of(dataType, [0, value]), { dataType })).toBe(
      `output y: element 1 is a number out of range, which ${dataType} cannot contain`,
    );
  });

  test.each<[string, string, string]>([
    ['INT64', '9223372036854775807', '9223372036854775808'],
    ['INT64', '-9223372036854775808', '-9223372036854775809'],
    ['UINT64', '18446744073709551615', '18446744073709551616'],
  ])('the range of %s ends at %s', (dataType, last, beyond) => {
    const body = (digits: string): Message =>
      inJson(`{"outputs":[{"name":"y","datatype":"${dataType}","shape":[2],"data":[0,${digits}]}]}`);
    expect(verdict(body(last), { dataType })).toBe('right');
    expect(verdict(body(beyond), { dataType })).toContain('element 1 is a number out of range');
  });

  test.each<[string, unknown]>([
    ['BOOL', 1],
    ['BYTES', 7],
    ['INT32', 0.5],
  ])('%s cannot contain %s in JSON', (dataType, value) => {
    expect(verdict(of(dataType, [value, value]), { dataType })).toContain(`which ${dataType} cannot contain`);
  });

  test('no elements are wrong where the dimensions are fixed, and show nothing where one is variable', () => {
    const empty = outputs({ ...Y, shape: [0], data: [] });
    expect(verdict(empty)).toBe('output y: no values, although the declared dimensions [2] are fixed');
    expect(verdict(empty, { dims: ['-1'] })).toBe('not tested');
    const z = { name: 'z', dataType: 'FP32', dims: ['2'] };
    const both = { model: { outputs: [{ ...z, name: 'y', dims: ['-1'] }, z] } };
    expect(verdict(outputs({ ...Y, shape: [0], data: [] }, { ...Y, name: 'z' }), both)).toBe('right');
  });

  test('a different model is wrong, except on a multi-model endpoint, where SageMaker chooses the names', () => {
    const other = inJson({ model_name: 'other', outputs: [Y] });
    expect(verdict(inJson({ model_name: 'm', model_version: '1', id: '7', outputs: [Y] }))).toBe('right');
    expect(verdict(other)).toBe('model_name is not m: a different model responded');
    expect(verdict(other, { model: { targetModel: 'm.tar.gz' } })).toBe('right');
  });

  test.each<[string, Buffer | string, string]>([
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('{"outputs":[],"id":"'), Buffer.of(0xff), Buffer.from('"}')]),
      'not UTF-8',
    ],
    ['a name twice', '{"outputs":[{"name":"y"}],"\\u006futputs":[]}', 'an object that has a name more than once'],
    [
      'a number beyond FP64',
      '{"outputs":[{"name":"y","datatype":"FP32","shape":[1],"data":[1e999]}]}',
      'beyond the range of FP64',
    ],
    [
      'deep nesting',
      `{"outputs":[{"name":"y","datatype":"FP32","shape":[1],"data":${'['.repeat(2e5)}${']'.repeat(2e5)}}]}`,
      'nested in a different way',
    ],
    ['deep nesting with NaN', `{"outputs":${'['.repeat(2e5)}NaN${']'.repeat(2e5)}}`, 'truncated, or not JSON'],
  ])('JSON with %s is wrong', (_, body, problem) => {
    expect(verdict(inJson(body))).toContain(problem);
  });

  test.each<[string, Message, string]>([
    ['a size as text', inBinary({ datatype: 'FP32' }, Array(8).fill(0), '8'), 'binary_data_size is text'],
    ['a negative size', inBinary({ datatype: 'FP32' }, [], -8), 'binary_data_size is a negative number'],
    ['a size beyond the body', inBinary({ datatype: 'FP32' }, [0, 0, 0, 0], 8), 'the response is truncated'],
    ['bytes that are left', inBinary({ datatype: 'FP32' }, Array(9).fill(0), 8), 'bytes, expected'],
    [
      'bytes other than 0 and 1 of BOOL',
      inBinary({ datatype: 'BOOL' }, [1, 255]),
      'element 1 is a byte other than 0 and 1',
    ],
    ['a string that is cut', inBinary({ datatype: 'BYTES' }, [9, 0, 0, 0, 97]), 'a string of 9 bytes is truncated'],
    ['a length that is cut', inBinary({ datatype: 'BYTES' }, [0, 0]), 'the length of a string has 2 bytes, expected 4'],
    ['a type named like a method', inBinary({ datatype: 'toString' }, []), 'no data type of KServe v2'],
    [
      'a size of the JSON that is no number',
      { contentType: 'application/vnd.sagemaker-triton.binary+json;json-header-size=-1', body: outputs(Y).body },
      'no json-header-size with digits',
    ],
  ])('the binary form with %s is wrong', (_, message, problem) => {
    expect(verdict(message, { dataType: 'FP32' })).toContain(problem);
  });

  test('outputs of no bytes travel as Triton sends them: without a binary part', () => {
    const empty = { name: 'y', datatype: 'FP32', shape: [0], parameters: { binary_data_size: 0 } };
    expect(verdict(outputs(empty), { dims: ['-1'] })).toBe('not tested');
  });

  test('outputs of a model that declares none have to be well formed', () => {
    expect(verdict(of('INT8', [1, 1000]), { model: { outputs: [] } })).toContain(
      'outputs[0]: element 1 is a number out of',
    );
    expect(verdict(outputs(), { model: { outputs: [] } })).toBe('the response has no outputs');
  });
});

describe('a response of the generate extension', () => {
  const model: Partial<ModelSpec> = {
    inferenceType: 'generate',
    outputs: [{ name: 'y', dataType: 'FP32', dims: ['2'] }],
  };
  test.each<[string, object, string]>([
    ['as Triton writes it', { model_name: 'm', model_version: '1', y: [1, 2] }, 'right'],
    ['with an error that is not text', { error: { code: 7 }, y: [1, 2] }, 'with an error that is an object'],
    ['with null as its error', { error: null, y: [1, 2] }, 'with an error that is null'],
    ['with nested values', { y: [[1], [2]] }, 'element 0 is an object, which FP32 cannot contain'],
    ['without values', { y: [] }, 'output y: no values, although its dimensions are fixed'],
    ['of a different model', { model_name: 'n', y: [1, 2] }, 'a different model responded'],
  ])('%s', (_, body, expected) => {
    expect(verdict(inJson(body), { model })).toContain(expected);
  });

  test('is not tested where all of its values are absent and may be', () => {
    expect(
      verdict(inJson({ y: [] }), { model: { ...model, outputs: [{ name: 'y', dataType: 'FP32', dims: ['-1'] }] } }),
    ).toBe('not tested');
  });
});
