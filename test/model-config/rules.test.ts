import * as path from 'path';
import { ModelConfig } from '../../lib/model-config';
import { Severity } from '../../lib/findings/finding';
import { hostedRules } from '../../lib/model-config/rules/hosted';
import { serverRules } from '../../lib/model-config/rules/server';
import { InstanceType } from '../../lib/platform';
import { readRulePages } from '../../site/rules';
import { ruleExamples } from '../docs/rule-examples';
import { dynamicBatchingExamples, sequenceBatchingExamples } from './examples/batching';
import { ensembleExamples } from './examples/ensembles';
import { ENSEMBLE, Example, IO, PYTHON, STEP, STEP_2 } from './examples/example';
import { aotiExamples, onnxExamples, otherBackendExamples, tensorRtExamples } from './examples/hosted';
import { instanceGroupExamples, warmupExamples } from './examples/instances';
import { serverExamples } from './examples/server';
import { ioExamples } from './examples/tensors';

/** Examples beside those on the pages of the rules, which test/docs checks. */
const groups: { [concern: string]: Example[] } = {
  server: serverExamples,
  'dynamic batching': dynamicBatchingExamples,
  'sequence batching': sequenceBatchingExamples,
  'inputs and outputs': ioExamples,
  'instance groups': instanceGroupExamples,
  'warm-up': warmupExamples,
  ensembles: ensembleExamples,
  'PyTorch AOTInductor': aotiExamples,
  TensorRT: tensorRtExamples,
  'ONNX Runtime': onnxExamples,
  'other backends': otherBackendExamples,
};

