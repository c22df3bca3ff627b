import { FakeAws, modelError, Reply } from './fake-aws';

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
  aws.replies = [answer(SCORES)];
  aws.examples = { classifier: [EXAMPLE] };
  aws.stackStatus = 'UPDATE_IN_PROGRESS';
});

const answer = (...outputs: object[]): Reply => ({ body: { model_name: 'classifier', outputs } });
const spec = (model: object = MODEL): object => ({ Spec: JSON.stringify({ models: [model] }) });

describe('a right answer', () => {
  test('lets the deployment pass and says what was checked', async () => {
    const verdict = await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(verdict).toMatchObject({
      Status: 'SUCCESS',
      PhysicalResourceId: 'smoke-test-vision',
      Data: { Checked: '1' },
    });
  });

  test('was asked for with the example as it is', async () => {
    await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(aws.invocations).toHaveLength(1);
    expect(aws.invocations[0]).toMatchObject({ url: '/endpoints/vision/invocations', contentType: 'application/json' });
    expect(JSON.parse(aws.invocations[0].body.toString())).toEqual(EXAMPLE.request);
  });

  test('may be off by the tolerance', async () => {
    aws.replies = [answer({ ...SCORES, data: [0.1009, 0.1991, 0.7] })];
    expect((await aws.deploy({ ...spec(), ...WITH_EXAMPLES })).Status).toBe('SUCCESS');
  });

  test('may be off by a share of what is expected', async () => {
    aws.examples = { classifier: [{ ...EXAMPLE, relativeTolerance: 0.1 }] };
    aws.replies = [answer({ ...SCORES, data: [0.1, 0.2, 0.76] })];
    expect((await aws.deploy({ ...spec(), ...WITH_EXAMPLES })).Status).toBe('SUCCESS');
  });

  test('has any size where the model says so', async () => {
    aws.replies = [answer({ name: 'scores', datatype: 'FP32', shape: [1, 5], data: [1, 2, 3, 4, 5] })];
    const outputs = [{ ...MODEL.outputs[0], dims: ['-1'] }];
    expect((await aws.deploy(spec({ ...MODEL, outputs }))).Status).toBe('SUCCESS');
  });

  test('has only the outputs that the example asks for', async () => {
    const outputs = [...MODEL.outputs, { name: 'features', dataType: 'FP32', dims: ['9'] }];
    aws.examples = { classifier: [{ ...EXAMPLE, request: { ...EXAMPLE.request, outputs: [{ name: 'scores' }] } }] };
    expect((await aws.deploy({ ...spec({ ...MODEL, outputs }), ...WITH_EXAMPLES })).Status).toBe('SUCCESS');
  });
});

describe('a model without examples is asked with zeros', () => {
  test('batch 1 and size 1 where any size goes', async () => {
    await aws.deploy(spec());
    expect(JSON.parse(aws.invocations[0].body.toString())).toEqual({
      inputs: [{ name: 'image', datatype: 'FP32', shape: [1, 2, 1], data: [0, 0] }],
    });
  });

  test('no batch dimension for a model that does not batch, empty strings, no optional inputs', async () => {
    const inputs = [
      { name: 'text', dataType: 'BYTES', dims: ['1'] },
      { name: 'flag', dataType: 'BOOL', dims: ['1'] },
      { name: 'hint', dataType: 'INT32', dims: ['1'], optional: true },
    ];
    aws.replies = [answer({ ...SCORES, shape: [3] })];
    const verdict = await aws.deploy(spec({ ...MODEL, maxBatchSize: 0, inputs }));
    expect(verdict.Status).toBe('SUCCESS');
    expect(JSON.parse(aws.invocations[0].body.toString()).inputs).toEqual([
      { name: 'text', datatype: 'BYTES', shape: [1], data: [''] },
      { name: 'flag', datatype: 'BOOL', shape: [1], data: [false] },
    ]);
  });

  test('half precision travels in the binary form, which is the only one Triton has for it', async () => {
    const header = JSON.stringify({
      outputs: [{ ...SCORES, datatype: 'FP16', data: undefined, parameters: { binary_data_size: 6 } }],
    });
    const contentType = `application/vnd.sagemaker-triton.binary+json;json-header-size=${header.length}`;
    aws.replies = [{ headers: { 'content-type': contentType }, body: `${header}\0\0\0\0\0\0` }];
    const half = {
      ...MODEL,
      inputs: [{ ...MODEL.inputs[0], dataType: 'FP16' }],
      outputs: [{ ...MODEL.outputs[0], dataType: 'FP16' }],
    };
    expect((await aws.deploy(spec(half))).Status).toBe('SUCCESS');
    const [{ contentType: sent, body }] = aws.invocations;
    const size = Number(/json-header-size=(\d+)$/.exec(sent)?.[1]);
    expect(JSON.parse(body.subarray(0, size).toString())).toEqual({
      inputs: [{ name: 'image', datatype: 'FP16', shape: [1, 2, 1], parameters: { binary_data_size: 4 } }],
      outputs: [{ name: 'scores', parameters: { binary_data: true } }],
    });
    expect(body.subarray(size)).toEqual(Buffer.alloc(4));
  });
});

