import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import {
  Backend,
  DataType,
  InferenceType,
  LatencyObjective,
  ModelExample,
  ModelExampleOptions,
  Scaling,
  Tensor,
} from '../../lib';
import { checkGeneratedRequests, checkSmokeTest } from '../../lib/smoke-test/check';
import { SmokeTest, SmokeTestProps } from '../../lib/smoke-test/smoke-test';
import { classifier, stackWith, statementsOf } from '../endpoint/fixtures';

const INVOKE_STATEMENT = Match.objectLike({ Action: ['sagemaker:DescribeEndpoint', 'sagemaker:InvokeEndpoint'] });

/** Returns the template of a stack that contains only a smoke test. */
function smokeTestTemplate(props: Partial<SmokeTestProps> = {}): Template {
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
  test('runs on Node.js 24 with one vCPU', () => {
    smokeTestTemplate().hasResourceProperties('AWS::Lambda::Function', {
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      Timeout: 900,
      MemorySize: 1769, // one vCPU
    });
  });

  test('retains its log for one month', () => {
    smokeTestTemplate().hasResource('AWS::Logs::LogGroup', {
      Properties: { RetentionInDays: 30 },
      DeletionPolicy: 'Delete',
    });
  });

  test('can only invoke its endpoint, describe its stack, and continue a test', () => {
    const allowed = statementsOf(smokeTestTemplate()).map(({ Action, Resource }) => [[Action].flat().join(), Resource]);
    expect(allowed).toHaveLength(4);
    expect(Object.fromEntries(allowed)).toEqual({
      'sagemaker:DescribeEndpoint,sagemaker:InvokeEndpoint': arnWith(':endpoint/vision'),
      'logs:CreateLogStream,logs:PutLogEvents': { 'Fn::GetAtt': [expect.stringMatching(/FunctionLogs/), 'Arn'] },
      'cloudformation:DescribeStacks': { Ref: 'AWS::StackId' },
      'lambda:InvokeFunction': { 'Fn::GetAtt': [expect.stringMatching(/^TritonTestsHandler/), 'Arn'] },
    });
  });

  test('can read S3 objects only with examples', () => {
    const example = ModelExample.of({ request: { inputs: [] } });
    const statementsWithExample = statementsOf(smokeTestTemplate({ models: [classifier({ examples: [example] })] }));
    const readStatement = statementsWithExample.find(({ Action }) => Action === 's3:GetObject');
    expect(JSON.stringify(readStatement?.Resource)).toMatch(/\/c8[0-9a-f]{40}-\*\.json"/);
    expect(statementsWithExample).toContainEqual(expect.objectContaining({ Action: 'kms:Decrypt' }));
  });
});

