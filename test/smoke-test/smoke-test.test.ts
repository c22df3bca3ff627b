import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Backend, DataType, InferenceType, LatencyObjective, ModelExample, SmokeTestRequest, Tensor } from '../../lib';
import { checkModelsToAsk, checkSmokeTest } from '../../lib/smoke-test/check';
import { SmokeTest, SmokeTestProps } from '../../lib/smoke-test/smoke-test';
import { classifier, stackWith, statementsOf } from '../endpoint/fixtures';

const ASK = Match.objectLike({ Action: ['sagemaker:DescribeEndpoint', 'sagemaker:InvokeEndpoint'] });

/** A stack with nothing but a smoke test. */
function smokeTest(props: Partial<SmokeTestProps> = {}): Template {
  const stack = new Stack(new App(), 'Stack');
  new SmokeTest(stack, 'SmokeTest', { endpointName: 'vision', models: [classifier()], contentHash: 'hash', ...props });
  return Template.fromStack(stack);
}

function propertiesOf(template: Template): Record<string, string> {
  return Object.values(template.findResources('Custom::TritonSmokeTest'))[0].Properties;
}

const specOf = (template: Template): Record<string, unknown> => JSON.parse(propertiesOf(template).Spec);

const arnWith = (end: string): object => ({ 'Fn::Join': ['', expect.arrayContaining([expect.stringContaining(end)])] });

describe('the function', () => {
  test('runs the shipped bundle on the newest LTS of Node.js', () => {
    smokeTest().hasResourceProperties('AWS::Lambda::Function', {
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      Timeout: 900,
      MemorySize: 1769, // a whole vCPU
    });
  });

  test('keeps its log for a month', () => {
    smokeTest().hasResource('AWS::Logs::LogGroup', {
      Properties: { RetentionInDays: 30 },
      DeletionPolicy: 'Delete',
    });
  });

  test("may ask its endpoint, describe its own stack, read the endpoint's log, and nothing else", () => {
    const allowed = statementsOf(smokeTest()).map(({ Action, Resource }) => [[Action].flat().join(), Resource]);
    expect(allowed).toHaveLength(4);
    expect(Object.fromEntries(allowed)).toEqual({
      'sagemaker:DescribeEndpoint,sagemaker:InvokeEndpoint': arnWith(':endpoint/vision'),
      'logs:CreateLogStream,logs:PutLogEvents': { 'Fn::GetAtt': [expect.stringMatching(/LogGroup/), 'Arn'] },
      'cloudformation:DescribeStacks': { Ref: 'AWS::StackId' },
      'logs:DescribeLogStreams,logs:GetLogEvents': arnWith(':log-group:/aws/sagemaker/Endpoints/vision:*'),
    });
  });

  test('may read metrics only where there are shadow variants, and examples only where there are some', () => {
    const shadows = statementsOf(smokeTest({ shadowVariantNames: ['shadow'] }));
    expect(shadows).toContainEqual(expect.objectContaining({ Action: 'cloudwatch:GetMetricData', Resource: '*' }));
    const example = ModelExample.of({ request: { inputs: [] } });
    const examples = statementsOf(smokeTest({ models: [classifier({ examples: [example] })] }));
    const read = examples.find(({ Action }) => Action === 's3:GetObject');
    expect(JSON.stringify(read?.Resource)).toMatch(/\/c8[0-9a-f]{40}-\*\.json"/);
  });
});

describe('what is tested', () => {
  test('the models as they are configured', () => {
    expect(specOf(smokeTest())).toEqual({
      models: [
        {
          name: 'image-classifier',
          maxBatchSize: 16,
          inputs: [{ name: 'image', dataType: 'FP32', dims: ['3', '32', '32'], optional: false }],
          outputs: [{ name: 'scores', dataType: 'FP32', dims: ['10'], optional: false }],
        },
      ],
    });
  });

  test('requests of zeros and random values', () => {
    const requests = [SmokeTestRequest.zeros({ batchSize: 16 }), SmokeTestRequest.random(3, { binary: true })];
    const [model] = specOf(smokeTest({ requests })).models as { requests: object[] }[];
    expect(model.requests).toEqual([
      { fill: 'zeros', batchSize: 16 },
      { fill: 'random', seed: 3, binary: true },
    ]);
  });

  test('the latency, with a hundred requests after five', () => {
    const latencyObjective = LatencyObjective.p95(Duration.millis(80));
    expect(specOf(smokeTest({ latencyObjective })).latency).toEqual({
      percentile: 95,
      milliseconds: 80,
      requests: 100,
      concurrency: 1,
      warmup: 5,
    });
    expect(specOf(smokeTest({ latencyObjective, measuredRequests: 0 }))).not.toHaveProperty('latency');
  });

  test('files of bytes, which travel with the examples', () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'request-')), 'scores.raw');
    fs.writeFileSync(file, new Uint8Array(Float32Array.from({ length: 20 }, (_, index) => index).buffer));
    const model = classifier({ inputs: [Tensor.fp32('image', [-1])] });
    const request = SmokeTestRequest.fromFiles(
      { image: file },
      { batchSize: 2, shapes: { image: [10] }, expected: { scores: file } },
    );
    const app = new App();
    const stack = new Stack(app, 'Stack');
    const props = { endpointName: 'vision', contentHash: 'hash', models: [model], requests: [request] };
    new SmokeTest(stack, 'SmokeTest', props);
    const { directory } = app.synth();
    const assets = fs.readdirSync(directory).filter((name) => /^asset\.\w+-\w+\.json$/.test(name));
    const [example] = JSON.parse(fs.readFileSync(path.join(directory, assets[0]), 'utf8'))['image-classifier'];
    const base64 = fs.readFileSync(file, 'base64');
    expect(example).toEqual({
      request: { inputs: [{ name: 'image', datatype: 'FP32', shape: [2, 10], base64 }] },
      response: { outputs: [{ name: 'scores', datatype: 'FP32', shape: [2, 10], base64 }] },
      absoluteTolerance: 1e-3,
      relativeTolerance: 0,
    });
  });
});

