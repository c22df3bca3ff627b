import {
  Backend,
  Batching,
  DataType,
  InstanceGroup,
  Tensor,
  TritonModel,
  TritonModelOverrides,
  VersionPolicy,
  Warmup,
} from '../../lib/model';
import { ModelConfig } from '../../lib/model-config';

/** Returns the JSON of config.pbtxt for these properties, without name and backend. */
function renderedConfig(options: TritonModelOverrides): object {
  const { name, backend, ...otherFields } = new TritonModel({
    name: 'm',
    backend: Backend.PYTHON,
    ...options,
  }).config.toJson();
  expect({ name, backend }).toEqual({ name: 'm', backend: 'python' });
  return otherFields;
}

test('each data type has its name in Triton, its name in KServe and its size', () => {
  const tensors = [
    Tensor.bool('x', [1]),
    Tensor.uint8('x', [1]),
    Tensor.uint16('x', [1]),
    Tensor.uint32('x', [1]),
    Tensor.uint64('x', [1]),
    Tensor.int8('x', [1]),
    Tensor.int16('x', [1]),
    Tensor.int32('x', [1]),
    Tensor.int64('x', [1]),
    Tensor.fp16('x', [1]),
    Tensor.bf16('x', [1]),
    Tensor.fp32('x', [1]),
    Tensor.fp64('x', [1]),
    Tensor.string('x', [1]),
  ];
  expect(tensors.map(({ dataType }) => [dataType.name, dataType.kserveName, dataType.byteSize])).toMatchSnapshot();
  expect(DataType.of('TYPE_FP16')).toBe(DataType.FP16);
});

test('the options of tensors are rendered', () => {
  const image = Tensor.fp32('image', [224, 224, 3], { optional: true });
  const ids = Tensor.int32('ids', [-1], { allowRaggedBatch: true });
  const shape = Tensor.int32('shape', [1], { reshape: [] });
  const label = Tensor.fp16('label', [3, 8, 8], { labelFilename: 'labels.txt' });
  expect(renderedConfig({ inputs: [image, ids, shape], outputs: [label] })).toEqual({
    input: [
      { name: 'image', data_type: 'TYPE_FP32', dims: ['224', '224', '3'], optional: true },
      { name: 'ids', data_type: 'TYPE_INT32', dims: ['-1'], allow_ragged_batch: true },
      { name: 'shape', data_type: 'TYPE_INT32', dims: ['1'], reshape: {} },
    ],
    output: [
      {
        name: 'label',
        data_type: 'TYPE_FP16',
        dims: ['3', '8', '8'],
        label_filename: 'labels.txt',
      },
    ],
  });
});

test('instance groups are rendered', () => {
  const groups = [
    InstanceGroup.gpu({ count: 2, gpus: [0, 1], profiles: ['0', '1'] }),
    InstanceGroup.cpu({ count: 4 }),
    InstanceGroup.model(),
    InstanceGroup.auto(),
  ];
  expect(renderedConfig({ instanceGroups: groups })).toEqual({
    instance_group: [
      { kind: 'KIND_GPU', count: 2, gpus: [0, 1], profile: ['0', '1'] },
      { kind: 'KIND_CPU', count: 4 },
      { kind: 'KIND_MODEL' },
      {},
    ],
  });
});

test('the options of dynamic batching are rendered', () => {
  expect(renderedConfig({ batching: Batching.dynamic() })).toEqual({ dynamic_batching: {} });
  const batching = Batching.dynamic({
    preferredBatchSizes: [4, 8],
    maxQueueDelayMicroseconds: 500,
    preserveOrdering: true,
    maxQueueSize: 10,
    queueTimeoutMicroseconds: 100,
  });
  expect(renderedConfig({ batching })).toEqual({
    dynamic_batching: {
      preferred_batch_size: [4, 8],
      max_queue_delay_microseconds: '500',
      preserve_ordering: true,
      default_queue_policy: { default_timeout_microseconds: '100', max_queue_size: 10 },
    },
  });
});

test('the strategies of sequence batching are rendered', () => {
  expect(renderedConfig({ batching: Batching.sequenceDirect() })).toEqual({ sequence_batching: { direct: {} } });
  expect(renderedConfig({ batching: Batching.sequenceOldest(64) })).toEqual({
    sequence_batching: { oldest: { max_candidate_sequences: 64 } },
  });
});

test('version policies are rendered', () => {
  expect(renderedConfig({ versionPolicy: VersionPolicy.latest(2) })).toEqual({
    version_policy: { latest: { num_versions: 2 } },
  });
  expect(renderedConfig({ versionPolicy: VersionPolicy.all() })).toEqual({ version_policy: { all: {} } });
  expect(renderedConfig({ versionPolicy: VersionPolicy.specific([1, 3]) })).toEqual({
    version_policy: { specific: { versions: ['1', '3'] } },
  });
});

test('warmup uses the inputs of the model', () => {
  const inputs = [Tensor.int32('ids', [-1]), Tensor.fp32('scale', [1])];
  const warmup = [
    Warmup.zeros({ batchSize: 8, shapes: { ids: [128] } }),
    Warmup.random({ count: 3, shapes: { ids: [128] } }),
  ];
  const ids = { data_type: 'TYPE_INT32', dims: ['128'] };
  const scale = { data_type: 'TYPE_FP32', dims: ['1'] };
  expect(renderedConfig({ inputs, warmup })).toMatchObject({
    model_warmup: [
      {
        name: 'zeros of batch 8',
        batch_size: 8,
        inputs: { ids: { ...ids, zero_data: true }, scale: { ...scale, zero_data: true } },
      },
      {
        name: 'random of batch 1',
        batch_size: 1,
        count: 3,
        inputs: { ids: { ...ids, random_data: true }, scale: { ...scale, random_data: true } },
      },
    ],
  });
});

test.each([
  [
    'accelerators',
    'optimization { execution_accelerators { gpu_execution_accelerator [{ name: "tensorrt" parameters { key: "precision_mode" value: "FP16" } }] } }',
  ],
  [
    'states of sequences',
    'sequence_batching { state [{ input_name: "i" output_name: "o" data_type: TYPE_FP32 dims: 4 initial_state [{ name: "s" data_type: TYPE_FP32 dims: 4 zero_data: true }] }] }',
  ],
  [
    'priorities and queue policies',
    'dynamic_batching { priority_levels: 2 default_priority_level: 1 default_queue_policy { timeout_action: DELAY } priority_queue_policy { key: 2 value { allow_timeout_override: true } } }',
  ],
  ['platforms', 'platform: "torch_aoti"'],
])('`config` sets what has no property: %s', (_, text) => {
  const config = ModelConfig.fromText(text);
  expect(renderedConfig({ config })).toEqual(config.toJson());
});

test('all other properties are rendered', () => {
  expect(
    renderedConfig({
      responseCache: true,
      decoupled: true,
      defaultModelFilename: 'other.py',
      parameters: { own: 'x' },
    }),
  ).toEqual({
    response_cache: { enable: true },
    model_transaction_policy: { decoupled: true },
    default_model_filename: 'other.py',
    parameters: { own: { string_value: 'x' } },
  });
});

test('the backend is rendered as `backend`, `platform` or both', () => {
  const config = (backend: Backend): object => new TritonModel({ name: 'm', backend }).config.toJson();
  expect(config(Backend.TENSORRT)).toEqual({ name: 'm', backend: 'tensorrt' });
  expect(config(Backend.ENSEMBLE)).toEqual({ name: 'm', platform: 'ensemble' });
  expect(config(Backend.of('mine'))).toEqual({ name: 'm', backend: 'mine' });
});
