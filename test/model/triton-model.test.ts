import {
  Backend,
  Batching,
  DataType,
  Ensemble,
  InstanceGroup,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonModelOverrides,
  TritonModelProps,
  Warmup,
} from '../../lib/model';
import { ModelConfig } from '../../lib/model-config';
import { Severity } from '../../lib/findings/finding';
import { InstanceType } from '../../lib/platform';
import { fixture } from './folders';

const TEXT_PROPS: TritonModelProps = {
  name: 'text',
  backend: Backend.ONNXRUNTIME,
  files: ModelFiles.fromFile(fixture('text.onnx')),
  maxBatchSize: 16,
  inputs: [Tensor.int32('token_ids', [8]), Tensor.int32('attn_mask', [8])],
  outputs: [Tensor.fp32('logits', [2])],
};

const ON_A_GPU = { tritonRelease: '24.09', instanceType: InstanceType.G4DN_XLARGE };

/** Returns the IDs and fields of the findings with this severity. */
function findingsOf(model: TritonModel, severity = Severity.ERROR): string[] {
  const findings = model.validate(ON_A_GPU).filter((finding) => finding.severity === severity);
  return findings.map(({ ruleId, field }) => `${ruleId}: ${field}`);
}

describe('config.pbtxt of a typed model', () => {
  test('contains the values of the properties', () => {
    const model = new TritonModel({
      ...TEXT_PROPS,
      instanceGroups: [InstanceGroup.gpu({ count: 2 })],
      batching: Batching.dynamic({ preferredBatchSizes: [16], maxQueueDelayMicroseconds: 100 }),
      warmup: [Warmup.zeros({ batchSize: 16 })],
    });
    expect(model.config.toText()).toMatchSnapshot();
    expect(findingsOf(model)).toEqual([]);
  });

  test('contains the fields of `config`, merged over the properties', () => {
    const model = new TritonModel({
      ...TEXT_PROPS,
      config: ModelConfig.fromText('max_batch_size: 4 metric_tags { key: "a" value: "b" }'),
    });
    expect(model.maxBatchSize).toBe(4);
    expect(model.config.toJson().metric_tags).toEqual({ a: 'b' });
    expect(model.inputs.map(({ name }) => name)).toEqual(['token_ids', 'attn_mask']);
  });

  test('contains the inputs and outputs of the ONNX file by default', () => {
    const model = new TritonModel({ ...TEXT_PROPS, inputs: undefined, outputs: undefined });
    expect(model.config.toJson().input).toEqual(new TritonModel(TEXT_PROPS).config.toJson().input);
    expect(model.config.toJson().output).toEqual(new TritonModel(TEXT_PROPS).config.toJson().output);
    expect(model.withOverrides({ maxBatchSize: 0 }).outputs[0].dims).toEqual([-1, 2]);
  });
});

describe('a copy with overrides', () => {
  const model = new TritonModel({ ...TEXT_PROPS, batching: Batching.dynamic({ preferredBatchSizes: [8] }) });

  test('differs only in the overridden properties', () => {
    const copy = model.withOverrides({ maxBatchSize: 32 });
    expect(copy.config.toJson()).toEqual({ ...model.config.toJson(), max_batch_size: 32 });
    expect(model.maxBatchSize).toBe(16);
  });

  test('replaces the overridden fields of `config`, and keeps all other fields', () => {
    const fromText = new TritonModel({
      name: 'text',
      backend: Backend.PYTHON,
      files: TEXT_PROPS.files,
      config: ModelConfig.fromText(
        'sequence_batching { direct {} } input { name: "old" } metric_tags { key: "a" value: "b" }',
      ),
    });
    const copy = fromText.withOverrides({ batching: Batching.dynamic(), inputs: [Tensor.fp32('new', [1])] });
    expect(copy.config.toJson()).toMatchObject({ dynamic_batching: {}, metric_tags: { a: 'b' } });
    expect(copy.config.toJson().sequence_batching).toBeUndefined();
    expect(copy.inputs.map(({ name }) => name)).toEqual(['new']);
  });

  test('merges a new `config` over the previous `config`', () => {
    const config = (text: string): TritonModelOverrides => ({ config: ModelConfig.fromText(text) });
    const copy = model
      .withOverrides(config('metric_tags { key: "a" value: "b" }'))
      .withOverrides(config('metric_tags { key: "c" value: "d" }'));
    expect(copy.config.toJson().metric_tags).toEqual({ a: 'b', c: 'd' });
  });

  test('uses the overridden inputs for warmup', () => {
    const withWarmup = model
      .withOverrides({ warmup: [Warmup.zeros()] })
      .withOverrides({ inputs: [Tensor.fp32('other', [3])] });
    expect(Object.keys(withWarmup.config.toJson().model_warmup[0].inputs)).toEqual(['other']);
  });
});

