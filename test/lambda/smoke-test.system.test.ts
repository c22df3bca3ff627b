import { FakeAws } from './fake-aws';
import { modelError, Reply } from './fake-endpoint';

// A server on the loopback stands for AWS here and not the simulated account, which answers in this process: responses that come late, in parts or
// not at all are what these tests are about.

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
  aws.endpoint.replies = [answer(SCORES)];
  aws.object = { classifier: [EXAMPLE] };
  aws.stackStatus = 'UPDATE_IN_PROGRESS';
  aws.endpointStatus = { EndpointStatus: 'InService', EndpointConfigName: 'config' };
  aws.containerLines = [];
  aws.logStreams = ['AllTraffic/i-1'];
  aws.metrics = {};
});

const answer = (...outputs: object[]): Reply => ({ body: { model_name: 'classifier', outputs } });
const spec = (model: object = MODEL, more: object = {}): object => ({
  Spec: JSON.stringify({ models: [model], ...more }),
});

describe('a right answer', () => {
  test('lets the deployment pass and says what was checked', async () => {
    const verdict = await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(verdict).toMatchObject({
      Status: 'SUCCESS',
      PhysicalResourceId: 'smoke-test-vision',
      Data: { Result: 'passed', Checked: '1' },
    });
  });

  test('was asked for with the example as it is', async () => {
    await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(aws.endpoint.invocations).toHaveLength(1);
    expect(aws.endpoint.invocations[0]).toMatchObject({
      url: '/endpoints/vision/invocations',
      contentType: 'application/json',
    });
    expect(JSON.parse(aws.endpoint.invocations[0].body.toString())).toEqual(EXAMPLE.request);
  });

  test('may be off by the tolerance', async () => {
    aws.endpoint.replies = [answer({ ...SCORES, data: [0.1009, 0.1991, 0.7] })];
    expect((await aws.deploy({ ...spec(), ...WITH_EXAMPLES })).Status).toBe('SUCCESS');
  });

  test('may be off by a share of what is expected', async () => {
    aws.object = { classifier: [{ ...EXAMPLE, relativeTolerance: 0.1 }] };
    aws.endpoint.replies = [answer({ ...SCORES, data: [0.1, 0.2, 0.76] })];
    expect((await aws.deploy({ ...spec(), ...WITH_EXAMPLES })).Status).toBe('SUCCESS');
  });

  test('has any size where the model says so', async () => {
    aws.endpoint.replies = [answer({ name: 'scores', datatype: 'FP32', shape: [1, 5], data: [1, 2, 3, 4, 5] })];
    const outputs = [{ ...MODEL.outputs[0], dims: ['-1'] }];
    expect((await aws.deploy(spec({ ...MODEL, outputs }))).Status).toBe('SUCCESS');
  });

  test('has only the outputs that the example asks for', async () => {
    const outputs = [...MODEL.outputs, { name: 'features', dataType: 'FP32', dims: ['9'] }];
    aws.object = { classifier: [{ ...EXAMPLE, request: { ...EXAMPLE.request, outputs: [{ name: 'scores' }] } }] };
    expect((await aws.deploy({ ...spec({ ...MODEL, outputs }), ...WITH_EXAMPLES })).Status).toBe('SUCCESS');
  });
});

