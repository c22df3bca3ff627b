import { FakeAws } from './fake-aws';
import { modelError, Reply } from './fake-endpoint';

// These tests use local servers instead of the simulated account, because they need delayed, partial and missing responses.

const MODEL = {
  name: 'classifier',
  maxBatchSize: 8,
  inputs: [{ name: 'image', dataType: 'FP32', dims: ['2', '-1'], optional: false }],
  outputs: [{ name: 'scores', dataType: 'FP32', dims: ['3'] }],
};
const SCORES = { name: 'scores', datatype: 'FP32', shape: [1, 3], data: [0.1, 0.2, 0.7] };
const EXAMPLE = {
  request: { inputs: [{ name: 'image', datatype: 'FP32', shape: [1, 2, 2], data: [1, 2, 3, 4] }] },
  response: { outputs: [SCORES] },
  absoluteTolerance: 1e-3,
  relativeTolerance: 0,
};
const WITH_EXAMPLES = { ExamplesBucket: 'bucket', ExamplesKey: 'examples.json' };

let aws: FakeAws;
beforeAll(async () => {
  aws = await FakeAws.start();
});
afterAll(() => aws.stop());
beforeEach(() => {
  aws.endpoint.replies = [respondWith(SCORES)];
  aws.object = { classifier: [EXAMPLE] };
  aws.stackStatus = 'UPDATE_IN_PROGRESS';
  aws.endpointStatus = { EndpointStatus: 'InService', EndpointConfigName: 'config' };
});

const respondWith = (...outputs: object[]): Reply => ({ body: { model_name: 'classifier', outputs } });
const spec = (model: object = MODEL, overrides: object = {}): object => ({
  Spec: JSON.stringify({ models: [model], ...overrides }),
});

describe('a correct response', () => {
  test('makes the deployment succeed, with the number of checked responses', async () => {
    const result = await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(result).toMatchObject({
      Status: 'SUCCESS',
      PhysicalResourceId: 'smoke-test-vision',
      Data: { Result: 'passed', Checked: '1' },
    });
  });

  test('follows a request that is equal to the example', async () => {
    await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(aws.endpoint.invocations).toHaveLength(1);
    expect(aws.endpoint.invocations[0]).toMatchObject({
      url: '/endpoints/vision/invocations',
      contentType: 'application/json',
    });
    expect(JSON.parse(aws.endpoint.invocations[0].body.toString())).toEqual(EXAMPLE.request);
  });

  test('may differ by the absolute tolerance', async () => {
    aws.endpoint.replies = [respondWith({ ...SCORES, data: [0.1009, 0.1991, 0.7] })];
    expect((await aws.deploy({ ...spec(), ...WITH_EXAMPLES })).Status).toBe('SUCCESS');
  });

  test('may differ by the relative tolerance', async () => {
    aws.object = { classifier: [{ ...EXAMPLE, relativeTolerance: 0.1 }] };
    aws.endpoint.replies = [respondWith({ ...SCORES, data: [0.1, 0.2, 0.76] })];
    expect((await aws.deploy({ ...spec(), ...WITH_EXAMPLES })).Status).toBe('SUCCESS');
  });

  test('may have any size in a variable dimension', async () => {
    aws.endpoint.replies = [respondWith({ name: 'scores', datatype: 'FP32', shape: [1, 5], data: [1, 2, 3, 4, 5] })];
    const outputs = [{ ...MODEL.outputs[0], dims: ['-1'] }];
    expect((await aws.deploy(spec({ ...MODEL, outputs }))).Status).toBe('SUCCESS');
  });
});