describe('on an endpoint', () => {
  test('it holds the answers against the deployed configuration and the objective', () => {
    const template = Template.fromStack(stackWith({ latencyObjective: LatencyObjective.p90(Duration.millis(70)) }));
    const [config] = Object.keys(template.findResources('AWS::SageMaker::EndpointConfig'));
    const properties = propertiesOf(template);
    expect(properties.EndpointConfigName).toEqual({ 'Fn::GetAtt': [config, 'EndpointConfigName'] });
    expect(JSON.parse(properties.Spec).latency).toMatchObject({ percentile: 90, milliseconds: 70 });
  });

  test('its role may not do more because the endpoint has a probe', () => {
    const policies = Template.fromStack(stackWith()).findResources('AWS::IAM::Policy', {
      Properties: { PolicyDocument: { Statement: Match.arrayWith([ASK]) } },
    });
    expect(Object.keys(policies)).toHaveLength(2);
  });

  test.each<[string, SmokeTestRequest | undefined, object, string]>([
    [
      'batch',
      SmokeTestRequest.zeros({ batchSize: 17 }),
      {},
      'smokeTest.requests[0].batchSize: got 17; allowed: a whole number from 1 to 16',
    ],
    [
      'unknown tensor',
      SmokeTestRequest.zeros({ shapes: { pixels: [1] } }),
      {},
      "smokeTest.requests[0].shapes: got 'pixels'; allowed: 'image', 'scores'",
    ],
    [
      'shape',
      SmokeTestRequest.zeros({ shapes: { image: [3, 32, 31] } }),
      {},
      "got [3, 32, 31] for 'image'; allowed: [3, 32, 32]",
    ],
    [
      'missing input',
      SmokeTestRequest.fromFiles({}),
      {},
      "smokeTest.requests[0].inputs: lacks 'image', which the model requires",
    ],
    ['missing file', SmokeTestRequest.fromFiles({ image: 'nowhere.raw' }), {}, 'got nowhere.raw, which does not exist'],
    [
      'size of a file',
      SmokeTestRequest.fromFiles({ image: __filename }),
      {},
      'allowed: 12288, for TYPE_FP32 of shape [1, 3, 32, 32]',
    ],
    [
      'count',
      undefined,
      { measuredRequests: -1 },
      'smokeTest.measuredRequests: got -1; allowed: a whole number of at least 0',
    ],
    [
      'time',
      undefined,
      { timeout: Duration.minutes(14) },
      'smokeTest.timeout: got 840 seconds; allowed: whole seconds from 1 to 780',
    ],
  ])('a wrong %s is refused at synth', (_, request, options, message) => {
    const requests = request && [request];
    expect(() => stackWith({ smokeTest: { requests, ...options } })).toThrow(message);
  });

  test('a time that one slow request exceeds is deployed with a warning', () => {
    const warned = (timeout: Duration, isQueued = false): string[] =>
      checkSmokeTest({ timeout }, [classifier()], isQueued).map(({ ruleId, message }) => `${ruleId}: ${message}`);
    expect(warned(Duration.seconds(1))).toEqual([
      expect.stringMatching(/^smoke-test.timeout: got 1 seconds, .*set at least 60 seconds$/),
    ]);
    expect(warned(Duration.seconds(60))).toEqual([]);
  });

  test('a model that nothing can be asked of is deployed with a warning', () => {
    const model = classifier({ backend: Backend.PYTHON, inputs: [] });
    expect(checkModelsToAsk([model])).toMatchObject([{ ruleId: 'smoke-test.nothing-to-ask', severity: 'warning' }]);
    expect(checkModelsToAsk([classifier()])).toEqual([]);
  });

  test.each<[string, Tensor, boolean]>([
    ['text', Tensor.string('query', [1]), true],
    ['an encoded image', Tensor.of('jpeg', DataType.UINT8, [-1]), true],
    ['ids', Tensor.int64('ids', [8]), true],
    ['pixels', Tensor.of('pixels', DataType.UINT8, [3, 32, 32]), false],
    ['numbers', Tensor.fp32('image', [-1]), false],
  ])('of %s, which zeros may mean nothing as, is deployed with a warning', (_, input, isWarned) => {
    const model = classifier({ inputs: [input] });
    const warned = checkModelsToAsk([model]).map(({ ruleId, message }) => `${ruleId}: ${message}`);
    expect(warned).toEqual(
      isWarned
        ? [expect.stringMatching(`^smoke-test.zeros: got none, .* for '${input.name}' .*add an example to the model`)]
        : [],
    );
    // Requests that are asked for have to be answered.
    expect(checkModelsToAsk([model], { requests: [SmokeTestRequest.zeros()] })).toEqual([]);
    expect(checkModelsToAsk([classifier({ inputs: [input], examples: [ModelExample.of({ request: {} })] })])).toEqual(
      [],
    );
  });
});