describe('a model without examples is asked with zeros', () => {
  test('batch 1 and size 1 where any size goes', async () => {
    await aws.deploy(spec());
    expect(JSON.parse(aws.endpoint.invocations[0].body.toString())).toEqual({
      inputs: [{ name: 'image', datatype: 'FP32', shape: [1, 2, 1], data: [0, 0] }],
    });
  });

  test('no batch dimension for a model that does not batch, empty strings, no optional inputs', async () => {
    const inputs = [
      { name: 'text', dataType: 'BYTES', dims: ['1'] },
      { name: 'flag', dataType: 'BOOL', dims: ['1'] },
      { name: 'hint', dataType: 'INT32', dims: ['1'], optional: true },
    ];
    aws.endpoint.replies = [answer({ ...SCORES, shape: [3] })];
    const verdict = await aws.deploy(spec({ ...MODEL, maxBatchSize: 0, inputs }));
    expect(verdict.Status).toBe('SUCCESS');
    expect(JSON.parse(aws.endpoint.invocations[0].body.toString()).inputs).toEqual([
      { name: 'text', datatype: 'BYTES', shape: [1], data: [''] },
      { name: 'flag', datatype: 'BOOL', shape: [1], data: [false] },
    ]);
  });

  test('half precision travels in the binary form, which is the only one Triton has for it', async () => {
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

  test('not at all when it says nothing of its inputs', async () => {
    const latency = { percentile: 99, milliseconds: 1000, requests: 1, concurrency: 1, warmup: 0 };
    const verdict = await aws.deploy(spec({ ...MODEL, inputs: [] }, { latency }));
    expect(verdict).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'not tested', Checked: '0' } });
    expect(verdict.Reason).toBe(
      'NOT TESTED: Model classifier has neither inputs nor examples to create a request from',
    );
    expect(aws.endpoint.invocations).toHaveLength(0);
  });

  test('in a sequence of its own for a model that batches sequences', async () => {
    await aws.deploy(spec({ ...MODEL, sequence: true }));
    expect(JSON.parse(aws.endpoint.invocations[0].body.toString()).parameters).toEqual({
      sequence_id: 1,
      sequence_start: true,
      sequence_end: true,
    });
  });

  test('sizes, batch and values are those that are asked for', async () => {
    const requests = [{ fill: 'zeros', batchSize: 2, shapes: { image: [2, 3] } }];
    aws.endpoint.replies = [answer({ ...SCORES, shape: [2, 3], data: [1, 2, 3, 4, 5, 6] })];
    expect((await aws.deploy(spec({ ...MODEL, requests }))).Status).toBe('SUCCESS');
    const [{ shape, data }] = JSON.parse(aws.endpoint.invocations[0].body.toString()).inputs;
    expect({ shape, data }).toEqual({ shape: [2, 2, 3], data: Array(12).fill(0) });
  });

  test('and a response of another shape than config.pbtxt says is right, as Triton has it', async () => {
    aws.endpoint.replies = [answer({ ...SCORES, shape: [1000, 4], data: Array(4000).fill(0) })];
    expect((await aws.deploy(spec())).Status).toBe('SUCCESS');
  });

  test('equal seeds make equal random values, other seeds others', async () => {
    const requests = [1, 1, 2].map((seed) => ({ fill: 'random', seed }));
    await aws.deploy(spec({ ...MODEL, requests }));
    const [first, again, other] = aws.endpoint.invocations.map(({ body }) => body.toString());
    expect(first).toEqual(again);
    expect(first).not.toEqual(other);
  });
});

describe('zeros that are unlikely to mean anything to a model', () => {
  const query = { ...MODEL, inputs: [{ name: 'query', dataType: 'BYTES', dims: ['1'] }] };

  test('may be rejected by it: it is not tested, and says what helps', async () => {
    aws.endpoint.replies = [modelError(500, '{"error":"JSONDecodeError: Expecting value"}')];
    const latency = { percentile: 99, milliseconds: 1000, requests: 5, concurrency: 1, warmup: 0 };
    const verdict = await aws.deploy(spec(query, { latency }));
    expect(verdict).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'not tested' } });
    expect(verdict.Reason).toMatch(
      /^NOT TESTED: Model classifier, zeros \(query BYTES \[1,1\]\): the model responded with HTTP 500\. .* set `examples`/,
    );
    expect(aws.endpoint.invocations).toHaveLength(1);
  });

  test('are answered well by most models, which passes whatever the values', async () => {
    aws.endpoint.replies = [{ body: JSON.stringify(answer(SCORES).body).replace('0.2', 'NaN') }];
    expect(await aws.deploy(spec(query))).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'passed' } });
  });

  test.each<[string, Reply, RegExp]>([
    ['a crash', modelError(500, '{"error":"Stub process is not healthy."}'), /HTTP 500 \(likely cause: The Python env/],
    ['exhausted memory', modelError(507, 'CUDA out of memory'), /does not fit/],
    ['too few values', answer({ ...SCORES, data: [1] }), /1 values for shape/],
    ['a timeout', modelError(0, 'Your invocation timed out'), /took longer/],
  ])('are no excuse for %s', async (_, reply, problem) => {
    aws.endpoint.replies = [reply];
    expect(await aws.deploy(spec(query))).toMatchObject({ Status: 'FAILED', Reason: expect.stringMatching(problem) });
  });

  test('are asked for by some tests, which then have to be passed', async () => {
    aws.endpoint.replies = [modelError(500, '{"error":"JSONDecodeError"}')];
    const asked = await aws.deploy(spec({ ...query, requests: [{ fill: 'zeros' }] }));
    expect(asked.Status).toBe('FAILED');
    expect(asked.Reason).not.toContain('examples');
    expect((await aws.deploy(spec())).Reason).toContain('set `examples` with a meaningful request');
  });

  test('leave other models of the endpoint to be tested', async () => {
    const models = [MODEL, { ...query, name: 'search' }];
    aws.endpoint.replies = [answer(SCORES), modelError(400, 'no such query')];
    const verdict = await aws.deploy({ Spec: JSON.stringify({ models }) });
    expect(verdict).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'passed', Checked: '1' } });
    expect(verdict.Reason).toMatch(/^1 of 1 responses are correct\. NOT TESTED: Model search, zeros/);
  });
});