describe('a model without examples receives zeros', () => {
  test('with batch size 1, and size 1 of variable dimensions', async () => {
    await aws.deploy(spec());
    expect(JSON.parse(aws.endpoint.invocations[0].body.toString())).toEqual({
      inputs: [{ name: 'image', datatype: 'FP32', shape: [1, 2, 1], data: [0, 0] }],
    });
  });

  test('without a batch dimension if the model does not batch, with empty strings, without optional inputs', async () => {
    const inputs = [
      { name: 'text', dataType: 'BYTES', dims: ['1'] },
      { name: 'flag', dataType: 'BOOL', dims: ['1'] },
      { name: 'hint', dataType: 'INT32', dims: ['1'], optional: true },
    ];
    aws.endpoint.replies = [respondWith({ ...SCORES, shape: [3] })];
    const result = await aws.deploy(spec({ ...MODEL, maxBatchSize: 0, inputs }));
    expect(result.Status).toBe('SUCCESS');
    expect(JSON.parse(aws.endpoint.invocations[0].body.toString()).inputs).toEqual([
      { name: 'text', datatype: 'BYTES', shape: [1], data: [''] },
      { name: 'flag', datatype: 'BOOL', shape: [1], data: [false] },
    ]);
  });

  test('in the binary format for half precision, which Triton does not support in JSON', async () => {
    const header = JSON.stringify({
      outputs: [{ ...SCORES, datatype: 'FP16', data: undefined, parameters: { binary_data_size: 6 } }],
    });
    const contentType = `application/vnd.sagemaker-triton.binary+json;json-header-size=${header.length}`;
    aws.endpoint.replies = [{ headers: { 'content-type': contentType }, body: `${header}\0\0\0\0\0\0` }];
    const half = {
      ...MODEL,
      inputs: [{ ...MODEL.inputs[0], dataType: 'FP16' }],
      outputs: [{ ...MODEL.outputs[0], dataType: 'FP16' }],
    };
    expect((await aws.deploy(spec(half))).Status).toBe('SUCCESS');
    const [{ contentType: sent, body }] = aws.endpoint.invocations;
    const size = Number(/json-header-size=(\d+)$/.exec(sent)?.[1]);
    expect(JSON.parse(body.subarray(0, size).toString())).toEqual({
      inputs: [{ name: 'image', datatype: 'FP16', shape: [1, 2, 1], parameters: { binary_data_size: 4 } }],
      parameters: { binary_data_output: true },
    });
    expect(body.subarray(size)).toEqual(Buffer.alloc(4));
  });

  test('unless the model declares no inputs: the model is then not tested', async () => {
    const latency = { percentile: 99, milliseconds: 1000, requests: 1, warmup: 0 };
    const result = await aws.deploy(spec({ ...MODEL, inputs: [] }, { latency }));
    expect(result).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'not tested', Checked: '0' } });
    expect(result.Reason).toBe('NOT TESTED: Model classifier has neither inputs nor examples to create a request from');
    expect(aws.endpoint.invocations).toHaveLength(0);
  });

  test('and may respond with a different shape than config.pbtxt declares, which Triton permits', async () => {
    aws.endpoint.replies = [respondWith({ ...SCORES, shape: [1000, 4], data: Array(4000).fill(0) })];
    expect((await aws.deploy(spec())).Status).toBe('SUCCESS');
  });
});