describe('findings', () => {
  const model = new TritonModel(TEXT_PROPS);

  test('contain the property, followed by the field of config.pbtxt', () => {
    const invalid = model.withOverrides({ batching: Batching.dynamic({ preferredBatchSizes: [32] }) });
    expect(invalid.validate(ON_A_GPU)).toEqual([
      {
        ruleId: 'dyn.preferred-max',
        field: 'batching.preferredBatchSizes[0] (dynamic_batching.preferred_batch_size[0])',
        message: expect.stringMatching(/32 .*16/),
        severity: 'error',
      },
    ]);
  });

  test.each([
    [{ maxBatchSize: 1.5 }, 'maxBatchSize (max_batch_size)'],
    [{ inputs: [Tensor.fp32('x', [0.5])] }, 'inputs.dims (input.dims)'],
    [
      { batching: Batching.dynamic({ preferredBatchSizes: [1e10] }) },
      'batching.preferredBatchSizes (dynamic_batching.preferred_batch_size)',
    ],
    [{ batching: Batching.dynamic({ maxQueueSize: -1 }) }, 'config'],
  ])('are reported for values that config.pbtxt does not support, instead of an exception: %#', (overrides, field) => {
    expect(findingsOf(model.withOverrides(overrides))).toEqual([`config.value: ${field}`]);
  });

  test('are reported for a name that differs from the folder', () => {
    expect(findingsOf(model.withOverrides({ config: ModelConfig.fromText('name: "other"') }))).toEqual([
      'name.directory: config',
    ]);
  });

  test('are reported for an output with an option that only inputs can have', () => {
    const invalid = model.withOverrides({ outputs: [Tensor.fp32('logits', [2], { optional: true })] });
    expect(findingsOf(invalid)).toEqual(['config.value: outputs (output)']);
  });

  test('are reported for missing files', () => {
    expect(findingsOf(new TritonModel({ ...TEXT_PROPS, files: undefined }))).toEqual(['files.required: files']);
    expect(findingsOf(model.withOverrides({ files: ModelFiles.fromFile('/nowhere/model.onnx') }))).toEqual([
      'files.missing: files',
    ]);
  });

  test('are determined without an error if properties contain tokens', () => {
    const token = '${Token[TOKEN.1]}';
    const withTokens = model.withOverrides({
      inputs: [Tensor.of(token, DataType.of(token), [8])],
      config: ModelConfig.fromJson({ metric_tags: { [token]: token } }),
      parameters: { EXECUTION_ENV_PATH: token },
    });
    expect(() => withTokens.validate(ON_A_GPU)).not.toThrow();
  });
});

describe('an ensemble', () => {
  const score = new TritonModel({ ...TEXT_PROPS, name: 'score' });
  const ensemble = new TritonModel({
    name: 'pipeline',
    backend: Backend.ENSEMBLE,
    maxBatchSize: 16,
    inputs: [Tensor.int32('ids', [8]), Tensor.int32('mask', [8])],
    outputs: [Tensor.fp32('result', [2])],
    ensemble: Ensemble.of([
      { model: score, inputMap: { token_ids: 'ids', attn_mask: 'mask' }, outputMap: { logits: 'result' } },
    ]),
  });

  test('has the models of its steps as members', () => {
    expect(ensemble.members).toEqual([score]);
    expect(ensemble.config.toText()).toMatchSnapshot();
    expect(findingsOf(ensemble)).toEqual([]);
  });

  test('is validated together with its members', () => {
    const invalid = ensemble.withOverrides({
      outputs: [Tensor.int64('result', [2])],
      members: [score.withOverrides({ outputs: [Tensor.fp32('renamed', [2])] })],
    });
    const errors = findingsOf(invalid);
    expect(errors).toContain('io.unexpected-output: members.score.outputs[0].name (output[0].name)');
    expect(errors.filter((error) => error.startsWith('ens.'))).not.toEqual([]);
  });

  test('is rejected if a step requires a version without a folder', () => {
    const findingsForVersion = (modelVersion: number): string[] => {
      const step = { model: score, modelVersion, inputMap: { token_ids: 'ids', attn_mask: 'mask' } };
      return findingsOf(
        ensemble.withOverrides({ ensemble: Ensemble.of([{ ...step, outputMap: { logits: 'result' } }]) }),
      );
    };
    expect(findingsForVersion(3)).toEqual([
      'ens.step-version: ensemble.steps[0].modelVersion (ensemble_scheduling.step[0].model_version)',
    ]);
    expect(findingsForVersion(1)).toEqual([]);
  });

  test('is rejected if its members are missing', () => {
    expect(findingsOf(ensemble.withOverrides({ members: [] })).map((error) => error.split(':')[0])).toEqual([
      'ens.step-exists',
    ]);
  });

  test('cannot have two different members with the same name', () => {
    expect(
      findingsOf(ensemble.withOverrides({ members: [score, score.withOverrides({ maxBatchSize: 32 })] })),
    ).toContain('ens.member-name: members');
  });
});
