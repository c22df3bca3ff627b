import {
  Backend,
  BackendParameters,
  Batching,
  BatchInputKind,
  DataType,
  ExecutionAccelerator,
  InitialState,
  InstanceGroup,
  ModelPriority,
  SequenceControl,
  Tensor,
  TensorFormat,
  TimeoutAction,
  TritonModel,
  TritonModelOverrides,
  VersionPolicy,
  Warmup,
  WarmupInput,
} from '../../lib/model';

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
  const image = Tensor.fp32('image', [224, 224, 3], { format: TensorFormat.NHWC, optional: true });
  const ids = Tensor.int32('ids', [-1], { allowRaggedBatch: true });
  const shape = Tensor.int32('shape', [1], { isShapeTensor: true, reshape: [] });
  const label = Tensor.fp16('label', [3, 8, 8], { labelFilename: 'labels.txt', isNonLinearFormatIo: true });
  expect(renderedConfig({ inputs: [image, ids, shape], outputs: [label] })).toEqual({
    input: [
      { name: 'image', data_type: 'TYPE_FP32', format: 'FORMAT_NHWC', dims: ['224', '224', '3'], optional: true },
      { name: 'ids', data_type: 'TYPE_INT32', dims: ['-1'], allow_ragged_batch: true },
      { name: 'shape', data_type: 'TYPE_INT32', dims: ['1'], reshape: {}, is_shape_tensor: true },
    ],
    output: [
      {
        name: 'label',
        data_type: 'TYPE_FP16',
        dims: ['3', '8', '8'],
        label_filename: 'labels.txt',
        is_non_linear_format_io: true,
      },
    ],
  });
});

test('instance groups are rendered', () => {
  const groups = [
    InstanceGroup.gpu({ count: 2, gpus: [0, 1], profiles: ['0', '1'], hostPolicy: 'numa0', name: 'both' }),
    InstanceGroup.cpu({ count: 4, passive: true }),
    InstanceGroup.model(),
    InstanceGroup.auto({
      nvdlaDeviceIds: [0],
      rateLimiterPriority: 2,
      rateLimiterResources: [{ name: 'r', count: 3, isGlobal: true }],
    }),
  ];
  expect(renderedConfig({ instanceGroups: groups })).toEqual({
    instance_group: [
      { name: 'both', kind: 'KIND_GPU', count: 2, gpus: [0, 1], profile: ['0', '1'], host_policy: 'numa0' },
      { kind: 'KIND_CPU', count: 4, passive: true },
      { kind: 'KIND_MODEL' },
      {
        secondary_devices: [{}],
        rate_limiter: { priority: 2, resources: [{ name: 'r', count: 3, global: true }] },
      },
    ],
  });
});

test('the options of dynamic batching are rendered', () => {
  expect(renderedConfig({ batching: Batching.dynamic() })).toEqual({ dynamic_batching: {} });
  const batching = Batching.dynamic({
    preferredBatchSizes: [4, 8],
    maxQueueDelayMicroseconds: 500,
    preserveOrdering: true,
    priorityLevels: 2,
    defaultPriorityLevel: 1,
    defaultQueuePolicy: { timeoutAction: TimeoutAction.DELAY, defaultTimeoutMicroseconds: 100, maxQueueSize: 10 },
    priorityQueuePolicies: { 2: { allowTimeoutOverride: true } },
  });
  expect(renderedConfig({ batching })).toEqual({
    dynamic_batching: {
      preferred_batch_size: [4, 8],
      max_queue_delay_microseconds: '500',
      preserve_ordering: true,
      priority_levels: '2',
      default_priority_level: '1',
      default_queue_policy: { timeout_action: 'DELAY', default_timeout_microseconds: '100', max_queue_size: 10 },
      priority_queue_policy: { 2: { allow_timeout_override: true } },
    },
  });
});