describe.each(Object.entries(groups))('rules about %s', (_, examples) => {
  test.each(examples.map((example) => [example.rule, example] as const))(
    '%s has a finding for the broken text, and none for the fixed text',
    (rule, example) => {
      const validate = (text: string) =>
        ModelConfig.fromText(`${example.base ?? PYTHON} ${text}`).validate(example.options);

      const [finding] = validate(example.broken).filter(({ ruleId }) => ruleId === rule);
      expect(finding).toMatchObject({
        field: example.field,
        severity: example.warning ? Severity.WARNING : Severity.ERROR,
      });
      expect(finding.message).not.toMatch(/undefined|\[object|\.$/);

      expect(validate(example.fixed).map(({ ruleId }) => ruleId)).not.toContain(rule);
    },
  );
});

test('every rule has an example here or on its page', () => {
  const pages = readRulePages(path.join(__dirname, '..', '..', 'docs', 'rules'));
  const examples = Object.values(groups).flatMap((group) => group.map(({ rule }) => rule));
  const ids = new Set([...examples, ...ruleExamples(pages, 'pbtxt').map(([id]) => id)]);
  expect([...serverRules, ...hostedRules].filter(({ id }) => !ids.has(id))).toEqual([]);
});

test('a message contains the value, the allowed values and how to fix it', () => {
  const config = ModelConfig.fromText(`${PYTHON} dynamic_batching { preferred_batch_size: [ 16, 32 ] }`);
  expect(config.validate().map(({ message }) => message)).toEqual([
    'preferred batch size 16 is above max_batch_size 8; use sizes from 1 to 8, or raise max_batch_size',
    'preferred batch size 32 is above max_batch_size 8; use sizes from 1 to 8, or raise max_batch_size',
  ]);
});

test('the finding about an unknown backend suggests a backend with a similar name', () => {
  const [{ ruleId, message }] = ModelConfig.fromText('name: "m" backend: "pytoch"').validate({
    instanceType: InstanceType.G5_XLARGE,
  });
  expect([ruleId, message]).toEqual([
    'backend.available',
    "the SageMaker image has no backend 'pytoch'; did you mean 'pytorch'?",
  ]);
});

test('the findings about parameters of the fil backend contain the value, and what the backend reads of it', () => {
  const messages = (...parameters: [key: string, value: string][]): string[] =>
    ModelConfig.fromText(
      `backend: "fil" input { name: "input__0" data_type: TYPE_FP32 dims: [ 4 ] } output { name: "output__0" data_type: TYPE_FP32 dims: [ 1 ] }
      ${parameters.map(([key, value]) => `parameters { key: "${key}" value { string_value: "${value}" } }`).join('\n')}`,
    )
      .validate({ instanceType: InstanceType.G5_XLARGE, tritonRelease: '26.05' })
      .map(({ message }) => message);
  expect(messages(['is_classifier', 'True'])).toEqual([
    "the FIL backend of Triton 26.05 needs the parameter is_classifier and got 'True'; allowed: 'true' for a classifier, 'false' for a regression",
  ]);
  expect(messages(['is_classifier', 'true'], ['threshold', '0,5'])).toEqual([
    "got '0,5', of which the FIL backend reads only 0; allowed: a number, such as '0.5'",
  ]);
  expect(messages(['is_classifier', 'true'], ['threshold', ' 0.5 '])).toEqual([]);
});

describe('a backend with the name of a platform', () => {
  const findings = (text: string, options = {}): string[] =>
    ModelConfig.fromText(text)
      .validate({ instanceType: InstanceType.G5_XLARGE, ...options })
      .map(({ ruleId, severity, message }) => `${severity} ${ruleId}: ${message.split('; set ')[1]}`);

  test.each([
    ['tensorrt_plan', "platform: 'tensorrt_plan' instead of backend, or backend: 'tensorrt'"],
    ['onnxruntime_onnx', "platform: 'onnxruntime_onnx' instead of backend, or backend: 'onnxruntime'"],
    ['pytorch_libtorch', "platform: 'pytorch_libtorch' instead of backend, or backend: 'pytorch'"],
    ['tensorflow_graphdef', "platform: 'tensorflow_graphdef' instead of backend"],
    ['tensorflow_savedmodel', "platform: 'tensorflow_savedmodel' instead of backend"],
    ['libtorch', "backend: 'pytorch'"],
    ['ensemble', "platform: 'ensemble' instead of backend"],
  ])('is rejected: %s', (backend, advice) => {
    expect(findings(`backend: "${backend}"`)).toEqual([`error backend.platform-name: ${advice}`]);
  });

  test('is rejected once in an ensemble', () => {
    const ensemble = `${ENSEMBLE} input { name: "x" data_type: TYPE_FP32 dims: 1 } output { name: "y" data_type: TYPE_FP32 dims: 1 } ensemble_scheduling { ${STEP} }`;
    expect(findings(ensemble)).toEqual([]);
    expect(findings(ensemble.replace('platform: "ensemble"', 'backend: "ensemble"'))).toEqual([
      "error backend.platform-name: platform: 'ensemble' instead of backend",
    ]);
  });

  test('is a platform only from the release on that has it', () => {
    const rules = (tritonRelease: string): string[] =>
      findings('backend: "torch_aoti"', { tritonRelease }).map((each) => each.split(': ')[0]);
    expect(rules('26.02')).toEqual(['warning backend.available']);
    expect(rules('26.03')).toEqual(['error backend.platform-name']);
  });

  test('can be in an own image, or have a library that runtime names', () => {
    expect(findings('backend: "tensorrt_plan"', { customImage: true })[0]).toMatch(/^warning backend.platform-name/);
    expect(findings('backend: "tensorrt_plan" runtime: "libtriton_mine.so"', { customImage: true })).toEqual([]);
  });
});

test('the findings of an ensemble without inputs and outputs list the tensors of its steps', () => {
  const findings = ModelConfig.fromText(`${ENSEMBLE} ensemble_scheduling { ${STEP} ${STEP_2} }`).validate();
  expect(findings.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    "input: the ensemble lists no inputs; list the tensors that its steps read: 'x'",
    "output: the ensemble lists no outputs; list the tensors that its steps write: 'z'",
  ]);
});

