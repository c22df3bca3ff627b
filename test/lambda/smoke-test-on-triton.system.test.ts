import { FakeAws, Verdict } from './fake-aws';
import { RealTriton } from './real-triton';
import { judge as judgeStrictly } from './smoke-test/lying-endpoint/protocol';
import { judgeAnswer } from '../../lambda/smoke-test/smoke-test';

const TYPES = ['BOOL', 'UINT8', 'UINT16', 'UINT32', 'UINT64', 'INT8', 'INT16', 'INT32', 'INT64'];
const FLOATS = ['FP16', 'BF16', 'FP32', 'FP64'];
/** What SageMaker waits for an answer: an objective that every answer keeps. */
const LONGEST_MILLISECONDS = 60_000;

let triton: RealTriton;
let aws: FakeAws;
beforeAll(async () => {
  [triton, aws] = await Promise.all([RealTriton.start(), FakeAws.start()]);
});
afterAll(async () => {
  await Promise.all([triton.stop(), aws.stop()]);
});
beforeEach(() => {
  aws.endpoint.upstream = triton.url;
  aws.endpoint.faults = () => undefined;
  aws.containerLines = [];
});

const tensorSpec = (name: string, dataType: string, dims = ['-1']): object => ({ name, dataType, dims });
const FP32_MODEL = {
  name: 'probe',
  maxBatchSize: 8,
  inputs: [tensorSpec('in_FP32', 'FP32')],
  outputs: [tensorSpec('out_FP32', 'FP32')],
};
const input = { name: 'in_FP32', datatype: 'FP32', shape: [1, 3], data: [1, 2.5, -3] };
const output = { name: 'out_FP32', datatype: 'FP32', shape: [1, 3], data: [1, 2.5, -3] };
const behaviour = (value: number): object => ({ name: 'behaviour', datatype: 'INT32', shape: [1, 1], data: [value] });
const example = (inputs: object[], outputs?: object[]): object => ({
  request: { inputs },
  response: outputs && { outputs },
  absoluteTolerance: 1e-3,
  relativeTolerance: 0,
});

/** Deploys with examples and what else the test says of the model and the test, whose verdicts have Triton's own words. */
function deploy(examples: object[], model: object = {}, spec: object = {}): Promise<Verdict> {
  const tested = { ...FP32_MODEL, ...model };
  aws.object = { [tested.name]: examples };
  return aws.deploy({
    EndpointConfigName: 'config',
    Spec: JSON.stringify({ models: [tested], timeoutSeconds: 600, logPayloads: true, ...spec }),
    ...(examples.length > 0 && { ExamplesBucket: 'bucket', ExamplesKey: 'key' }),
  });
}