describe('NaN and infinities', () => {
  const withNaN = { body: JSON.stringify(answer(SCORES).body).replace('0.2', 'NaN').replace('0.7', '-Infinity') };

  test('fail a request of zeros that means something', async () => {
    aws.endpoint.replies = [withNaN];
    expect((await aws.deploy(spec())).Reason).toContain(
      'output scores: element 1 is NaN; allowed: finite numbers, unless',
    );
  });

  test('are right where the example has them', async () => {
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

  test('is asked as the example says, and answers once', async () => {
    aws.endpoint.replies = [{ body: response('upon a time') }];
    expect(await deploy('generate')).toMatchObject({ Status: 'SUCCESS' });
    expect(JSON.parse(aws.endpoint.invocations[0].body.toString())).toEqual(example.request);
    aws.endpoint.replies = [{ body: response('upon a hill') }];
    expect((await deploy('generate')).Reason).toContain("output text: 1 of 1 values differ from the example's");
  });

  test('may respond with nothing to the empty text of a model without examples, which is not tested then', async () => {
    aws.endpoint.replies = [stream()];
    const verdict = await aws.deploy(spec(model('generate_stream')));
    expect(verdict).toMatchObject({ Status: 'SUCCESS', Data: { Result: 'not tested' } });
    expect(verdict.Reason).toContain('the stream ended without a response');
  });

  test('or streams, with invocations of another operation; the texts are joined', async () => {
    aws.endpoint.replies = [stream(event(response('upon')), event(response(' a time')))];
    expect(await deploy('generate_stream')).toMatchObject({ Status: 'SUCCESS' });
    expect(aws.endpoint.invocations[0].url).toBe('/endpoints/vision/invocations-response-stream');
  });

  test.each<[string, string, Reply, string]>([
    [
      'an error after a response',
      'generate_stream',
      stream(event(response('upon')), event({ error: 'the cache is full' })),
      'the model responded with an error in response 2 of 2.',
    ],
    [
      'a stream that is cut',
      'generate_stream',
      stream(event(response('upon')), 'data: {"te'),
      'is truncated in event 2',
    ],
    ['a stream without responses', 'generate_stream', stream(), 'the stream ended without a response'],
    [
      'several responses where one is due',
      'generate',
      { body: { error: 'generate expects model to produce exactly 1 response' } },
      'example 1: the model responded with an error.',
    ],
    ['no output', 'generate', { body: { model_name: 'classifier' } }, 'output text is missing'],
    ['no text', 'generate', { body: { text: 7 } }, 'output text: element 0 is a number, which BYTES cannot contain'],
  ])('fails over %s', async (_, inferenceType, reply, problem) => {
    aws.endpoint.replies = [reply];
    const verdict = await deploy(inferenceType);
    expect(verdict).toMatchObject({ Status: 'FAILED', Reason: expect.stringContaining(problem) });
  });
});

describe('a wrong answer fails the deployment with what was asked, what came and what was expected:', () => {
  test.each<[string, Reply, string]>([
    [
      'shape',
      answer({ ...SCORES, shape: [1, 2], data: [1, 2] }),
      'output scores: shape [1,2], expected [1,3] as in the',
    ],
    [
      'batch',
      answer({ ...SCORES, shape: [2, 3], data: [1, 2, 3, 4, 5, 6] }),
      'output scores: shape [2,3], expected [1,3] as in the',
    ],
    ['data type', answer({ ...SCORES, datatype: 'FP64' }), 'output scores: data type FP64, expected FP32'],
    [
      'missing name',
      answer({ ...SCORES, name: 'logits' }),
      'output scores is missing; the response has one undeclared output',
    ],
    [
      'unknown name',
      answer(SCORES, { ...SCORES, name: 'logits' }),
      "outputs[1] is not one of the model's outputs (scores)",
    ],
    ['number of values', answer({ ...SCORES, data: [1] }), 'output scores: 1 values for shape [1,3], expected 3'],
    [
      'value',
      answer({ ...SCORES, data: [0.1, 0.5, 0.6] }),
      "2 of 3 values differ from the example's; the largest difference is in element 1, by 0.3 more than the tolerance of 0.001 + 0",
    ],
    [
      'form',
      { body: '<html>', headers: { 'content-type': 'text/html' } },
      '6 bytes of text/html are not an inference response',
    ],
    ['null', answer({ ...SCORES, data: [0.1, null, 0.7] }), 'element 1 is null, which FP32 cannot contain'],
    ['text', answer({ ...SCORES, data: ['0.1', '0.2', '0.7'] }), 'element 0 is text, which FP32 cannot contain'],
    [
      'NaN',
      { body: JSON.stringify(answer(SCORES).body).replace('0.2', 'NaN') },
      "1 of 3 values differ from the example's; the largest difference is in element 1",
    ],
    ['JSON', { body: { error: 'late' } }, 'bytes of application/json are not an inference response'],
    [
      'end',
      { body: '{"outputs":[{"name":"scores","datatype":"FP32","sha' },
      'are not an inference response: they are truncated, or not JSON',
    ],
    [
      'length',
      {
        headers: { 'content-type': 'application/vnd.sagemaker-triton.binary+json;json-header-size=100' },
        body: JSON.stringify({
          outputs: [{ name: 'scores', datatype: 'FP32', shape: [1, 3], parameters: { binary_data_size: 12 } }],
        }),
      },
      'the response is truncated',
    ],
  ])('%s', async (_, reply, problem) => {
    aws.endpoint.replies = [reply];
    const verdict = await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(verdict.Status).toBe('FAILED');
    expect(verdict.Reason).toContain('Endpoint vision');
    expect(verdict.Reason).toContain('Model classifier, example 1 (image FP32 [1,2,2])');
    expect(verdict.Reason).toContain(problem);
  });

  test('text and integers have to be equal', async () => {
    const outputs = [{ name: 'label', dataType: 'BYTES', dims: ['1'] }];
    const label = (data: string): object => ({ name: 'label', datatype: 'BYTES', shape: [1, 1], data: [data] });
    aws.object = { classifier: [{ ...EXAMPLE, response: { outputs: [label('cat')] } }] };
    aws.endpoint.replies = [answer(label('dog'))];
    const verdict = await aws.deploy({ ...spec({ ...MODEL, outputs }, { logPayloads: true }), ...WITH_EXAMPLES });
    expect(verdict.Reason).toContain('"dog", expected "cat"');
  });

  test('all that is wrong comes in one message', async () => {
    aws.object = { classifier: [EXAMPLE, EXAMPLE] };
    aws.endpoint.replies = [answer({ ...SCORES, datatype: 'FP64' }), modelError(500, 'boom')];
    const { Reason } = await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(Reason).toMatch(/example 1 .*data type FP64.*example 2 .*HTTP 500/);
  });
});

describe('an error instead of an answer', () => {
  test('of the model is shown with its status, and not tried again', async () => {
    aws.endpoint.replies = [modelError(400, '{"error":"unexpected shape for input"}')];
    const verdict = await aws.deploy(spec());
    expect(verdict).toMatchObject({ Status: 'FAILED' });
    expect(verdict.Reason).toContain('the model responded with HTTP 400. ');
    expect(aws.endpoint.invocations).toHaveLength(1);
  });

  test("of the model is shown in Triton's words with `logPayloads`", async () => {
    aws.endpoint.replies = [modelError(400, '{"error":"unexpected shape for input"}')];
    const { Reason } = await aws.deploy(spec(MODEL, { logPayloads: true }));
    expect(Reason).toContain('the model responded with HTTP 400: unexpected shape for input');
  });

  test('comes with the place of the log, and the cause that it shows', async () => {
    aws.endpoint.replies = [modelError(500, 'boom')];
    aws.containerLines = ['I0605 06:26:38.147148 1 server.cc:1] started', 'terminate called after std::bad_alloc'];
    expect((await aws.deploy(spec())).Reason).toMatch(
      /newest stream of the log group \/aws\/sagemaker\/Endpoints\/vision is AllTraffic\/i-1 \(likely cause: The memory of the inst/,
    );
  });

  test('that is transient is got over', async () => {
    const busy: Reply = {
      status: 503,
      headers: { 'x-amzn-errortype': 'ServiceUnavailable' },
      body: { Message: 'later' },
    };
    aws.endpoint.replies = [busy, busy, answer(SCORES)];
    expect((await aws.deploy(spec())).Status).toBe('SUCCESS');
    expect(aws.endpoint.invocations).toHaveLength(3);
  });

  test('is waited for while a multi-model endpoint loads the model', async () => {
    const loading: Reply = {
      status: 429,
      headers: { 'x-amzn-errortype': 'ModelNotReadyException' },
      body: { Message: 'loading' },
    };
    aws.endpoint.replies = [loading, loading, loading, answer(SCORES)];
    expect((await aws.deploy(spec({ ...MODEL, targetModel: 'classifier.tar.gz' }))).Status).toBe('SUCCESS');
    expect(aws.endpoint.invocations).toHaveLength(4);
    expect(aws.endpoint.invocations[0].headers).toMatchObject({ 'x-amzn-sagemaker-target-model': 'classifier.tar.gz' });
  });

  test('that comes from a sample of many models says so', async () => {
    aws.object = { models: [{ ...MODEL, name: 'a.tar.gz', targetModel: 'a.tar.gz' }], examples: {}, outOf: 1000 };
    const plan = { PlanBucket: 'bucket', PlanKey: 'plan' };
    aws.endpoint.replies = [answer(SCORES)];
    expect((await aws.deploy({ Spec: JSON.stringify({ models: [] }), ...plan })).Reason).toBe(
      '1 of 1 responses are correct; 1 of its 1000 models were tested',
    );
    aws.endpoint.replies = [modelError(507, 'CUDA out of memory')];
    expect((await aws.deploy({ Spec: JSON.stringify({ models: [] }), ...plan })).Reason).toMatch(
      /; 1 of its 1000 models were tested\. Model a\.tar\.gz, zeros.*does not fit into the instance's memory/,
    );
  });

  test('of a model that takes too long for SageMaker says so', async () => {
    aws.endpoint.replies = [
      modelError(0, 'Your invocation timed out while waiting for a response from container primary'),
    ];
    expect((await aws.deploy(spec())).Reason).toContain('the model took longer than the 60 s that SageMaker waits');
  });

  test("comes with the container's last lines with `logPayloads`, as many of the newest as there is room for", async () => {
    aws.endpoint.replies = [modelError(500, 'boom')];
    aws.containerLines = Array.from({ length: 60 }, (_, line) => `line ${line} ${'x'.repeat(90)}`);
    const { Reason, bytes } = await aws.deploy(spec(MODEL, { logPayloads: true }));
    expect(bytes).toBeLessThanOrEqual(4096);
    expect(Reason).toMatch(/meaningful request\nThe container's last lines:\nline [1-9]/);
    expect(Reason).toContain('line 59');
  });

  test('of the service is named', async () => {
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
  test('has to serve the configuration that the deployment made', async () => {
    expect((await aws.deploy({ ...spec(), EndpointConfigName: 'config' })).Status).toBe('SUCCESS');
    aws.endpointStatus = { EndpointStatus: 'InService', EndpointConfigName: 'config-before' };
    const verdict = await aws.deploy({ ...spec(), EndpointConfigName: 'config' });
    expect(verdict.Reason).toContain('It serves the configuration config-before, not config');
    expect(aws.endpoint.invocations).toHaveLength(0);
  });

  test('is asked for each of its variants', async () => {
    aws.endpoint.replies = ['blue', 'blue'].map((variant) => ({
      ...answer(SCORES),
      headers: { 'x-amzn-invoked-production-variant': variant },
    }));
    const { Reason } = await aws.deploy(spec(MODEL, { variants: ['blue', 'green'] }));
    const targets = aws.endpoint.invocations.map(({ headers }) => headers['x-amzn-sagemaker-target-variant']);
    expect(targets).toEqual(['blue', 'green']);
    expect(Reason).toContain('Model classifier of variant green, zeros (image FP32 [1,2,1]): variant blue answered');
  });

  test('is judged by the metrics of its shadow variants', async () => {
    const shadows = spec(MODEL, { shadowVariants: ['shadow'] });
    aws.metrics = { Invocations: 3 };
    expect((await aws.deploy(shadows)).Status).toBe('SUCCESS');
    aws.metrics = { Invocations: 3, Invocation5XXErrors: 2 };
    expect((await aws.deploy(shadows)).Reason).toContain(
      'shadow variant shadow responded to 2 of 3 requests with errors',
    );
  });

  test('is asked only for requests and the log when all is well and nothing more was said', async () => {
    await aws.deploy(spec());
    expect(aws.operations).toEqual(['DescribeLogStreams']);
  });

  test.each([
    ['has no log stream', [], /WARNING: The endpoint has no log stream, .* its role allows logs:CreateLogGroup/],
    ['has a log that may not be read', undefined, /WARNING: The log of the endpoint cannot be read: The role may not/],
  ])('an endpoint that %s passes, and the result warns', async (_, logStreams, warning) => {
    aws.logStreams = logStreams;
    const { Status, Reason, Data } = await aws.deploy(spec());
    expect({ Status, Log: Data?.Log }).toEqual({ Status: 'SUCCESS', Log: 'not found' });
    expect(Reason).toMatch(warning);
    expect(aws.log).toMatch(warning);
  });

  test('an endpoint with a log passes without a warning', async () => {
    const { Reason, Data } = await aws.deploy(spec());
    expect(Reason).not.toContain('WARNING');
    expect(Data?.Log).toBe('found');
  });

  test('the message of a failed test says that there is no log', async () => {
    aws.logStreams = [];
    aws.endpoint.replies = [modelError(500, 'CUDA out of memory')];
    expect((await aws.deploy(spec())).Reason).toMatch(/too small.*The endpoint has no log stream/);
  });
});

describe('CloudFormation', () => {
  const update = { RequestType: 'Update', PhysicalResourceId: 'smoke-test-before' };

  test('keeps the physical id on updates, which are tested, too', async () => {
    const verdict = await aws.deploy(spec(), update);
    expect(verdict).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: 'smoke-test-before' });
    expect(aws.endpoint.invocations).toHaveLength(1);
  });

  test('is not held up while it rolls back', async () => {
    aws.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
    aws.endpoint.replies = [answer()];
    expect((await aws.deploy(spec(), update)).Status).toBe('SUCCESS');
    expect(aws.endpoint.invocations).toHaveLength(0);
    expect(aws.log).toContain('NOT TESTED: The stack is rolling back');
  });

  test('is not held up by a deletion', async () => {
    const verdict = await aws.deploy(spec(), { RequestType: 'Delete', PhysicalResourceId: 'smoke-test-vision' });
    expect(verdict.Status).toBe('SUCCESS');
    expect(aws.endpoint.invocations).toHaveLength(0);
  });

  test('takes 4 KB, so a longer reason is cut and names the log, which has it all', async () => {
    aws.endpoint.replies = [modelError(500, `${'ü"🙂'.repeat(3000)} the end`)];
    const verdict = await aws.deploy(spec(MODEL, { logPayloads: true }));
    expect(verdict.bytes).toBeLessThanOrEqual(4096);
    expect(verdict.bytes).toBeGreaterThan(3500);
    expect(verdict.Reason).toMatch(/ü".*\(truncated; see log stream the-log-stream\)$/);
    expect(verdict.Reason).not.toMatch(/\p{Cs}/u);
    expect(aws.log).toContain('the end');
  });

  test('learns of a fault of the test itself', async () => {
    expect((await aws.deploy({ Spec: '{' })).Reason).toContain('The smoke test could not run');
  });
});

test('no values of requests or answers are logged, unless asked for', async () => {
  aws.endpoint.replies = [answer({ ...SCORES, data: [0.123456, 0.2, 0.7] })];
  await aws.deploy(spec());
  expect(aws.log).not.toContain('0.123456');
  await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
  expect(aws.log).toContain('1 of 3 values differ');
  expect(aws.log).not.toContain('0.123456');
  await aws.deploy({ ...spec(MODEL, { logPayloads: true }), ...WITH_EXAMPLES });
  expect(aws.log).toContain('0.123456, expected 0.1');
});