describe('an endpoint that takes generate requests', () => {
  const tested = smokeTest({ generate: 'generate_stream' });

  test('is asked with them, and its role may take streams', () => {
    expect(specOf(tested).models).toMatchObject([{ name: 'image-classifier', inferenceType: 'generate_stream' }]);
    expect(statementsOf(tested).flatMap(({ Action }) => Action)).toContain(
      'sagemaker:InvokeEndpointWithResponseStream',
    );
  });

  test('is known by its server', () => {
    const template = Template.fromStack(stackWith({ server: { inferenceType: InferenceType.GENERATE } }));
    expect(specOf(template).models).toMatchObject([{ inferenceType: 'generate' }]);
  });
});

test('numbers that JSON has no words for are texts in examples', () => {
  const app = new App();
  const stack = new Stack(app, 'Stack');
  const outputs = [{ name: 'scores', datatype: 'FP32', shape: [1, 2], data: [NaN, -Infinity] }];
  const models = [classifier({ examples: [ModelExample.of({ request: { inputs: [] }, response: { outputs } })] })];
  new SmokeTest(stack, 'SmokeTest', { endpointName: 'vision', contentHash: 'hash', models });
  const { directory } = app.synth();
  const assets = fs.readdirSync(directory).filter((name) => /^asset\.\w+-[0-9a-f]{64}\.json$/.test(name));
  const [example] = JSON.parse(fs.readFileSync(path.join(directory, assets[0]), 'utf8'))['image-classifier'];
  expect(example.response.outputs[0].data).toEqual(['NaN', '-Infinity']);
});

test('every data type has a name in requests', () => {
  const types = [DataType.BOOL, DataType.STRING, DataType.BF16];
  const model = classifier({ inputs: types.map((type, index) => Tensor.of(`input${index}`, type, [1])) });
  const [{ inputs }] = specOf(smokeTest({ models: [model] })).models as { inputs: { dataType: string }[] }[];
  expect(inputs.map(({ dataType }) => dataType)).toEqual(['BOOL', 'BYTES', 'BF16']);
});