describe('zeros that are unlikely to be meaningful inputs', () => {
  const query = { ...MODEL, inputs: [{ name: 'query', dataType: 'BYTES', dims: ['1'] }] };

  test('may be rejected by the model: the model is then not tested, and the result recommends examples', async () => {
    aws.endpoint.replies = [modelError(500, '{"error":"JSONDecodeError: Expecting value"}')];
    const latency = { percentile: 99, milliseconds: 1000, requests: 5, warmup: 0 };
    const result = await aws.deploy(spec(query, { latency }));
    expect(result).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'not tested' } });
    expect(result.Reason).toMatch(
      /^NOT TESTED: Model classifier, zeros \(query BYTES \[1,1\]\): the model responded with HTTP 500\. .* set `examples`/,
    );
    expect(aws.endpoint.invocations).toHaveLength(1);
  });

  test('pass the test if the model responds with any values', async () => {
    aws.endpoint.replies = [{ body: JSON.stringify(respondWith(SCORES).body).replace('0.2', 'NaN') }];
    expect(await aws.deploy(spec(query))).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'passed' } });
  });

  test.each<[string, Reply, RegExp]>([
    ['a crash', modelError(500, '{"error":"Stub process is not healthy."}'), /HTTP 500 \(likely cause: The Python env/],
    ['exhausted memory', modelError(507, 'CUDA out of memory'), /does not fit/],
    ['too few values', respondWith({ ...SCORES, data: [1] }), /1 values for shape/],
    ['a timeout', modelError(0, 'Your invocation timed out'), /took longer than the 60 s that SageMaker waits/],
  ])('make the deployment fail after %s', async (_, reply, problem) => {
    aws.endpoint.replies = [reply];
    expect(await aws.deploy(spec(query))).toMatchObject({ Status: 'FAILED', Reason: expect.stringMatching(problem) });
  });

  test('do not prevent tests of other models', async () => {
    const models = [MODEL, { ...query, name: 'search' }];
    aws.endpoint.replies = [respondWith(SCORES), modelError(400, 'no such query')];
    const result = await aws.deploy({ Spec: JSON.stringify({ models }) });
    expect(result).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'passed', Checked: '1' } });
    expect(result.Reason).toMatch(/^1 of 1 responses are correct\. NOT TESTED: Model search, zeros/);
  });
});

describe('NaN and infinities in a response', () => {
  const withNaN = { body: JSON.stringify(respondWith(SCORES).body).replace('0.2', 'NaN').replace('0.7', '-Infinity') };

  test('are incorrect if the request contains meaningful zeros', async () => {
    aws.endpoint.replies = [withNaN];
    expect((await aws.deploy(spec())).Reason).toContain(
      'output scores: element 1 is NaN; allowed: finite numbers, unless',
    );
  });

  test('are correct if the example contains them', async () => {
    aws.endpoint.replies = [withNaN];
    const outputs = [{ ...SCORES, data: [0.1, 'NaN', '-Infinity'] }];
    aws.object = { classifier: [{ ...EXAMPLE, response: { outputs } }] };
    expect((await aws.deploy({ ...spec(), ...WITH_EXAMPLES })).Status).toBe('SUCCESS');
  });
});

describe('a server of the generate extension', () => {
  const model = (inferenceType: string): object => ({
    ...MODEL,
    inferenceType,
    inputs: [{ name: 'prompt', dataType: 'BYTES', dims: ['1'] }],
    outputs: [{ name: 'text', dataType: 'BYTES', dims: ['1'] }],
  });
  const example = { ...EXAMPLE, request: { prompt: 'Once', parameters: { n: 2 } }, response: { text: 'upon a time' } };
  const response = (text: string): object => ({ model_name: 'classifier', model_version: '1', text });
  const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
  const stream = (...events: string[]): Reply => ({ stream: events });
  beforeEach(() => {
    aws.object = { classifier: [example] };
  });
  const deploy = (inferenceType: string): ReturnType<typeof aws.deploy> =>
    aws.deploy({ ...spec(model(inferenceType)), ...WITH_EXAMPLES });

  test('receives the example, and its response is compared', async () => {
    aws.endpoint.replies = [{ body: response('upon a time') }];
    expect(await deploy('generate')).toMatchObject({ Status: 'SUCCESS' });
    expect(JSON.parse(aws.endpoint.invocations[0].body.toString())).toEqual(example.request);
    aws.endpoint.replies = [{ body: response('upon a hill') }];
    expect((await deploy('generate')).Reason).toContain("output text: 1 of 1 values differ from the example's");
  });

  test('may return an empty stream for the default request: the model is then not tested', async () => {
    aws.endpoint.replies = [stream()];
    const result = await aws.deploy(spec(model('generate_stream')));
    expect(result).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'not tested' } });
    expect(result.Reason).toContain('the stream ended without a response');
  });

  test.each<[string, string, Reply, string]>([
    ['a truncated stream', 'generate_stream', stream(event(response('upon')), 'data: {"te'), 'is truncated in event 2'],
    ['a stream without responses', 'generate_stream', stream(), 'the stream ended without a response'],
    ['no output', 'generate', { body: { model_name: 'classifier' } }, 'output text is missing'],
    ['no text', 'generate', { body: { text: 7 } }, 'output text: element 0 is a value that BYTES cannot contain'],
  ])('makes the deployment fail with %s', async (_, inferenceType, reply, problem) => {
    aws.endpoint.replies = [reply];
    const result = await deploy(inferenceType);
    expect(result).toMatchObject({ Status: 'FAILED', Reason: expect.stringContaining(problem) });
  });
});

