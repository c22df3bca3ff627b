import * as fc from 'fast-check';
import { arrayOf, Choose, Json, anyBoolean, valueOrUndefined } from './choice';

const BACKENDS = [
  'python',
  'pytorch',
  'onnxruntime',
  'tensorrt',
  'tensorflow',
  'openvino',
  'dali',
  'fil',
  'identity',
  'my_own',
];
const PLATFORMS = [
  ['tensorrt_plan', 'tensorrt'],
  ['onnxruntime_onnx', 'onnxruntime'],
  ['pytorch_libtorch', 'pytorch'],
  ['tensorflow_savedmodel', 'tensorflow'],
  ['tensorflow_graphdef', 'tensorflow'],
] as const;

/** Backend, platform and file name of the model. */
export function identity(choose: Choose): fc.Arbitrary<Json> {
  const backend = fc.constantFrom(...BACKENDS);
  const pair = fc.constantFrom(...PLATFORMS);
  const valid = fc.oneof(
    backend.map((name) => ({ backend: name })),
    pair.map(([platform]) => ({ platform })),
    pair.map(([platform, name]) => ({ platform, backend: name })),
  );
  const file = fc.constantFrom(
    'model.pt',
    'model.plan',
    'model.onnx',
    'model.graphdef',
    'model.savedmodel',
    'model.py',
    'x.bin',
    '',
  );
  const unusual = fc.record({
    backend: fc.oneof(backend, fc.constantFrom(undefined, '', 'ensemble', 'torch')),
    platform: fc.oneof(
      pair.map(([platform]) => platform),
      fc.constantFrom(undefined, '', 'libtorch', 'torch_aoti', 'python', 'tensorrt', 'ensemble', 'nonsense'),
    ),
    default_model_filename: valueOrUndefined(file),
    cc_model_filenames: valueOrUndefined(
      fc.dictionary(fc.constantFrom('7.5', '8.0', 'x'), file, { maxKeys: 2, noNullPrototype: true }),
    ),
  });
  return choose(valid, unusual);
}

export function versionPolicy(choose: Choose): fc.Arbitrary<Json> {
  return choose(
    fc.constantFrom<Json>(
      { latest: { num_versions: 1 } },
      { latest: { num_versions: 4294967295 } },
      { all: {} },
      { specific: { versions: ['1'] } },
    ),
    fc.constantFrom<Json>(
      { latest: {} },
      {},
      { specific: {} },
      { specific: { versions: ['1', '1'] } },
      { specific: { versions: ['1', '-1', '7'] } },
    ),
  );
}

const CUDA_GRAPH = fc.record({
  batch_size: fc.constantFrom(undefined, 0, 1, -1, 4),
  input: fc.constantFrom({}, { IN0: { dim: ['1', '2'] } }, { NOPE: { dim: [] } }),
  graph_lower_bound: valueOrUndefined(
    fc.record({ batch_size: fc.constantFrom(0, 1, 9), input: fc.constantFrom({}, { IN0: { dim: ['-1'] } }) }),
  ),
});

export const optimization: fc.Arbitrary<Json> = fc.record({
  graph: valueOrUndefined(fc.record({ level: fc.constantFrom(-1, 0, 1, 2, 77) })),
  priority: fc.constantFrom(undefined, 'PRIORITY_DEFAULT', 'PRIORITY_MAX', 'PRIORITY_MIN'),
  cuda: valueOrUndefined(
    fc.record({
      graphs: anyBoolean,
      busy_wait_events: anyBoolean,
      output_copy_stream: anyBoolean,
      graph_spec: arrayOf(CUDA_GRAPH, 0, 1),
    }),
  ),
  execution_accelerators: valueOrUndefined(
    fc.record({
      gpu_execution_accelerator: arrayOf(
        fc.record({
          name: fc.constantFrom('tensorrt', 'cuda', 'nope', ''),
          parameters: fc.constant({ precision_mode: 'FP16' }),
        }),
        0,
        2,
      ),
      cpu_execution_accelerator: arrayOf(fc.record({ name: fc.constantFrom('openvino', 'nope') }), 0, 1),
    }),
  ),
  input_pinned_memory: valueOrUndefined(fc.record({ enable: anyBoolean })),
  output_pinned_memory: valueOrUndefined(fc.record({ enable: anyBoolean })),
  gather_kernel_buffer_threshold: fc.constantFrom(undefined, 0, 4294967295),
  eager_batching: valueOrUndefined(anyBoolean),
});

/** Settings other than those of tensors, scheduling and instances. */
export function servingSettings(choose: Choose): fc.Arbitrary<Json> {
  const shortText = fc.string({ maxLength: 6 });
  const parameter = fc.record({ string_value: fc.oneof(shortText, fc.string({ unit: 'grapheme', maxLength: 6 })) });
  return fc.record(
    {
      parameters: choose(
        fc.dictionary(shortText, parameter, { maxKeys: 3, noNullPrototype: true }),
        fc.constantFrom<Json>(
          { TRITON_BATCH_STRATEGY_PATH: { string_value: '/elsewhere/lib.so' } },
          { TRITON_BATCH_STRATEGY_PATH: { string_value: 'nope.so' } },
          { TRITON_BATCH_STRATEGY_PATH: {} },
          { max_batch_size: { string_value: 'x' } },
        ),
      ),
      metric_tags: fc.dictionary(fc.constantFrom('stage', 'A_1', '9', ''), shortText, {
        maxKeys: 2,
        noNullPrototype: true,
      }),
      response_cache: choose(fc.constantFrom<Json>({}, { enable: false }), fc.constant({ enable: true })),
      model_transaction_policy: choose(
        fc.constantFrom<Json>({}, { decoupled: false }),
        fc.constant({ decoupled: true }),
      ),
      model_operations: fc.constantFrom<Json>({}, { op_library_filename: ['lib.so', ''] }),
      model_metrics: choose(
        fc.constant(undefined),
        fc.constantFrom<Json>(
          {},
          { metric_control: [{}] },
          { metric_control: [{ metric_identifier: { family: 'f' }, histogram_options: { buckets: [1, 2.5] } }] },
        ),
      ),
      optimization,
    },
    { requiredKeys: [] },
  );
}
