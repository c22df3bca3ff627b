import { ModelConfigDocument } from '../schema/schema';
import { ConfigRule, configRules, partRules, withFields } from './context';
import { duplicateIndices } from './duplicates';
import { preferredSizeRules } from './dynamic-batching';

const FIELD = 'sequence_batching';
const CORRELATION_ID = 'CONTROL_SEQUENCE_CORRID';
const CORRELATION_ID_TYPES = ['TYPE_UINT64', 'TYPE_INT64', 'TYPE_UINT32', 'TYPE_INT32', 'TYPE_STRING'];

function controlInputsOf({ sequence_batching: batching }: ModelConfigDocument) {
  return withFields(batching?.control_input, `${FIELD}.control_input`);
}

/** The controls of all control inputs. */
function controlsOf(config: ModelConfigDocument) {
  return controlInputsOf(config).flatMap((input) =>
    input.control.map(({ kind, data_type: dataType, int32_false_true, fp32_false_true, bool_false_true }, index) => ({
      kind,
      dataType,
      valueLists: Object.entries({ int32_false_true, fp32_false_true, bool_false_true }).filter(
        ([, values]) => values.length > 0,
      ),
      field: `${input.field}.control[${index}]`,
    })),
  );
}

function flagControlsOf(config: ModelConfigDocument) {
  const kinds = ['CONTROL_SEQUENCE_START', 'CONTROL_SEQUENCE_END', 'CONTROL_SEQUENCE_READY'];
  return controlsOf(config).filter(({ kind }) => kinds.includes(kind));
}

/** The values of the controls for flags. */
function flagValuesOf(config: ModelConfigDocument) {
  return flagControlsOf(config).flatMap(({ valueLists, field }) =>
    valueLists.map(([name, values]) => ({ name, values, field: `${field}.${name}` })),
  );
}

export const sequenceBatchingRules: ConfigRule[] = [
  ...configRules([
    {
      id: 'seq.cache',
      when: ({ sequence_batching: batching, response_cache: cache }) => batching && cache?.enable,
      at: 'response_cache.enable',
      message: 'the response cache does not work with sequence_batching; disable it',
    },
  ]),
  ...partRules(controlInputsOf, [
    {
      id: 'seq.control-name',
      when: ({ name }) => name === '',
      at: '.name',
      message: 'a control input needs the name of a tensor',
    },
  ]),
  {
    id: 'seq.control-name-dup',
    *check(config) {
      const inputs = controlInputsOf(config);
      for (const index of duplicateIndices(inputs.map(({ name }) => name))) {
        const { name, field } = inputs[index];
        if (name === '') continue;
        const message = `control input '${name}' is listed more than once; list each tensor in one control_input`;
        yield { field: `${field}.name`, message };
      }
    },
  },
  {
    id: 'seq.control-kind-dup',
    *check(config) {
      const controls = controlsOf(config);
      for (const index of duplicateIndices(controls.map(({ kind }) => kind))) {
        const { kind, field } = controls[index];
        yield { field: `${field}.kind`, message: `${kind} is set for more than one tensor; set it for one` };
      }
    },
  },
  ...partRules(flagControlsOf, [
    {
      id: 'seq.bool-none',
      when: ({ valueLists }) => valueLists.length === 0,
      message: ({ kind }) => `${kind} needs one of int32_false_true, fp32_false_true or bool_false_true, e.g. [ 0, 1 ]`,
    },
    {
      id: 'seq.bool-many',
      when: ({ valueLists }) => valueLists.length > 1,
      message: ({ kind, valueLists }) =>
        `${kind} has ${valueLists.map(([name]) => name).join(' and ')}; keep the field that matches the tensor's data type`,
    },
  ]),
  ...partRules(flagValuesOf, [
    {
      id: 'seq.bool-two',
      when: ({ values }) => values.length !== 2,
      message: ({ name, values }) => `${name} needs 2 values, one for false and one for true; got ${values.length}`,
    },
  ]),
  ...partRules(controlsOf, [
    {
      id: 'seq.corrid-no-bool',
      when: ({ kind, valueLists }) => kind === CORRELATION_ID && valueLists.length > 0,
      message: ({ kind, valueLists }) => `${kind} accepts only data_type; leave ${valueLists[0][0]} out`,
    },
    {
      id: 'seq.corrid-type',
      when: ({ kind, dataType }) => kind === CORRELATION_ID && !CORRELATION_ID_TYPES.includes(dataType),
      at: '.data_type',
      message: ({ dataType }) =>
        `a correlation ID of data_type ${dataType}; allowed: ${CORRELATION_ID_TYPES.join(', ')}`,
    },
  ]),
  ...preferredSizeRules(
    ['seq.oldest-positive', 'seq.oldest-max'],
    `${FIELD}.oldest.preferred_batch_size`,
    (config) => config.sequence_batching?.oldest?.preferred_batch_size,
  ),
  ...configRules([
    {
      id: 'seq.direct-util',
      when: ({ sequence_batching: batching }) => {
        const share = batching?.direct?.minimum_slot_utilization ?? 0;
        return share < 0 || share > 1;
      },
      at: `${FIELD}.direct.minimum_slot_utilization`,
      message: ({ sequence_batching: batching }) =>
        `minimum_slot_utilization ${batching?.direct?.minimum_slot_utilization} is a share of the slots, from 0 to 1`,
    },
  ]),
];
