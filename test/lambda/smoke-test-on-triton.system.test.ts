import { FakeAws, HandlerResponse } from './fake-aws';
import { RealTriton } from './real-triton';
import { checkStrictly as strictResultOf } from './smoke-test/invalid-responses/strict-protocol';
import { checkModelResponse } from '../../lambda/smoke-test/smoke-test';

/** SageMaker's timeout. Each response meets a latency objective with this value. */
const TIMEOUT_MILLISECONDS = 60_000;

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
const behavior = (value: number): object => ({ name: 'behavior', datatype: 'INT32', shape: [1, 1], data: [value] });
const example = (inputs: object[], outputs?: object[]): object => ({
  request: { inputs },
  response: outputs && { outputs },
  absoluteTolerance: 1e-3,
  relativeTolerance: 0,
});

/** Runs the smoke test with examples. `model` and `spec` override the model and the test. The result contains Triton's error messages. */
function deploy(examples: object[], model: object = {}, spec: object = {}): Promise<HandlerResponse> {
  const testedModel = { ...FP32_MODEL, ...model };
  aws.object = { [testedModel.name]: examples };
  return aws.deploy({
    EndpointConfigName: 'config',
    Spec: JSON.stringify({ models: [testedModel], timeoutSeconds: 600, logPayloads: true, ...spec }),
    ...(examples.length > 0 && { ExamplesBucket: 'bucket', ExamplesKey: 'key' }),
  });
}

describe('a correct model passes', () => {
  test('with an example in JSON', async () => {
    expect(await deploy([example([input], [output])])).toMatchObject({ Status: 'SUCCESS' });
  });

  test.each(['FP16', 'BF16', 'BYTES', 'INT64', 'BOOL'])(
    'with expected values of %s in the binary format',
    async (type) => {
      const model = { inputs: [tensorSpec(`in_${type}`, type)], outputs: [tensorSpec(`out_${type}`, type)] };
      const data = { BYTES: ['a', '', 'ü'], BOOL: [true, false, true] }[type] ?? [1, -2, 3];
      const sent = { name: `in_${type}`, datatype: type, shape: [1, 3], base64: undefined, data };
      const halfInput = { ...tensorSpec('in_FP16', 'FP16'), optional: true }; // FP16 makes the smoke test use the binary format
      const outputs = [...model.outputs, tensorSpec('out_FP16', 'FP16')];
      const half = { name: 'in_FP16', datatype: 'FP16', shape: [1, 1], data: [0.5] };
      const halfOutput = { ...half, name: 'out_FP16' };
      const inputTensors = type === 'FP16' ? [sent] : [sent, half];
      const expected =
        type === 'FP16' ? [{ ...sent, name: 'out_FP16' }] : [{ ...sent, name: `out_${type}` }, halfOutput];
      const testedModel = type === 'FP16' ? model : { inputs: [...model.inputs, halfInput], outputs };
      expect(await deploy([example(inputTensors, expected)], testedModel)).toMatchObject({ Status: 'SUCCESS' });
      const incorrect = expected.map((tensor, index) =>
        index === 0 ? { ...tensor, data: [data[0], data[1], 9] } : tensor,
      );
      const result = await deploy([example(inputTensors, incorrect)], testedModel);
      expect(result.Reason).toContain(
        "1 of 3 values differ from the example's; the largest difference is in element 2",
      );
    },
  );

  test('with the requested outputs of an example in half precision', async () => {
    const half = { name: 'in_FP16', datatype: 'FP16', shape: [1, 2], data: [0.5, -1] };
    const { request, ...rest } = example([half, input], [{ ...half, name: 'out_FP16' }]) as { request: object };
    const examples = [{ ...rest, request: { ...request, outputs: [{ name: 'out_FP16' }] } }];
    const inputs = [...FP32_MODEL.inputs, tensorSpec('in_FP16', 'FP16')];
    const outputs = [...FP32_MODEL.outputs, tensorSpec('out_FP16', 'FP16')];
    expect((await deploy(examples, { inputs, outputs })).Reason).toBe('1 of 1 responses are correct');
  });

  test('with its latency objective, measured one request after another', async () => {
    const latency = { percentile: 99, milliseconds: TIMEOUT_MILLISECONDS, requests: 120, warmup: 2 };
    expect(await deploy([example([input])], {}, { latency })).toMatchObject({ Status: 'SUCCESS' });
    expect(aws.endpoint.invocations).toHaveLength(123);
    expect(aws.log).not.toContain('Warning: Possible');
  });
});