describe('the specification of the test', () => {
  test('contains the models', () => {
    expect(specOf(smokeTestTemplate())).toEqual({
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

  test('contains the latency objective, with 100 requests after 5 warm-up requests', () => {
    const latencyObjective = LatencyObjective.p95(Duration.millis(80));
    expect(specOf(smokeTestTemplate({ latencyObjective })).latency).toEqual({
      percentile: 95,
      milliseconds: 80,
      requests: 100,
      warmup: 5,
    });
  });
});

describe('on an endpoint', () => {
  test('the smoke test sends sequences of several requests only if at most one instance serves the model', () => {
    const request = { inputs: [{ name: 'image', datatype: 'FP32', shape: [1, 3, 32, 32] }] };
    const hasOneServer = (maximum: number, nextSteps?: ModelExampleOptions[]): unknown => {
      const model = classifier({ examples: [ModelExample.of({ request, nextSteps })] });
      const props = { model, instanceCount: maximum, scaling: Scaling.none() };
      return specOf(Template.fromStack(stackWith(props))).hasOneServer;
    };
    expect([hasOneServer(1, [{ request }]), hasOneServer(2, [{ request }]), hasOneServer(1)]).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  test('the smoke test checks the deployed configuration and the latency objective', () => {
    const template = Template.fromStack(stackWith({ latencyObjective: LatencyObjective.p90(Duration.millis(70)) }));
    const [config] = Object.keys(template.findResources('AWS::SageMaker::EndpointConfig'));
    const properties = propertiesOf(template);
    expect(properties.EndpointConfigName).toEqual({ 'Fn::GetAtt': [config, 'EndpointConfigName'] });
    expect(JSON.parse(properties.Spec).latency).toMatchObject({ percentile: 90, milliseconds: 70 });
  });

  test('all smoke tests and probes of a stack have one function', () => {
    const document = { Statement: Match.arrayWith([INVOKE_STATEMENT]) };
    const policies = Template.fromStack(stackWith()).findResources('AWS::IAM::Policy', {
      Properties: { PolicyDocument: document },
    });
    expect(Object.keys(policies)).toEqual([expect.stringMatching(/^TritonTestsPolicy/)]);
  });

  test('a timeout above the maximum is rejected at synth', () => {
    expect(() => stackWith({ smokeTest: { timeout: Duration.minutes(14) } })).toThrow(
      'smokeTest.timeout: got 840 seconds; allowed: whole seconds from 1 to 780',
    );
  });

  test('a timeout that a single slow request can exceed causes a warning', () => {
    const warningsOf = (timeout: Duration): string[] =>
      checkSmokeTest({ timeout }).map(({ ruleId, message }) => `${ruleId}: ${message}`);
    expect(warningsOf(Duration.seconds(1))).toEqual([
      expect.stringMatching(/^smoke-test.timeout: got 1 seconds, .*set at least 60 seconds$/),
    ]);
    expect(warningsOf(Duration.seconds(60))).toEqual([]);
  });

  test('a model without inputs and examples causes a warning', () => {
    const model = classifier({ backend: Backend.PYTHON, inputs: [] });
    expect(checkGeneratedRequests([model])).toMatchObject([
      { ruleId: 'smoke-test.nothing-to-ask', severity: 'warning' },
    ]);
    expect(checkGeneratedRequests([classifier()])).toEqual([]);
  });

  test.each<[string, Tensor, boolean]>([
    ['text', Tensor.string('query', [1]), true],
    ['an encoded image', Tensor.of('jpeg', DataType.UINT8, [-1]), true],
    ['ids', Tensor.int64('ids', [8]), true],
    ['pixels', Tensor.of('pixels', DataType.UINT8, [3, 32, 32]), false],
    ['numbers', Tensor.fp32('image', [-1]), false],
  ])('a request with zeros as %s causes a warning if zeros are unlikely to be meaningful', (_, input, isWarned) => {
    const model = classifier({ inputs: [input] });
    const warnings = checkGeneratedRequests([model]).map(({ ruleId, message }) => `${ruleId}: ${message}`);
    expect(warnings).toEqual(
      isWarned
        ? [expect.stringMatching(`^smoke-test.zeros: got none, .* for '${input.name}' .*add an example to the model`)]
        : [],
    );
    expect(
      checkGeneratedRequests([classifier({ inputs: [input], examples: [ModelExample.of({ request: {} })] })]),
    ).toEqual([]);
  });
});

describe('an endpoint for requests of Triton’s generate extension', () => {
  const generateTemplate = smokeTestTemplate({ generateType: 'generate_stream' });

  test('receives generate requests from the smoke test, which has permission to receive streams', () => {
    expect(specOf(generateTemplate).models).toMatchObject([
      { name: 'image-classifier', inferenceType: 'generate_stream' },
    ]);
    expect(statementsOf(generateTemplate).flatMap(({ Action }) => Action)).toContain(
      'sagemaker:InvokeEndpointWithResponseStream',
    );
  });

  test('is detected from its server options', () => {
    const template = Template.fromStack(stackWith({ server: { inferenceType: InferenceType.GENERATE } }));
    expect(specOf(template).models).toMatchObject([{ inferenceType: 'generate' }]);
  });
});

test('NaN and infinity are strings in examples', () => {
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

test('data types in the specification have the names of the KServe protocol', () => {
  const types = [DataType.BOOL, DataType.STRING, DataType.BF16];
  const model = classifier({ inputs: types.map((type, index) => Tensor.of(`input${index}`, type, [1])) });
  const [{ inputs }] = specOf(smokeTestTemplate({ models: [model] })).models as { inputs: { dataType: string }[] }[];
  expect(inputs.map(({ dataType }) => dataType)).toEqual(['BOOL', 'BYTES', 'BF16']);
});