describe('the deployment fails, and the reason describes the request and the error, if the response has', () => {
  test.each<[string, Reply, string]>([
    [
      'an incorrect shape',
      respondWith({ ...SCORES, shape: [1, 2], data: [1, 2] }),
      'output scores: shape [1,2], expected [1,3] as in the',
    ],
    [
      'an incorrect data type',
      respondWith({ ...SCORES, datatype: 'FP64' }),
      'output scores: data type FP64, expected FP32',
    ],
    [
      'an undeclared output instead of the declared output',
      respondWith({ ...SCORES, name: 'logits' }),
      'output scores is missing; the response has one undeclared output',
    ],
    [
      'an undeclared output in addition to the declared output',
      respondWith(SCORES, { ...SCORES, name: 'logits' }),
      "outputs[1] is not one of the model's outputs (scores)",
    ],
    ['too few values', respondWith({ ...SCORES, data: [1] }), 'output scores: 1 values for shape [1,3], expected 3'],
    [
      'incorrect values',
      respondWith({ ...SCORES, data: [0.1, 0.5, 0.6] }),
      "2 of 3 values differ from the example's; the largest difference is in element 1, by 0.3 more than the tolerance of 0.001 + 0",
    ],
    [
      'a body in HTML',
      { body: '<html>', headers: { 'content-type': 'text/html' } },
      '6 bytes of text/html are not an inference response',
    ],
    [
      'an error instead of outputs',
      { body: { error: 'busy' } },
      'bytes of application/json are not an inference response',
    ],
  ])('%s', async (_, reply, problem) => {
    aws.endpoint.replies = [reply];
    const result = await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(result.Status).toBe('FAILED');
    expect(result.Reason).toContain('Endpoint vision');
    expect(result.Reason).toContain('Model classifier, example 1 (image FP32 [1,2,2])');
    expect(result.Reason).toContain(problem);
  });

  test('several errors, which the reason lists together', async () => {
    aws.object = { classifier: [EXAMPLE, EXAMPLE] };
    aws.endpoint.replies = [respondWith({ ...SCORES, datatype: 'FP64' }), modelError(500, 'boom')];
    const { Reason } = await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(Reason).toMatch(/example 1 .*data type FP64.*example 2 .*HTTP 500/);
  });
});