describe('the smoke test and a strict implementation of the protocol have the same result for', () => {
  /** Sends inputs as text, which can have more digits than a JavaScript number. Returns both results and the content type of the response. */
  async function respond(type: string, shape: string, data: string, members = ''): Promise<[string, string, string]> {
    const body = `{"inputs":[{"name":"in_${type}","datatype":"${type}","shape":${shape},"data":${data}}]${members}}`;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${triton.url}/endpoints/vision/invocations`, { method: 'POST', headers, body });
    const message = {
      contentType: response.headers.get('content-type') ?? '',
      body: Buffer.from(await response.arrayBuffer()),
    };
    const outputs = [{ name: `out_${type}`, dataType: members.includes('classification') ? 'BYTES' : type }];
    const model = { ...FP32_MODEL, inputs: [], outputs: outputs.map((output) => ({ ...output, dims: ['-1'] })) };
    const requestedOutputs = members.includes('"outputs"') ? JSON.parse(`{${members.slice(1)}}`).outputs : undefined;
    const request = { ...message, model, title: 'limits', inputs: [], requestedOutputs };
    const strictResult = strictResultOf(
      { ...model, outputs: outputs.map((output) => ({ ...output, dims: [-1] })) },
      message,
    );
    try {
      const { problem, untested } = checkModelResponse(request, message);
      return [
        strictResult,
        problem ?? (untested === undefined ? 'correct' : 'not tested'),
        message.contentType.split(';')[0],
      ];
    } catch (error) {
      return [strictResult, (error as Error).message, message.contentType.split(';')[0]];
    }
  }

  const JSON_TYPE = 'application/json';
  const BINARY_TYPE = 'application/vnd.sagemaker-triton.binary+json';
  const BINARY_OUTPUT = ',"parameters":{"binary_data_output":true}';
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

  test.each(LIMITS)('the limits of %s in JSON and in the binary format', async (type, data) => {
    expect(await respond(type, '[1,2]', data)).toEqual(['correct', 'correct', JSON_TYPE]);
    expect(await respond(type, '[1,2]', data, BINARY_OUTPUT)).toEqual(['correct', 'correct', BINARY_TYPE]);
    expect(await respond(type, '[2,1]', data)).toEqual(['correct', 'correct', JSON_TYPE]);
  });

  test('outputs without elements, which have no binary part', async () => {
    for (const members of ['', BINARY_OUTPUT]) {
      expect(await respond('FP32', '[1,0]', '[]', members)).toEqual(['not tested', 'not tested', JSON_TYPE]);
      expect(await respond('BYTES', '[1,0]', '[]', members)).toEqual(['not tested', 'not tested', JSON_TYPE]);
    }
  });

  test('an output with classes instead of a tensor', async () => {
    const members = ',"outputs":[{"name":"out_FP32","parameters":{"classification":2}}]';
    expect(await respond('FP32', '[1,3]', '[0.5,2,1]', members)).toEqual(['correct', 'correct', JSON_TYPE]);
  });
});

test('strings that are not UTF-8 are requested in the binary format, because Triton copies them unchanged into JSON', async () => {
  const strings = { inputs: [tensorSpec('in_BYTES', 'BYTES')], outputs: [tensorSpec('out_BYTES', 'BYTES')] };
  const notUtf8 = { name: 'in_BYTES', datatype: 'BYTES', shape: [1, 1], base64: 'AgAAAP/+' };
  expect(await deploy([example([notUtf8])], strings)).toMatchObject({ Status: 'SUCCESS' });
  expect(aws.endpoint.invocations[0].contentType).toContain('json-header-size=');
});

describe('the smoke test fails because of', () => {
  test("a rejected request, with Triton's message", async () => {
    const result = await deploy([example([{ ...input, name: 'pixels' }])]);
    expect(result.Reason).toContain("the model responded with HTTP 400: unexpected inference input 'pixels'");
  });

  test('a model that is too slow', async () => {
    const latency = { percentile: 90, milliseconds: 50, requests: 5, warmup: 1 };
    const result = await deploy([example([input, behavior(80)])], {}, { latency });
    expect(result.Reason).toMatch(/p90 of 5 sequential requests is \d+\.\d ms .*the objective is 50 ms/);
  });

  test('a model that fails at every third request', async () => {
    const latency = { percentile: 99, milliseconds: TIMEOUT_MILLISECONDS, requests: 9, warmup: 0 };
    const result = await deploy([example([input, behavior(-1)])], {}, { latency });
    expect(result.Reason).toContain('a measured request failed: the model responded with HTTP 500: the third request');
  });
});

describe('a multi-model endpoint', () => {
  const targetModel = 'probe.tar.gz';
  beforeAll(() => triton.load(targetModel));

  test('receives requests for each of its models', async () => {
    expect(await deploy([example([input], [output])], { targetModel })).toMatchObject({ Status: 'SUCCESS' });
    expect(aws.endpoint.invocations[0].headers['x-amzn-sagemaker-target-model']).toBe(targetModel);
  });

  test('receives sequences if a model batches them', async () => {
    await triton.load('sequences', 'sequence_batching { }');
    expect(await deploy([], { targetModel: 'sequences' })).toMatchObject({ Status: 'FAILED' });
    expect(await deploy([], { targetModel: 'sequences', sequence: true })).toMatchObject({ Status: 'SUCCESS' });
  });

  test('rejects a request that does not start its sequence, such as a request whose sequence started on a different instance', async () => {
    await triton.load('started-elsewhere', 'sequence_batching { }');
    const later = { ...example([input]), request: { inputs: [input], parameters: { sequence_id: 5 } } };
    const { Status, Reason } = await deploy([later], { targetModel: 'started-elsewhere' });
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(/sequence 5 .*must specify the START flag on the first request of the sequence/);
  });

  test('fails the test if a model does not fit into memory', async () => {
    const result = await deploy([example([input, behavior(-2)])], { targetModel });
    expect(result.Reason).toContain("the model does not fit into the instance's memory (HTTP 507): CUDA out of memory");
  });
});

describe('a decoupled model that is called with the generate extension', () => {
  const model = {
    name: 'story',
    maxBatchSize: 0,
    inputs: [tensorSpec('prompt', 'BYTES', ['1'])],
    outputs: [tensorSpec('text', 'BYTES', ['1'])],
  };
  const storyExample = (words: number, text: string): object => ({
    request: { prompt: 'Count', parameters: { words } },
    response: { text },
    absoluteTolerance: 0,
    relativeTolerance: 0,
  });
  const loopbacks: Awaited<ReturnType<typeof triton.startGenerateEndpoint>>[] = [];
  beforeAll(() => triton.load('story', '', 'story'));
  afterAll(() => loopbacks.forEach((loopback) => loopback.close()));

  async function serve(inferenceType: string, examples: object[]): Promise<HandlerResponse> {
    const loopback = await triton.startGenerateEndpoint('story', inferenceType);
    loopbacks.push(loopback);
    aws.endpoint.upstream = loopback.url;
    return deploy(examples, { ...model, inferenceType });
  }

  test('returns one response', async () => {
    expect(await serve('generate', [storyExample(1, ' 0')])).toMatchObject({
      Status: 'SUCCESS',
      Data: { Result: 'passed' },
    });
  });

  test('returns the response of an example with tensors', async () => {
    const prompt = { name: 'prompt', datatype: 'BYTES', shape: [1], data: ['Count'] };
    const text = { name: 'text', datatype: 'BYTES', shape: [1], data: [' 0'] };
    expect(await serve('generate', [example([prompt], [text])])).toMatchObject({ Status: 'SUCCESS' });
  });

  test('fails the test if it returns more than one response without streaming', async () => {
    const result = await serve('generate', [storyExample(3, ' 0 1 2')]);
    expect(result.Reason).toContain('the model responded with an error: generate expects model to produce exactly 1');
  });

  test('streams its responses', async () => {
    expect(await serve('generate_stream', [storyExample(3, ' 0 1 2')])).toMatchObject({ Status: 'SUCCESS' });
    expect((await serve('generate_stream', [storyExample(3, ' 0 1 3')])).Reason).toContain('1 of 1 values differ');
  });

  test('fails the test if a stream ends with an error, although the status is 200', async () => {
    const broken = { ...storyExample(2, ' 0 1'), request: { prompt: 'Count', parameters: { words: 2, break: true } } };
    const result = await serve('generate_stream', [broken]);
    expect(result.Reason).toContain('the model responded with an error in response 3 of 3: the cache is full');
  });

  test('is not tested if it rejects the empty prompt of the default request', async () => {
    for (const inferenceType of ['generate', 'generate_stream']) {
      const result = await serve(inferenceType, []);
      expect(result).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'not tested' } });
      expect(result.Reason).toMatch(/zeros \(prompt BYTES \[1\]\): .*the prompt is empty.*`examples`/);
    }
  });

  test('rejects requests with tensors', async () => {
    await serve('generate', []);
    const result = await deploy(
      [example([{ name: 'prompt', datatype: 'BYTES', shape: [1], data: ['Count'] }], [{ name: 'text', data: [''] }])],
      model,
    );
    expect(result.Reason).toContain('HTTP 400');
  });
});

describe('if a server is broken, the smoke test fails:', () => {
  test('the server closes the connection within each response', async () => {
    aws.endpoint.faults = () => 'closed within the response';
    const result = await deploy([example([input])]);
    expect(result.Reason).toMatch(
      /the connection broke before the response was complete \(\w+: .*\) \(after 3 attempts\)/,
    );
  });

  test('unless only one connection breaks, because the request is repeated', async () => {
    aws.endpoint.faults = (request) => (request === 1 ? 'closed within the response' : undefined);
    expect((await deploy([example([input])])).Status).toBe('SUCCESS');
  });

  test('the server is no longer running', async () => {
    await triton.kill();
    aws.endTime();
    const result = await deploy([example([input])]);
    expect(result.Reason).toContain('the time for the test was over; the last error: InternalFailure');
  });
});