describe('a wrong answer fails the deployment with what was asked, what came and what was expected:', () => {
  test.each<[string, Reply, string]>([
    ['shape', answer({ ...SCORES, shape: [1, 2], data: [1, 2] }), 'output scores: shape [1,2], expected [1,3]'],
    ['batch', answer({ ...SCORES, shape: [2, 3] }), 'output scores: shape [2,3], expected [1,3]'],
    ['data type', answer({ ...SCORES, datatype: 'FP64' }), 'output scores: data type FP64, expected FP32'],
    ['missing name', answer({ ...SCORES, name: 'logits' }), 'output scores is missing; the answer has logits'],
    [
      'unknown name',
      answer(SCORES, { ...SCORES, name: 'logits' }),
      "output logits is not one of the model's outputs (scores)",
    ],
    ['number of values', answer({ ...SCORES, data: [1] }), 'output scores: 1 values for shape [1,3], expected 3'],
    [
      'value',
      answer({ ...SCORES, data: [0.1, 0.5, 0.6] }),
      "2 of 3 values differ from the example's; the worst is element 1: 0.5, expected 0.2",
    ],
    [
      'form',
      { body: '<html>', headers: { 'content-type': 'text/html' } },
      '6 bytes of text/html came that are no inference answer',
    ],
    ['JSON', { body: { error: 'late' } }, 'bytes of application/json came that are no inference answer'],
    [
      'length',
      {
        headers: { 'content-type': 'application/vnd.sagemaker-triton.binary+json;json-header-size=100' },
        body: JSON.stringify({
          outputs: [{ name: 'scores', datatype: 'FP32', shape: [1, 3], parameters: { binary_data_size: 12 } }],
        }),
      },
      'the answer is cut',
    ],
  ])('%s', async (_, reply, problem) => {
    aws.replies = [reply];
    const verdict = await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(verdict.Status).toBe('FAILED');
    expect(verdict.Reason).toContain('Endpoint vision');
    expect(verdict.Reason).toContain('Model classifier, example 1 (image FP32 [1,2,2])');
    expect(verdict.Reason).toContain(problem);
  });

  test('text and integers have to be equal', async () => {
    const outputs = [{ name: 'label', dataType: 'BYTES', dims: ['1'] }];
    const label = (data: string): object => ({ name: 'label', datatype: 'BYTES', shape: [1, 1], data: [data] });
    aws.examples = { classifier: [{ ...EXAMPLE, response: { outputs: [label('cat')] } }] };
    aws.replies = [answer(label('dog'))];
    const verdict = await aws.deploy({ ...spec({ ...MODEL, outputs }), ...WITH_EXAMPLES });
    expect(verdict.Reason).toContain('"dog", expected "cat"');
  });

  test('all that is wrong comes in one message', async () => {
    aws.examples = { classifier: [EXAMPLE, EXAMPLE] };
    aws.replies = [answer({ ...SCORES, datatype: 'FP64' }), modelError(500, 'boom')];
    const { Reason } = await aws.deploy({ ...spec(), ...WITH_EXAMPLES });
    expect(Reason).toMatch(/example 1 .*data type FP64.*example 2 .*boom/);
  });
});

describe('an error instead of an answer', () => {
  test("of the model is shown in Triton's words, and not tried again", async () => {
    aws.replies = [modelError(400, '{"error":"unexpected shape for input"}')];
    const verdict = await aws.deploy(spec());
    expect(verdict).toMatchObject({ Status: 'FAILED' });
    expect(verdict.Reason).toContain('the model answered HTTP 400: unexpected shape for input');
    expect(aws.invocations).toHaveLength(1);
  });

  test('that is transient is got over', async () => {
    const busy: Reply = {
      status: 503,
      headers: { 'x-amzn-errortype': 'ServiceUnavailable' },
      body: { Message: 'later' },
    };
    aws.replies = [busy, busy, answer(SCORES)];
    expect((await aws.deploy(spec())).Status).toBe('SUCCESS');
    expect(aws.invocations).toHaveLength(3);
  });

  test('of the service is named', async () => {
    aws.replies = [
      {
        status: 400,
        headers: { 'x-amzn-errortype': 'ValidationError' },
        body: { Message: 'Endpoint vision not found' },
      },
    ];
    expect((await aws.deploy(spec())).Reason).toContain('ValidationError: Endpoint vision not found');
  });
});

describe('CloudFormation', () => {
  const update = { RequestType: 'Update', PhysicalResourceId: 'smoke-test-before' };

  test('keeps the physical id on updates, which are tested, too', async () => {
    const verdict = await aws.deploy(spec(), update);
    expect(verdict).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: 'smoke-test-before' });
    expect(aws.invocations).toHaveLength(1);
  });

  test('is not held up while it rolls back', async () => {
    aws.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
    aws.replies = [answer()];
    expect((await aws.deploy(spec(), update)).Status).toBe('SUCCESS');
    expect(aws.invocations).toHaveLength(0);
    expect(aws.log).toContain('Not tested: the stack is rolling back');
  });

  test('is not held up by a deletion', async () => {
    const verdict = await aws.deploy(spec(), { RequestType: 'Delete', PhysicalResourceId: 'smoke-test-vision' });
    expect(verdict.Status).toBe('SUCCESS');
    expect(aws.invocations).toHaveLength(0);
  });

  test('takes 4 KB, so a longer reason is cut and names the log, which has it all', async () => {
    aws.replies = [modelError(500, `${'ü"'.repeat(3000)} the end`)];
    const verdict = await aws.deploy(spec());
    expect(verdict.bytes).toBeLessThanOrEqual(4096);
    expect(verdict.bytes).toBeGreaterThan(3500);
    expect(verdict.Reason).toMatch(/ü".*\(cut; see log stream the-log-stream\)$/);
    expect(aws.log).toContain('the end');
  });

  test('learns of a fault of the test itself', async () => {
    expect((await aws.deploy({ Spec: '{' })).Reason).toContain('The smoke test could not run');
  });
});

test('no values of requests or answers are logged', async () => {
  aws.replies = [answer({ ...SCORES, data: [0.123456, 0.2, 0.7] })];
  await aws.deploy(spec());
  expect(aws.log).not.toContain('0.123456');
});