describe('the right model passes', () => {
  test('with an example in JSON', async () => {
    expect(await deploy([example([input], [output])])).toMatchObject({ Status: 'SUCCESS' });
  });

  test.each([...TYPES, ...FLOATS, 'BYTES'])('with random values of %s in the binary form', async (type) => {
    const model = { inputs: [tensorSpec(`in_${type}`, type)], outputs: [tensorSpec(`out_${type}`, type)] };
    const requests = [{ fill: 'random', seed: 7, batchSize: 3, shapes: { [`in_${type}`]: [5] }, binary: true }];
    expect(await deploy([], { ...model, requests })).toMatchObject({ Status: 'SUCCESS' });
    const [{ contentType }] = aws.endpoint.invocations;
    expect(contentType).toMatch(/^application\/vnd\.sagemaker-triton\.binary\+json;json-header-size=\d+$/);
  });

  test.each(['FP16', 'BF16', 'BYTES', 'INT64', 'BOOL'])(
    'with expected values of %s in the binary form',
    async (type) => {
      const model = { inputs: [tensorSpec(`in_${type}`, type)], outputs: [tensorSpec(`out_${type}`, type)] };
      const data = { BYTES: ['a', '', 'ü'], BOOL: [true, false, true] }[type] ?? [1, -2, 3];
      const sent = { name: `in_${type}`, datatype: type, shape: [1, 3], base64: undefined, data };
      const other = { ...tensorSpec('in_FP16', 'FP16'), optional: true }; // makes it travel in the binary form
      const outputs = [...model.outputs, tensorSpec('out_FP16', 'FP16')];
      const half = { name: 'in_FP16', datatype: 'FP16', shape: [1, 1], data: [0.5] };
      const halfBack = { ...half, name: 'out_FP16' };
      const given = type === 'FP16' ? [sent] : [sent, half];
      const expected = type === 'FP16' ? [{ ...sent, name: 'out_FP16' }] : [{ ...sent, name: `out_${type}` }, halfBack];
      const full = type === 'FP16' ? model : { inputs: [...model.inputs, other], outputs };
      expect(await deploy([example(given, expected)], full)).toMatchObject({ Status: 'SUCCESS' });
      const wrong = expected.map((tensor, index) =>
        index === 0 ? { ...tensor, data: [data[0], data[1], 9] } : tensor,
      );
      const verdict = await deploy([example(given, wrong)], full);
      expect(verdict.Reason).toContain(
        "1 of 3 values differ from the example's; the largest difference is in element 2",
      );
    },
  );

  test('with several inputs and a batch', async () => {
    const inputs = [tensorSpec('in_FP32', 'FP32'), tensorSpec('in_INT32', 'INT32'), tensorSpec('in_BYTES', 'BYTES')];
    const outputs = [
      tensorSpec('out_FP32', 'FP32'),
      tensorSpec('out_INT32', 'INT32'),
      tensorSpec('out_BYTES', 'BYTES'),
    ];
    const requests = [false, true].map((binary) => ({ fill: 'random', batchSize: 8, binary }));
    expect(await deploy([], { inputs, outputs, requests })).toMatchObject({
      Status: 'SUCCESS',
      Data: { Checked: '2' },
    });
  });

  test('with the outputs that an example in half precision asks for', async () => {
    const half = { name: 'in_FP16', datatype: 'FP16', shape: [1, 2], data: [0.5, -1] };
    const { request, ...rest } = example([half, input], [{ ...half, name: 'out_FP16' }]) as { request: object };
    const examples = [{ ...rest, request: { ...request, outputs: [{ name: 'out_FP16' }] } }];
    const inputs = [...FP32_MODEL.inputs, tensorSpec('in_FP16', 'FP16')];
    const outputs = [...FP32_MODEL.outputs, tensorSpec('out_FP16', 'FP16')];
    expect((await deploy(examples, { inputs, outputs })).Reason).toBe('1 of 1 responses are correct');
  });

  test('within its latency, measured by requests at once', async () => {
    const latency = { percentile: 99, milliseconds: LONGEST_MILLISECONDS, requests: 120, concurrency: 4, warmup: 2 };
    expect(await deploy([example([input])], {}, { latency })).toMatchObject({ Status: 'SUCCESS' });
    expect(aws.endpoint.invocations).toHaveLength(123);
    expect(aws.log).not.toContain('Warning: Possible');
  });
});

