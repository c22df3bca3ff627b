import { Severity } from '../../../findings/finding';
import { ModelConfigDocument } from '../../schema/schema';
import { ConfigRule, configRules, partRules, withFields } from '../context';
import { tensorsOf, describeTensor } from '../io';
import { isOneOf, onlyFor, parameterRule } from './parameters';
import { tensorRtGpuRule } from './tensorrt-gpu';

/** Data types of tensors, by the first release whose backend knows them (tensorrt_backend, src/tensorrt_utils.cc). */
const TYPES = {
  ...{ TYPE_FP32: '', TYPE_FP16: '', TYPE_INT8: '', TYPE_INT32: '', TYPE_BOOL: '' },
  ...{ TYPE_UINT8: '22.10', TYPE_INT64: '24.05', TYPE_BF16: '24.06' },
};

function typesOf(release: string): string[] {
  return Object.entries(TYPES).flatMap(([type, since]) => (since <= release ? type : []));
}

function newerRelease(type: string): string {
  const [, since] = Object.entries(TYPES).find(([known]) => known === type) ?? [];
  return since ? `; build the engine with one of these, or use Triton ${since} or newer` : '';
}

function isMultiDevice({ parameters }: ModelConfigDocument): boolean {
  return ['true', '1'].includes(parameters.get('enable_multi_device')?.string_value.toLowerCase() ?? '');
}

function graphSpecs({ optimization }: ModelConfigDocument) {
  return withFields(optimization?.cuda?.graph_spec, 'optimization.cuda.graph_spec');
}

function groupsOf({ instance_group: groups }: ModelConfigDocument) {
  return withFields(groups, 'instance_group');
}

function* checkMultiDevice(config: ModelConfigDocument, gpuCount: number | undefined) {
  const field = 'parameters[multi_device_gpus]';
  const gpus = (config.parameters.get('multi_device_gpus')?.string_value ?? '').split(',').map((gpu) => gpu.trim());
  if (gpus.length < 2 || !gpus.every((gpu) => /^\d+$/.test(gpu))) {
    yield {
      field,
      message: `enable_multi_device needs multi_device_gpus with two or more GPUs, e.g. '0,1'; got '${gpus}'`,
    };
  }
  for (const gpu of gpus) {
    if (gpuCount !== undefined && Number(gpu) >= gpuCount) {
      yield { field, message: `gpu ${gpu} does not exist: there are ${gpuCount}` };
    }
  }
  for (const [index, { kind, profile }] of config.instance_group.entries()) {
    if (kind !== 'KIND_MODEL' || profile.length > 1) {
      yield {
        field: `instance_group[${index}]`,
        message: `enable_multi_device needs KIND_MODEL with at most one profile, got ${kind} with ${profile.length}`,
      };
    }
  }
}

export const tensorRtRules: ConfigRule[] = onlyFor('tensorrt', [
  ...configRules([
    {
      id: 'trt.cpuimage',
      when: (_, { gpuCount }) => gpuCount === 0,
      at: 'backend',
      message: (_, { instanceType }) =>
        `TensorRT needs a GPU, and ${instanceType?.name ?? 'the server'} has none that Triton can use`,
    },
  ]),
  tensorRtGpuRule,
  ...partRules(
    (config) => (isMultiDevice(config) ? [] : groupsOf(config)),
    [
      {
        id: 'trt.kind',
        when: ({ kind }) => kind === 'KIND_CPU' || kind === 'KIND_MODEL',
        at: '.kind',
        message: ({ kind }) => `TensorRT runs on GPUs only, got ${kind}; use KIND_GPU`,
      },
    ],
  ),
  {
    id: 'trt.multi',
    check: (config, { gpuCount }) => (isMultiDevice(config) ? checkMultiDevice(config, gpuCount) : []),
  },
  parameterRule(
    'trt.alloc',
    'tensorrt',
    'execution_context_allocation_strategy',
    isOneOf(['STATIC', 'ON_PROFILE_CHANGE']),
    "'STATIC' and 'ON_PROFILE_CHANGE'",
  ),
  ...partRules(tensorsOf, [
    {
      id: 'trt.dtype',
      when: ({ tensor: { data_type: type } }, { release }) =>
        type !== 'TYPE_INVALID' && !typesOf(release).includes(type),
      at: '.data_type',
      message: (entry, { release }) =>
        `${describeTensor(entry)} is ${entry.tensor.data_type}; TensorRT of Triton ${release} accepts ${typesOf(release).join(', ')}` +
        newerRelease(entry.tensor.data_type),
    },
  ]),
  ...partRules(
    ({ input }) => withFields(input, 'input'),
    [
      {
        id: 'trt.ragged-nonlinear',
        when: ({ allow_ragged_batch: ragged, is_non_linear_format_io: nonLinear }) => ragged && nonLinear,
        at: '.allow_ragged_batch',
        message: ({ name }) => `input '${name}' of a non-linear format cannot be ragged; leave allow_ragged_batch out`,
      },
    ],
  ),
  ...partRules(graphSpecs, [
    {
      id: 'trt.graph-batch',
      when: ({ batch_size: size }, _, { max_batch_size: maximum }) =>
        maximum === 0 ? size !== 0 : size < 1 || size > maximum,
      at: '.batch_size',
      message: ({ batch_size: size }, _, { max_batch_size: maximum }) =>
        `CUDA graph of batch_size ${size}; allowed: ${maximum === 0 ? '0' : `1 to ${maximum}`} (max_batch_size)`,
    },
  ]),
  {
    id: 'trt.graph-lower',
    *check(config) {
      for (const { graph_lower_bound: lower, batch_size: size, input, field } of graphSpecs(config)) {
        if (!lower) continue;
        if (lower.batch_size > size) {
          yield {
            field: `${field}.graph_lower_bound.batch_size`,
            message: `lower bound ${lower.batch_size} is above the graph's batch_size ${size}`,
          };
        }
        for (const [name, { dim }] of lower.input) {
          const upper = input.get(name)?.dim;
          if (upper?.length === dim.length && dim.every((each, index) => each <= upper[index])) continue;
          yield {
            field: `${field}.graph_lower_bound.input[${name}]`,
            message: `lower bound [ ${dim.join(', ')} ] must not exceed the graph's input, [ ${upper?.join(', ') ?? 'none'} ]`,
          };
        }
        for (const name of [...input.keys()].filter((each) => !lower.input.has(each))) {
          yield {
            field: `${field}.graph_lower_bound.input`,
            message: `the lower bound lacks input '${name}'; add it`,
          };
        }
      }
    },
  },
  ...configRules([
    {
      id: 'trt.cc-file',
      severity: Severity.WARNING,
      when: ({ cc_model_filenames: files }, { instanceType }) =>
        files.size > 0 && instanceType?.computeCapability !== undefined && !files.has(instanceType.computeCapability),
      at: 'cc_model_filenames',
      message: ({ default_model_filename: file }, { instanceType }) =>
        `no engine for compute capability ${instanceType?.computeCapability} of ${instanceType?.name}, so Triton loads ` +
        `'${file || 'model.plan'}'; add key '${instanceType?.computeCapability}'`,
    },
  ]),
  ...partRules(groupsOf, [
    {
      id: 'ig.secondary',
      when: ({ secondary_devices: devices }) => devices.length > 1 || devices.some(({ kind }) => kind !== 'KIND_NVDLA'),
      at: '.secondary_devices',
      message: ({ secondary_devices: devices }) =>
        `TensorRT accepts at most one secondary device, of KIND_NVDLA; got ${devices.length}`,
    },
  ]),
]);
