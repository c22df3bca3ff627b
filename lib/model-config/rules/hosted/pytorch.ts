import { Severity } from '../../../findings/finding';
import { ModelConfigDocument } from '../../schema/schema';
import { ConfigRule } from '../context';
import { tensorsOf, describeTensor } from '../io';
import { BOOLEAN_VALUES, isBoolean, startsWithInteger, onlyFor, parameterRule } from './parameters';

const TYPES = ['BOOL', 'UINT8', 'INT8', 'INT16', 'INT32', 'INT64', 'FP16', 'FP32', 'FP64', 'STRING'];

/** Names with an index. The index of a tensor is the number after the first `__` of its name. */
const INDEXED_NAME = /^((?!__).)*__\d*$/s;

const NAMING_ADVICE = "name tensors <name>__<index>, e.g. 'INPUT__0'";

function tensorsOnSide(config: ModelConfigDocument, side: string) {
  return tensorsOf(config).filter((entry) => entry.side === side);
}

/** Returns the names of controls and states. PyTorch identifies these tensors only by their index. */
function sequenceNames({ sequence_batching: batching }: ModelConfigDocument) {
  return [
    ...(batching?.control_input ?? []).map(({ name }, index) => ({
      name,
      field: `sequence_batching.control_input[${index}].name`,
    })),
    ...(batching?.state ?? []).flatMap(({ input_name: input, output_name: output }, index) => [
      { name: input, field: `sequence_batching.state[${index}].input_name` },
      { name: output, field: `sequence_batching.state[${index}].output_name` },
    ]),
  ];
}

const inputAndOutputRules = (['input', 'output'] as const).flatMap((side): ConfigRule[] => [
  {
    id: `pt.${side}s`,
    *check(config) {
      if (config[side].length === 0) {
        yield {
          field: side,
          message: `PyTorch models need every ${side} listed: a TorchScript file does not contain them`,
        };
      }
    },
  },
  {
    id: side === 'input' ? 'pt.dtype-in' : 'pt.dtype-out',
    *check(config) {
      for (const entry of tensorsOnSide(config, side)) {
        const type = entry.tensor.data_type.replace('TYPE_', '');
        if (type !== 'INVALID' && !TYPES.includes(type)) {
          yield {
            field: `${entry.field}.data_type`,
            message: `${describeTensor(entry)} is ${entry.tensor.data_type}; PyTorch models accept TYPE_${TYPES.join(', TYPE_')}`,
          };
        }
      }
    },
  },
  {
    id: side === 'input' ? 'pt.string-in' : 'pt.string-out',
    *check(config) {
      for (const entry of tensorsOnSide(config, side)) {
        const dims = entry.tensor.reshape?.shape ?? entry.tensor.dims;
        const rank = dims.length + (config.max_batch_size > 0 ? 1 : 0);
        if (entry.tensor.data_type === 'TYPE_STRING' && rank > 1) {
          yield {
            field: `${entry.field}.dims`,
            message: `${describeTensor(entry)} is a list of strings of rank ${rank} with its batch dimension; PyTorch models accept rank 1`,
          };
        }
      }
    },
  },
]);

const namingRules: ConfigRule[] = [
  {
    id: 'pt.name-double-underscore',
    severity: Severity.WARNING,
    *check(config) {
      for (const entry of tensorsOf(config)) {
        if (entry.tensor.name.includes('__') && !INDEXED_NAME.test(entry.tensor.name)) {
          yield {
            field: `${entry.field}.name`,
            message: `${describeTensor(entry)} has more than a number after its first '__', so its index is not read; ${NAMING_ADVICE}`,
          };
        }
      }
    },
  },
  {
    id: 'pt.out-name',
    severity: Severity.WARNING,
    *check({ output }) {
      const namesWithoutIndex = output.filter(({ name }) => !name.includes('__'));
      if (namesWithoutIndex.length > 0 && namesWithoutIndex.length < output.length) {
        yield {
          field: 'output',
          message: `outputs with and without index are mixed, so their order in the configuration decides, not the index; ${NAMING_ADVICE}`,
        };
      }
    },
  },
  {
    id: 'pt.seq-name',
    *check(config) {
      for (const { name, field } of sequenceNames(config)) {
        if (name !== '' && !INDEXED_NAME.test(name)) {
          yield {
            field,
            message: `PyTorch finds control and state tensors by index, but '${name}' has none; ${NAMING_ADVICE}`,
          };
        }
      }
    },
  },
  {
    id: 'pt.state-named-index',
    *check(config) {
      const isStateful = (config.sequence_batching?.state.length ?? 0) > 0;
      for (const entry of isStateful ? tensorsOf(config) : []) {
        if (!INDEXED_NAME.test(entry.tensor.name)) {
          yield {
            field: `${entry.field}.name`,
            message: `with states, every input and output needs an index, but '${entry.tensor.name}' has none; ${NAMING_ADVICE}`,
          };
        }
      }
    },
  },
];

const BOOLEAN_PARAMETERS = [
  'DISABLE_OPTIMIZED_EXECUTION',
  'INFERENCE_MODE',
  'DISABLE_CUDNN',
  'ENABLE_WEIGHT_SHARING',
  'ENABLE_CACHE_CLEANING',
  'ENABLE_TENSOR_FUSER',
  'ENABLE_JIT_PROFILING',
  'ENABLE_JIT_EXECUTOR',
];
const INTEGER_PARAMETERS = ['INTRA_OP_THREAD_COUNT', 'INTER_OP_THREAD_COUNT'];

export const pytorchRules: ConfigRule[] = onlyFor('pytorch', [
  ...inputAndOutputRules,
  ...namingRules,
  ...BOOLEAN_PARAMETERS.map((name) => parameterRule(`pt.param.${name}`, 'pytorch', name, isBoolean, BOOLEAN_VALUES)),
  ...INTEGER_PARAMETERS.map((name) =>
    parameterRule(`pt.param.${name}`, 'pytorch', name, startsWithInteger, "integers, e.g. '4'"),
  ),
  {
    id: 'pt.param.ENABLE_NVFUSER',
    severity: Severity.WARNING,
    *check({ parameters }) {
      if (parameters.has('ENABLE_NVFUSER')) {
        yield {
          field: 'parameters[ENABLE_NVFUSER]',
          message: 'ENABLE_NVFUSER was removed and has no effect; leave it out',
        };
      }
    },
  },
  {
    id: 'pt.aoti',
    *check(config, { platform, release }) {
      if (platform !== 'torch_aoti') {
        return;
      }
      if (release < '26.03') {
        yield {
          field: 'platform',
          message: `torch_aoti requires Triton 26.03 or newer, got release ${release}`,
        };
      }
      if (config.max_batch_size > 1) {
        yield {
          field: 'max_batch_size',
          message: `torch_aoti does not batch, got max_batch_size ${config.max_batch_size}; set 0 or 1`,
        };
      }
      if (config.sequence_batching) {
        yield { field: 'sequence_batching', message: 'torch_aoti accepts no sequence_batching; leave it out' };
      }
    },
  },
]);