describe('what the server writes is right for the strict model of the protocol, and for the smoke test:', () => {
  /** A response to inputs as they are in the text, which may have more digits than JavaScript keeps, and what is said of it. */
  async function respond(type: string, shape: string, data: string, more = ''): Promise<[string, string, string]> {
    const body = `{"inputs":[{"name":"in_${type}","datatype":"${type}","shape":${shape},"data":${data}}]${more}}`;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${triton.url}/endpoints/vision/invocations`, { method: 'POST', headers, body });
    const message = {
      contentType: response.headers.get('content-type') ?? '',
      body: Buffer.from(await response.arrayBuffer()),
    };
    const outputs = [{ name: `out_${type}`, dataType: more.includes('classification') ? 'BYTES' : type }];
    const model = { ...FP32_MODEL, inputs: [], outputs: outputs.map((output) => ({ ...output, dims: ['-1'] })) };
    const requestedOutputs = more.includes('"outputs"') ? JSON.parse(`{${more.slice(1)}}`).outputs : undefined;
    const request = { ...message, model, title: 'limits', inputs: [], requestedOutputs };
    const judged = judgeStrictly({ ...model, outputs: outputs.map((output) => ({ ...output, dims: [-1] })) }, message);
    try {
      const { problem, isTested = true } = judgeAnswer(request, message);
      return [judged, problem ?? (isTested ? 'right' : 'not tested'), message.contentType.split(';')[0]];
    } catch (error) {
      return [judged, (error as Error).message, message.contentType.split(';')[0]];
    }
  }

  const JSON_FORM = 'application/json';
  const BINARY = 'application/vnd.sagemaker-triton.binary+json';
  const INTO_BINARY = ',"parameters":{"binary_data_output":true}';
  const LIMITS: [string, string][] = [
    ['BOOL', '[true,false]'],
    ['UINT8', '[0,255]'],
    ['UINT16', '[0,65535]'],
    ['UINT32', '[0,4294967295]'],
    ['UINT64', '[0,18446744073709551615]'],
    ['INT8', '[-128,127]'],
    ['INT16', '[-32768,32767]'],
    ['INT32', '[-2147483648,2147483647]'],
    ['INT64', '[-9223372036854775808,9223372036854775807]'],
    ['FP32', '[3.4028234663852886e38,-1.401298464324817e-45]'],
    ['FP64', '[1.7976931348623157e308,5e-324]'],
    ['BYTES', '["\\u0000\\"","größe 👍"]'],
  ];

  test.each(LIMITS)('the limits of %s in both forms', async (type, data) => {
    expect(await respond(type, '[1,2]', data)).toEqual(['right', 'right', JSON_FORM]);
    expect(await respond(type, '[1,2]', data, INTO_BINARY)).toEqual(['right', 'right', BINARY]);
    expect(await respond(type, '[2,1]', data)).toEqual(['right', 'right', JSON_FORM]);
  });

  test('no elements, which have no binary part', async () => {
    for (const more of ['', INTO_BINARY]) {
      expect(await respond('FP32', '[1,0]', '[]', more)).toEqual(['not tested', 'not tested', JSON_FORM]);
      expect(await respond('BYTES', '[1,0]', '[]', more)).toEqual(['not tested', 'not tested', JSON_FORM]);
    }
  });

  test('classes in place of a tensor', async () => {
    const more = ',"outputs":[{"name":"out_FP32","parameters":{"classification":2}}]';
    expect(await respond('FP32', '[1,3]', '[0.5,2,1]', more)).toEqual(['right', 'right', JSON_FORM]);
  });
});

test('strings that are not UTF-8 are requested in the binary form, since Triton writes them into JSON as they are', async () => {
  const strings = { inputs: [tensorSpec('in_BYTES', 'BYTES')], outputs: [tensorSpec('out_BYTES', 'BYTES')] };
  const given = { name: 'in_BYTES', datatype: 'BYTES', shape: [1, 1], base64: 'AgAAAP/+' };
  expect(await deploy([example([given])], strings)).toMatchObject({ Status: 'SUCCESS' });
  expect(aws.endpoint.invocations[0].contentType).toContain('json-header-size=');
});

describe('the wrong model fails the deployment:', () => {
  test('shape', async () => {
    const verdict = await deploy([example([input], [{ ...output, shape: [1, 4], data: [1, 2.5, -3, 0] }])]);
    expect(verdict.Reason).toContain('output out_FP32: shape [1,3], expected [1,4] as in the example');
  });

  test('data type', async () => {
    const verdict = await deploy([example([input])], { outputs: [tensorSpec('out_FP32', 'FP64')] });
    expect(verdict.Reason).toContain('output out_FP32: data type FP32, expected FP64');
  });

  test('name', async () => {
    const verdict = await deploy([example([input])], { outputs: [tensorSpec('scores', 'FP32')] });
    expect(verdict.Reason).toContain('output scores is missing; the response has out_FP32');
  });

  test('value', async () => {
    const verdict = await deploy([example([input], [{ ...output, data: [1, 2.6, -3] }])], {}, { logPayloads: false });
    expect(verdict.Reason).toContain('1 of 3 values differ');
    expect(verdict.Reason).not.toContain('2.5');
  });

  test("a refused request, in Triton's words", async () => {
    const verdict = await deploy([example([{ ...input, name: 'pixels' }])]);
    expect(verdict.Reason).toContain("the model responded with HTTP 400: unexpected inference input 'pixels'");
  });

  test('too slow', async () => {
    const latency = { percentile: 90, milliseconds: 50, requests: 5, concurrency: 1, warmup: 1 };
    const verdict = await deploy([example([input, behaviour(80)])], {}, { latency });
    expect(verdict.Reason).toMatch(/p90 of 5 sequential requests is \d+\.\d ms .*the objective is 50 ms/);
  });

  test('every third request fails', async () => {
    const latency = { percentile: 99, milliseconds: LONGEST_MILLISECONDS, requests: 9, concurrency: 1, warmup: 0 };
    const verdict = await deploy([example([input, behaviour(-1)])], {}, { latency });
    expect(verdict.Reason).toContain(
      '3 of 9 requests failed, the first one: the model responded with HTTP 500: the third request',
    );
  });
});

describe('a multi-model endpoint', () => {
  const targetModel = 'probe.tar.gz';
  beforeAll(() => triton.load(targetModel));

  test('is asked for each of its models', async () => {
    expect(await deploy([example([input], [output])], { targetModel })).toMatchObject({ Status: 'SUCCESS' });
    expect(aws.endpoint.invocations[0].headers['x-amzn-sagemaker-target-model']).toBe(targetModel);
  });

  test('is asked in sequences where a model batches them', async () => {
    await triton.load('sequences', 'sequence_batching { }');
    expect(await deploy([], { targetModel: 'sequences' })).toMatchObject({ Status: 'FAILED' });
    expect(await deploy([], { targetModel: 'sequences', sequence: true })).toMatchObject({ Status: 'SUCCESS' });
  });

  test('rejects what another instance would get of a sequence: a request that does not begin one', async () => {
    await triton.load('begun-elsewhere', 'sequence_batching { }');
    const later = { ...example([input]), request: { inputs: [input], parameters: { sequence_id: 5 } } };
    const { Status, Reason } = await deploy([later], { targetModel: 'begun-elsewhere' });
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(/sequence 5 .*must specify the START flag on the first request of the sequence/);
  });

  test('fails over a model that does not fit into memory', async () => {
    const verdict = await deploy([example([input, behaviour(-2)])], { targetModel });
    expect(verdict.Reason).toContain(
      "the model does not fit into the instance's memory (HTTP 507): CUDA out of memory",
    );
  });

  test('fails over a model that is not there', async () => {
    const verdict = await deploy([example([input])], { targetModel: 'nothing.tar.gz' });
    expect(verdict.Reason).toContain('the model responded with HTTP 404');
  });
});

test('NaN and infinities are right where the example has them, and wrong elsewhere', async () => {
  const odd = { ...output, data: [1, 'NaN', '-Infinity'] };
  expect(await deploy([example([input, behaviour(-3)], [odd])])).toMatchObject({ Status: 'SUCCESS' });
  const verdict = await deploy([example([input, behaviour(-3)])]);
  expect(verdict.Reason).toContain('output out_FP32: element 1 is NaN; allowed: finite numbers');
});

describe('a decoupled model behind the generate extension', () => {
  const model = {
    name: 'story',
    maxBatchSize: 0,
    inputs: [tensorSpec('prompt', 'BYTES', ['1'])],
    outputs: [tensorSpec('text', 'BYTES', ['1'])],
  };
  const once = (words: number, text: string): object => ({
    request: { prompt: 'Count', parameters: { words } },
    response: { text },
    absoluteTolerance: 0,
    relativeTolerance: 0,
  });
  const loopbacks: Awaited<ReturnType<typeof triton.generate>>[] = [];
  beforeAll(() => triton.load('story', '', 'story'));
  afterAll(() => loopbacks.forEach((loopback) => loopback.close()));

  async function serve(inferenceType: string, examples: object[]): Promise<Verdict> {
    const loopback = await triton.generate('story', inferenceType);
    loopbacks.push(loopback);
    aws.endpoint.upstream = loopback.url;
    return deploy(examples, { ...model, inferenceType });
  }

  test('answers once', async () => {
    expect(await serve('generate', [once(1, ' 0')])).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'passed' } });
  });

  test('answers as the same example in tensors says', async () => {
    const prompt = { name: 'prompt', datatype: 'BYTES', shape: [1], data: ['Count'] };
    const text = { name: 'text', datatype: 'BYTES', shape: [1], data: [' 0'] };
    expect(await serve('generate', [example([prompt], [text])])).toMatchObject({ Status: 'SUCCESS' });
  });

  test('may not answer more than once where one response is due', async () => {
    const verdict = await serve('generate', [once(3, ' 0 1 2')]);
    expect(verdict.Reason).toContain('the model responded with an error: generate expects model to produce exactly 1');
  });

  test('streams its answers', async () => {
    expect(await serve('generate_stream', [once(3, ' 0 1 2')])).toMatchObject({ Status: 'SUCCESS' });
    expect((await serve('generate_stream', [once(3, ' 0 1 3')])).Reason).toContain('1 of 1 values differ');
  });

  test('fails when it breaks off, though the status is 200', async () => {
    const broken = { ...once(2, ' 0 1'), request: { prompt: 'Count', parameters: { words: 2, break: true } } };
    const verdict = await serve('generate_stream', [broken]);
    expect(verdict.Reason).toContain('the model responded with an error in response 3 of 3: the cache is full');
  });

  test('is not tested when it rejects the empty prompt that nobody wrote', async () => {
    for (const inferenceType of ['generate', 'generate_stream']) {
      const verdict = await serve(inferenceType, []);
      expect(verdict).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'not tested' } });
      expect(verdict.Reason).toMatch(/zeros \(prompt BYTES \[1\]\): .*the prompt is empty.*`examples`/);
    }
  });

  test('cannot be asked with tensors', async () => {
    await serve('generate', []);
    const verdict = await deploy(
      [example([{ name: 'prompt', datatype: 'BYTES', shape: [1], data: ['Count'] }], [{ name: 'text', data: [''] }])],
      model,
    );
    expect(verdict.Reason).toContain('HTTP 400');
  });
});

describe('a server that breaks fails the deployment:', () => {
  test('closes in the middle of every answer', async () => {
    aws.endpoint.faults = () => 'close in the middle of the answer';
    const verdict = await deploy([example([input])]);
    expect(verdict.Reason).toMatch(
      /the connection broke before the response was complete \(\w+: .*\) \(after 3 attempts\)/,
    );
  });

  test('resets every connection', async () => {
    aws.endpoint.faults = () => 'close before the answer';
    expect((await deploy([example([input])])).Reason).toContain(
      'the connection broke before the response was complete',
    );
  });

  test('but one broken connection is got over', async () => {
    aws.endpoint.faults = (request) => (request === 1 ? 'close in the middle of the answer' : undefined);
    expect((await deploy([example([input])])).Status).toBe('SUCCESS');
  });

  test('dead', async () => {
    await triton.kill();
    aws.containerLines = ['signal (11) received', 'Segmentation fault'];
    const verdict = await deploy([example([input])], {}, { timeoutSeconds: 5 });
    expect(verdict.Reason).toContain('the time for the test was over; the last error: InternalFailure');
    expect(verdict.Reason).toMatch(/The container's last lines:\nsignal \(11\) received\nSegmentation fault$/);
  });
});
