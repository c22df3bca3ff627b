import { Severity } from '../../../findings/finding';
import { ModelConfigDocument } from '../../schema/schema';
import { ConfigRule } from '../context';
import { tensorsOf, describeTensor } from '../io';
import { isOneOf, onlyFor, parameterRule } from './parameters';
import { tensorRtGpuRule } from './tensorrt-gpu';

const TYPES = ['FP32', 'FP16', 'INT8', 'UINT8', 'BF16', 'INT32', 'INT64', 'BOOL'];

function isMultiDevice({ parameters }: ModelConfigDocument): boolean {
  return ['true', '1'].includes(parameters.get('enable_multi_device')?.string_value.toLowerCase() ?? '');
}

function graphSpecs({ optimization }: ModelConfigDocument) {
  return (optimization?.cuda?.graph_spec ?? []).map((spec, index) => ({
    spec,
    field: `optimization.cuda.graph_spec[${index}]`,
  }));
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
  {
    id: 'trt.cpuimage',
    *check(_, { gpuCount, instanceType }) {
      if (gpuCount === 0) {
        yield {
          field: 'backend',
          message: `TensorRT needs a GPU, and ${instanceType?.name ?? 'the server'} has none that Triton can use`,
        };
      }
    },
  },
  tensorRtGpuRule,
  {
    id: 'trt.kind',
    *check(config) {
      for (const [index, { kind }] of isMultiDevice(config) ? [] : config.instance_group.entries()) {
        if (kind === 'KIND_CPU' || kind === 'KIND_MODEL') {
          yield {
            field: `instance_group[${index}].kind`,
            message: `TensorRT runs on GPUs only, got ${kind}; use KIND_GPU`,
          };
        }
      }
    },
  },
  {
    id: 'trt.multi',
    *check(config, { gpuCount }) {
      if (isMultiDevice(config)) {
        yield* checkMultiDevice(config, gpuCount);
      }
    },
  },
  parameterRule(
    'trt.alloc',
    'tensorrt',
    'execution_context_allocation_strategy',
    isOneOf(['STATIC', 'ON_PROFILE_CHANGE']),
    "'STATIC' and 'ON_PROFILE_CHANGE'",
  ),
  {
    id: 'trt.dtype',
    *check(config) {
      for (const entry of tensorsOf(config)) {
        const type = entry.tensor.data_type.replace('TYPE_', '');
        if (type !== 'INVALID' && !TYPES.includes(type)) {
          yield {
            field: `${entry.field}.data_type`,
            message: `${describeTensor(entry)} is ${entry.tensor.data_type}; TensorRT accepts TYPE_${TYPES.join(', TYPE_')}`,
          };
        }
      }
    },
  },
  {
    id: 'trt.ragged-nonlinear',
    *check({ input }) {
      for (const [index, tensor] of input.entries()) {
        if (tensor.allow_ragged_batch && tensor.is_non_linear_format_io) {
          yield {
            field: `input[${index}].allow_ragged_batch`,
            message: `input '${tensor.name}' of a non-linear format cannot be ragged; leave allow_ragged_batch out`,
          };
        }
      }
    },
  },
  {
    id: 'trt.graph-batch',
    *check(config) {
      const maximum = config.max_batch_size;
      for (const { spec, field } of graphSpecs(config)) {
        const allowed = maximum === 0 ? spec.batch_size === 0 : spec.batch_size >= 1 && spec.batch_size <= maximum;
        if (!allowed) {
          yield {
            field: `${field}.batch_size`,
            message: `CUDA graph of batch_size ${spec.batch_size}; allowed: ${maximum === 0 ? '0' : `1 to ${maximum}`} (max_batch_size)`,
          };
        }
      }
    },
  },
  {
    id: 'trt.graph-lower',
    *check(config) {
      for (const { spec, field } of graphSpecs(config)) {
        const lower = spec.graph_lower_bound;
        if (!lower) {
          continue;
        }
        if (lower.batch_size > spec.batch_size) {
          yield {
            field: `${field}.graph_lower_bound.batch_size`,
            message: `lower bound ${lower.batch_size} is above the graph's batch_size ${spec.batch_size}`,
          };
        }
        for (const [name, { dim }] of lower.input) {
          const upper = spec.input.get(name)?.dim;
          if (!upper || upper.length !== dim.length || dim.some((size, index) => size > upper[index])) {
            yield {
              field: `${field}.graph_lower_bound.input[${name}]`,
              message: `lower bound [ ${dim.join(', ')} ] must not exceed the graph's input, [ ${upper?.join(', ') ?? 'none'} ]`,
            };
          }
        }
        for (const name of spec.input.keys()) {
          if (!lower.input.has(name)) {
            yield {
              field: `${field}.graph_lower_bound.input`,
              message: `the lower bound lacks input '${name}'; add it`,
            };
          }
        }
      }
    },
  },
  {
    id: 'trt.cc-file',
    severity: Severity.WARNING,
    *check({ cc_model_filenames: files, default_model_filename: file }, { instanceType }) {
      const capability = instanceType?.computeCapability;
      if (files.size > 0 && capability !== undefined && !files.has(capability)) {
        yield {
          field: 'cc_model_filenames',
          message:
            `no engine for compute capability ${capability} of ${instanceType?.name}, so Triton loads ` +
            `'${file || 'model.plan'}'; add key '${capability}'`,
        };
      }
    },
  },
  {
    id: 'ig.secondary',
    *check({ instance_group: groups }) {
      for (const [index, { secondary_devices: devices }] of groups.entries()) {
        if (devices.length > 1 || devices.some(({ kind }) => kind !== 'KIND_NVDLA')) {
          yield {
            field: `instance_group[${index}].secondary_devices`,
            message: `TensorRT accepts at most one secondary device, of KIND_NVDLA; got ${devices.length}`,
          };
        }
      }
    },
  },
]);