test('sequence batching with the strategy `direct` is rendered', () => {
  const batching = Batching.sequenceDirect({
    maxQueueDelayMicroseconds: 10,
    minimumSlotUtilization: 0.5,
    maxSequenceIdleMicroseconds: 5000000,
    controlInputs: [
      SequenceControl.start('START'),
      SequenceControl.end('END', DataType.FP32, -1),
      SequenceControl.ready('READY', DataType.BOOL),
      SequenceControl.correlationId('ID', DataType.UINT64),
    ],
    iterativeSequence: true,
  });
  expect(renderedConfig({ batching })).toEqual({
    sequence_batching: {
      max_sequence_idle_microseconds: '5000000',
      control_input: [
        { name: 'START', control: [{ int32_false_true: [0, 1] }] },
        { name: 'END', control: [{ kind: 'CONTROL_SEQUENCE_END', fp32_false_true: [-1, 1] }] },
        { name: 'READY', control: [{ kind: 'CONTROL_SEQUENCE_READY', bool_false_true: [false, true] }] },
        { name: 'ID', control: [{ kind: 'CONTROL_SEQUENCE_CORRID', data_type: 'TYPE_UINT64' }] },
      ],
      iterative_sequence: true,
      direct: { max_queue_delay_microseconds: '10', minimum_slot_utilization: 0.5 },
    },
  });
});

