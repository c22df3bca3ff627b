import { Severity } from '../../../findings/finding';
import { ModelConfigDocument } from '../../schema/schema';
import { ConfigRule, configRules, partRules, withFields } from '../context';
import { tensorsOf, describeTensor } from '../io';
import { BOOLEAN_VALUES, isBoolean, startsWithInteger, onlyFor, parameterRule } from './parameters';

const TYPES = ['BOOL', 'UINT8', 'INT8', 'INT16', 'INT32', 'INT64', 'FP16', 'FP32', 'FP64', 'STRING'];

/** Names with an index. The index of a tensor is the number after the first `__` of its name. */
const INDEXED_NAME = /^((?!__).)*__\d*$/s;

const NAMING_ADVICE = "name tensors <name>__<index>, e.g. 'INPUT__0'";

/** The names of controls and states. PyTorch identifies these tensors only by their index. */
function sequenceNames({ sequence_batching: batching }: ModelConfigDocument) {
  return [
    ...withFields(batching?.control_input, 'sequence_batching.control_input').map(({ name, field }) => ({
      name,
      field: `${field}.name`,
    })),
    ...withFields(batching?.state, 'sequence_batching.state').flatMap((state) => [
      { name: state.input_name, field: `${state.field}.input_name` },
      { name: state.output_name, field: `${state.field}.output_name` },
    ]),
  ];
}

const inputAndOutputRules = (['input', 'output'] as const).flatMap((side): ConfigRule[] => [
  ...configRules([
    {
      id: `pt.${side}s`,
      when: (config) => config[side].length === 0,
      at: side,
      message: `PyTorch models need every ${side} listed: a TorchScript file does not contain them`,
    },
  ]),
  ...partRules(
    (config) => tensorsOf(config).filter((entry) => entry.side === side),
    [
      {
        id: side === 'input' ? 'pt.dtype-in' : 'pt.dtype-out',
        when: ({ tensor: { data_type: type } }) =>
          type !== 'TYPE_INVALID' && !TYPES.includes(type.replace('TYPE_', '')),
        at: '.data_type',
        message: (entry) =>
          `${describeTensor(entry)} is ${entry.tensor.data_type}; PyTorch models accept TYPE_${TYPES.join(', TYPE_')}`,
      },
      {
        id: side === 'input' ? 'pt.string-in' : 'pt.string-out',
        when: ({ tensor }, _, config) => tensor.data_type === 'TYPE_STRING' && rankOf(tensor, config) > 1,
        at: '.dims',
        message: (entry, _, config) =>
          `${describeTensor(entry)} is a list of strings of rank ${rankOf(entry.tensor, config)} with its batch dimension; PyTorch models accept rank 1`,
      },
    ],
  ),
]);

/** The number of dimensions of a tensor in the model, with its batch dimension. */
function rankOf(
  { dims, reshape }: ReturnType<typeof tensorsOf>[number]['tensor'],
  { max_batch_size: maximum }: ModelConfigDocument,
): number {
  return (reshape?.shape ?? dims).length + (maximum > 0 ? 1 : 0);
}

const namingRules: ConfigRule[] = [
  ...partRules(tensorsOf, [
    {
      id: 'pt.name-double-underscore',
      severity: Severity.WARNING,
      when: ({ tensor: { name } }) => name.includes('__') && !INDEXED_NAME.test(name),
      at: '.name',
      message: (entry) =>
        `${describeTensor(entry)} has more than a number after its first '__', so its index is not read; ${NAMING_ADVICE}`,
    },
  ]),
  ...configRules([
    {
      id: 'pt.out-name',
      severity: Severity.WARNING,
      when: ({ output }) => {
        const namesWithoutIndex = output.filter(({ name }) => !name.includes('__'));
        return namesWithoutIndex.length > 0 && namesWithoutIndex.length < output.length;
      },
      at: 'output',
      message: `outputs with and without index are mixed, so their order in the configuration decides, not the index; ${NAMING_ADVICE}`,
    },
  ]),
  ...partRules(sequenceNames, [
    {
      id: 'pt.seq-name',
      when: ({ name }) => name !== '' && !INDEXED_NAME.test(name),
      message: ({ name }) =>
        `PyTorch finds control and state tensors by index, but '${name}' has none; ${NAMING_ADVICE}`,
    },
  ]),
  ...partRules(
    (config) => (config.sequence_batching?.state.length ? tensorsOf(config) : []),
    [
      {
        id: 'pt.state-named-index',
        when: ({ tensor }) => !INDEXED_NAME.test(tensor.name),
        at: '.name',
        message: ({ tensor }) =>
          `with states, every input and output needs an index, but '${tensor.name}' has none; ${NAMING_ADVICE}`,
      },
    ],
  ),
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
  ...configRules([
    {
      id: 'pt.param.ENABLE_NVFUSER',
      severity: Severity.WARNING,
      when: ({ parameters }) => parameters.has('ENABLE_NVFUSER'),
      at: 'parameters[ENABLE_NVFUSER]',
      message: 'ENABLE_NVFUSER was removed and has no effect; leave it out',
    },
    {
      id: 'pt.aoti',
      when: (_, { platform, release }) => platform === 'torch_aoti' && release < '26.03',
      at: 'platform',
      message: (_, { release }) => `torch_aoti requires Triton 26.03 or newer, got release ${release}`,
    },
    {
      id: 'pt.aoti',
      when: ({ max_batch_size: maximum }, { platform }) => platform === 'torch_aoti' && maximum > 1,
      at: 'max_batch_size',
      message: ({ max_batch_size: maximum }) => `torch_aoti does not batch, got max_batch_size ${maximum}; set 0 or 1`,
    },
    {
      id: 'pt.aoti',
      when: ({ sequence_batching: batching }, { platform }) => platform === 'torch_aoti' && batching !== undefined,
      at: 'sequence_batching',
      message: 'torch_aoti accepts no sequence_batching; leave it out',
    },
  ]),
]);