describe('an error', () => {
  test('of the model is described with its status, and the request is not repeated', async () => {
    aws.endpoint.replies = [modelError(400, '{"error":"unexpected shape for input"}')];
    const result = await aws.deploy(spec());
    expect(result).toMatchObject({ Status: 'FAILED' });
    expect(result.Reason).toContain('the model responded with HTTP 400. ');
    expect(aws.endpoint.invocations).toHaveLength(1);
  });

  test('of the model is described with the likely cause, and with the log group of the containers', async () => {
    aws.endpoint.replies = [modelError(500, 'terminate called after std::bad_alloc')];
    expect((await aws.deploy(spec())).Reason).toMatch(
      /HTTP 500 \(likely cause: The memory of the inst.* The log of its containers is in the log group \/aws\/sagemaker\/Endpoints\/vision$/,
    );
  });

  test('that is transient is followed by a retry', async () => {
    const busy: Reply = {
      status: 503,
      headers: { 'x-amzn-errortype': 'ServiceUnavailable' },
      body: { Message: 'later' },
    };
    aws.endpoint.replies = [busy, busy, respondWith(SCORES)];
    expect((await aws.deploy(spec())).Status).toBe('SUCCESS');
    expect(aws.endpoint.invocations).toHaveLength(3);
  });

  test('is followed by retries while a multi-model endpoint loads the model', async () => {
    const loading: Reply = {
      status: 429,
      headers: { 'x-amzn-errortype': 'ModelNotReadyException' },
      body: { Message: 'loading' },
    };
    aws.endpoint.replies = [loading, loading, loading, respondWith(SCORES)];
    expect((await aws.deploy(spec({ ...MODEL, targetModel: 'classifier.tar.gz' }))).Status).toBe('SUCCESS');
    expect(aws.endpoint.invocations).toHaveLength(4);
    expect(aws.endpoint.invocations[0].headers).toMatchObject({ 'x-amzn-sagemaker-target-model': 'classifier.tar.gz' });
  });

  test('in a sample of many models is described with the number of tested models', async () => {
    aws.object = { models: [{ ...MODEL, name: 'a.tar.gz', targetModel: 'a.tar.gz' }], examples: {}, outOf: 1000 };
    const plan = { PlanBucket: 'bucket', PlanKey: 'plan' };
    aws.endpoint.replies = [respondWith(SCORES)];
    expect((await aws.deploy({ Spec: JSON.stringify({ models: [] }), ...plan })).Reason).toBe(
      '1 of 1 responses are correct; 1 of its 1000 models were tested',
    );
    aws.endpoint.replies = [modelError(507, 'CUDA out of memory')];
    expect((await aws.deploy({ Spec: JSON.stringify({ models: [] }), ...plan })).Reason).toMatch(
      /; 1 of its 1000 models were tested\. Model a\.tar\.gz, zeros.*does not fit into the instance's memory/,
    );
  });

  test('that is from SageMaker, not from the model, is quoted', async () => {
    aws.endpoint.replies = [
      {
        status: 400,
        headers: { 'x-amzn-errortype': 'ValidationError' },
        body: { Message: 'Endpoint vision not found' },
      },
    ];
    expect((await aws.deploy(spec())).Reason).toContain('ValidationError: Endpoint vision not found');
  });
});

describe('the endpoint', () => {
  test('receives a request for each of its variants', async () => {
    aws.endpoint.replies = ['blue', 'blue'].map((variant) => ({
      ...respondWith(SCORES),
      headers: { 'x-amzn-invoked-production-variant': variant },
    }));
    const { Reason } = await aws.deploy(spec(MODEL, { variants: ['blue', 'green'] }));
    const targets = aws.endpoint.invocations.map(({ headers }) => headers['x-amzn-sagemaker-target-variant']);
    expect(targets).toEqual(['blue', 'green']);
    expect(Reason).toContain('Model classifier of variant green, zeros (image FP32 [1,2,1]): variant blue responded');
  });
});

describe('CloudFormation', () => {
  const update = { RequestType: 'Update', PhysicalResourceId: 'previous-id' };

  test('can roll back without a test', async () => {
    aws.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
    aws.endpoint.replies = [respondWith()];
    expect((await aws.deploy(spec(), update)).Status).toBe('SUCCESS');
    expect(aws.endpoint.invocations).toHaveLength(0);
    expect(aws.log).toContain('NOT TESTED: The stack is rolling back');
  });

  test('receives at most 4 KB: a longer reason is truncated, and contains the log stream with the complete text', async () => {
    aws.endpoint.replies = [modelError(500, `${'ü"🙂'.repeat(3000)} the end`)];
    const result = await aws.deploy(spec(MODEL, { logPayloads: true }));
    expect(result.bytes).toBeLessThanOrEqual(4096);
    expect(result.bytes).toBeGreaterThan(3500);
    expect(result.Reason).toMatch(/ü".*\(truncated; see log stream the-log-stream\)$/);
    expect(result.Reason).not.toMatch(/\p{Cs}/u);
    expect(aws.log).toContain('the end');
  });

  test('receives a failure if the test cannot run', async () => {
    expect((await aws.deploy({ Spec: '{' })).Reason).toContain('The smoke test could not run');
  });
});