test('the finding about an unsupported field contains the first release that supports the field', () => {
  const [finding] = ModelConfig.fromText('backend: "python" model_metrics { }').validate({ tritonRelease: '24.09' });
  expect(finding.message).toBe(
    'field model_metrics requires Triton 24.11 or newer, and 24.09 cannot read a config.pbtxt that contains it; ' +
      'use release 24.11 or newer (AWS publishes 25.04), or leave it out',
  );
});

test('rules of backends and platforms apply only with an instance type', () => {
  const config = ModelConfig.fromText('name: "m" backend: "pytorch"');
  expect(config.validate()).toEqual([]);
  const rules = config.validate({ instanceType: InstanceType.G5_XLARGE }).map(({ ruleId }) => ruleId);
  expect(rules).toEqual(['pt.inputs', 'pt.outputs']);
});

test('rules about GPUs do not apply to an unknown instance type', () => {
  const config = ModelConfig.fromText(`${PYTHON} instance_group { kind: KIND_GPU gpus: [ 7 ] }`);
  expect(config.validate({ instanceType: InstanceType.of('ml.g99.xlarge') })).toEqual([]);
});

test('dynamic_batching without max_batch_size has no finding if the backend sets max_batch_size', () => {
  const rulesOf = (text: string) =>
    ModelConfig.fromText(`backend: "onnxruntime" dynamic_batching { } ${text}`)
      .validate()
      .map(({ ruleId }) => ruleId);
  expect(rulesOf('')).toEqual([]);
  expect(rulesOf(IO)).toEqual(['dyn.max0']);
});

test('an unfilled template has one finding with the names of all its parameters', () => {
  const parameters = ['engine_dir', 'tokenizer_dir', 'kind']
    .map((key) => `parameters { key: "${key}" value { string_value: "\${${key}}" } }`)
    .join(' ');
  expect(ModelConfig.fromText(`${PYTHON} ${parameters}`).validate()).toMatchObject([
    {
      field: 'parameters[engine_dir]',
      message:
        "got '${engine_dir}', the placeholder of an unfilled template; fill in its value, or leave the parameter out, also for tokenizer_dir, kind",
    },
  ]);
});

test('the PyTorch backend stores states from Triton 23.08 on', () => {
  const state = 'state { input_name: "I" output_name: "O" data_type: TYPE_FP32 dims: 4 }';
  const config = ModelConfig.fromText(`backend: "pytorch" sequence_batching { ${state} }`);
  const warnings = (tritonRelease: string) =>
    config
      .validate({ tritonRelease })
      .flatMap(({ ruleId, message }) => (ruleId === 'seq.state-backend' ? message : []));
  expect(warnings('23.08')).toEqual([]);
  expect(warnings('23.07')).toEqual([
    "backend 'pytorch' does not store states, so 'I' never changes within a sequence; use a backend that stores states: onnxruntime, " +
      'tensorrt or pytorch of Triton 23.08 or newer, got 23.07',
  ]);
});

test('the findings about paired states name the tensor that receives the value', () => {
  const names = [
    ['cache', 'cache_next'],
    ['cache_len', 'cache_len_next'],
  ];
  const states = names.map(([input, output]) => `state { input_name: "${input}" output_name: "${output}" }`).join(' ');
  const config = ModelConfig.fromText(`backend: "tensorrt" sequence_batching { ${states} }`);
  const advice =
    'Triton pairs the sorted output names with the sorted input names; rename the tensors of the model so that both have the same order';
  expect(config.validate().map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([
    `seq.state-order: 'cache_next' becomes the next 'cache_len', not the next 'cache': ${advice}`,
    `seq.state-order: 'cache_len_next' becomes the next 'cache', not the next 'cache_len': ${advice}`,
  ]);
});

test('an invalid release is rejected', () => {
  expect(() => ModelConfig.fromText('').validate({ tritonRelease: '2.51.0' })).toThrow(
    "tritonRelease must be a release as in '24.09', got '2.51.0'",
  );
});