test('sequence batching with the strategy `oldest` and with states is rendered', () => {
  const state = { inputName: 'in', outputName: 'out', dataType: DataType.FP32, dims: [-1, 4] };
  const batching = Batching.sequenceOldest({
    maxCandidateSequences: 64,
    preferredBatchSizes: [8],
    maxQueueDelayMicroseconds: 10,
    preserveOrdering: true,
    states: [
      {
        ...state,
        initialState: InitialState.zeros('zeros', [2, 4]),
        useSameBufferForInputOutput: true,
        useGrowableMemory: true,
      },
      { ...state, dims: [4], initialState: InitialState.fromFile('saved', 'state.bin') },
    ],
  });
  const common = { input_name: 'in', output_name: 'out', data_type: 'TYPE_FP32' };
  expect(renderedConfig({ batching })).toEqual({
    sequence_batching: {
      oldest: {
        max_candidate_sequences: 64,
        preferred_batch_size: [8],
        max_queue_delay_microseconds: '10',
        preserve_ordering: true,
      },
      state: [
        {
          ...common,
          dims: ['-1', '4'],
          initial_state: [{ name: 'zeros', data_type: 'TYPE_FP32', dims: ['2', '4'], zero_data: true }],
          use_same_buffer_for_input_output: true,
          use_growable_memory: true,
        },
        {
          ...common,
          dims: ['4'],
          initial_state: [{ name: 'saved', data_type: 'TYPE_FP32', dims: ['4'], data_file: 'state.bin' }],
        },
      ],
    },
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

test('the options of optimization are rendered', () => {
  const optimization = {
    graphLevel: -1,
    priority: ModelPriority.MAX,
    cudaGraphs: true,
    cudaBusyWaitEvents: true,
    cudaOutputCopyStream: true,
    cudaGraphSpecs: [{ batchSize: 4, input: { x: [8] }, lowerBoundBatchSize: 2, lowerBoundInput: { x: [4] } }],
    gpuExecutionAccelerators: [ExecutionAccelerator.tensorrt({ precisionMode: 'FP16', engineCacheEnable: true })],
    cpuExecutionAccelerators: [ExecutionAccelerator.openvino()],
    inputPinnedMemory: false,
    outputPinnedMemory: true,
    gatherKernelBufferThreshold: 3,
    eagerBatching: true,
  };
  expect(renderedConfig({ optimization })).toEqual({
    optimization: {
      graph: { level: -1 },
      priority: 'PRIORITY_MAX',
      cuda: {
        graphs: true,
        busy_wait_events: true,
        output_copy_stream: true,
        graph_spec: [
          {
            batch_size: 4,
            input: { x: { dim: ['8'] } },
            graph_lower_bound: { batch_size: 2, input: { x: { dim: ['4'] } } },
          },
        ],
      },
      execution_accelerators: {
        gpu_execution_accelerator: [
          { name: 'tensorrt', parameters: { precision_mode: 'FP16', trt_engine_cache_enable: 'true' } },
        ],
        cpu_execution_accelerator: [{ name: 'openvino' }],
      },
      input_pinned_memory: {},
      output_pinned_memory: { enable: true },
      gather_kernel_buffer_threshold: 3,
      eager_batching: true,
    },
  });
});

test('warmup uses the inputs of the model', () => {
  const inputs = [Tensor.int32('ids', [-1]), Tensor.fp32('scale', [1])];
  const warmup = [
    Warmup.zeros({ batchSize: 8, shapes: { ids: [128] } }),
    Warmup.random({ count: 3, name: 'noise', shapes: { ids: [128] } }),
    Warmup.fromFiles({ ids: 'ids.bin' }, { shapes: { ids: [128] } }),
    Warmup.of({ ids: WarmupInput.random(DataType.INT32, [4]) }),
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
        name: 'noise',
        batch_size: 1,
        count: 3,
        inputs: { ids: { ...ids, random_data: true }, scale: { ...scale, random_data: true } },
      },
      {
        name: 'files of batch 1',
        inputs: { ids: { ...ids, input_data_file: 'ids.bin' }, scale: { ...scale, zero_data: true } },
      },
      { name: 'sample of batch 1', inputs: { ids: { data_type: 'TYPE_INT32', dims: ['4'], random_data: true } } },
    ],
  });
});

test('batch inputs and batch outputs are rendered', () => {
  const kind = BatchInputKind.ACCUMULATED_ELEMENT_COUNT;
  const batchInputs = [{ kind, targetNames: ['ends'], dataType: DataType.FP32, sourceInputs: ['x'] }];
  expect(renderedConfig({ batchInputs, batchOutputs: [{ targetNames: ['y'], sourceInputs: ['x'] }] })).toEqual({
    batch_input: [
      { kind: 'BATCH_ACCUMULATED_ELEMENT_COUNT', target_name: ['ends'], data_type: 'TYPE_FP32', source_input: ['x'] },
    ],
    batch_output: [{ target_name: ['y'], source_input: ['x'] }],
  });
});

test('all other properties are rendered', () => {
  expect(
    renderedConfig({
      responseCache: true,
      decoupled: true,
      repositoryAgents: [{ name: 'checksum', parameters: { MD5: 'x' } }],
      metricTags: { team: 'search' },
      histogramBuckets: { nv_inference_first_response_histogram_ms: [10, 100] },
      defaultModelFilename: 'other.py',
      ccModelFilenames: { '7.5': 't4.plan' },
      opLibraryFilenames: ['ops.so'],
      runtime: 'model.py',
    }),
  ).toEqual({
    response_cache: { enable: true },
    model_transaction_policy: { decoupled: true },
    model_repository_agents: { agents: [{ name: 'checksum', parameters: { MD5: 'x' } }] },
    metric_tags: { team: 'search' },
    model_metrics: {
      metric_control: [
        {
          metric_identifier: { family: 'nv_inference_first_response_histogram_ms' },
          histogram_options: { buckets: [10, 100] },
        },
      ],
    },
    default_model_filename: 'other.py',
    cc_model_filenames: { '7.5': 't4.plan' },
    model_operations: { op_library_filename: ['ops.so'] },
    runtime: 'model.py',
  });
});

test('the parameters of the backends are rendered with their documented names', () => {
  expect(BackendParameters.pytorch({ inferenceMode: true, interOpThreadCount: 2 })).toEqual({
    INFERENCE_MODE: 'true',
    INTER_OP_THREAD_COUNT: '2',
  });
  expect(BackendParameters.onnxruntime({ executionMode: 1, enableMemArena: false })).toEqual({
    execution_mode: '1',
    enable_mem_arena: 'false',
  });
  const python = { executionEnvPath: '$$TRITON_MODEL_DIRECTORY/env.tar.gz', forceCpuOnlyInputTensors: false };
  expect(renderedConfig({ parameters: { ...BackendParameters.python(python), own: 'x' } })).toEqual({
    parameters: {
      EXECUTION_ENV_PATH: { string_value: '$$TRITON_MODEL_DIRECTORY/env.tar.gz' },
      FORCE_CPU_ONLY_INPUT_TENSORS: { string_value: 'no' },
      own: { string_value: 'x' },
    },
  });
  expect(BackendParameters.tensorrt('ON_PROFILE_CHANGE')).toEqual({
    execution_context_allocation_strategy: 'ON_PROFILE_CHANGE',
  });
  expect(BackendParameters.fil({ modelType: 'lightgbm', outputClass: true })).toEqual({
    model_type: 'lightgbm',
    output_class: 'true',
  });
});

test('the backend is rendered as `backend`, `platform` or both', () => {
  const config = (backend: Backend): object => new TritonModel({ name: 'm', backend }).config.toJson();
  expect(config(Backend.TENSORRT)).toEqual({ name: 'm', backend: 'tensorrt' });
  expect(config(Backend.ENSEMBLE)).toEqual({ name: 'm', platform: 'ensemble' });
  expect(config(Backend.of('pytorch', { platform: 'torch_aoti', defaultFileName: 'model.pt2' }))).toEqual({
    name: 'm',
    backend: 'pytorch',
    platform: 'torch_aoti',
  });
});
