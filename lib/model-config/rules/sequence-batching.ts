import { ModelConfigDocument } from '../schema/schema';
import { ConfigRule } from './context';
import { duplicateIndices } from './duplicates';
import { checkSizesWithinMaximum, checkSizesArePositive } from './dynamic-batching';

const FIELD = 'sequence_batching';
const CORRELATION_ID = 'CONTROL_SEQUENCE_CORRID';
const CORRELATION_ID_TYPES = ['TYPE_UINT64', 'TYPE_INT64', 'TYPE_UINT32', 'TYPE_INT32', 'TYPE_STRING'];

/** Returns the controls of all control inputs, each with its field path for findings. */
function controlsOf({ sequence_batching: batching }: ModelConfigDocument) {
  return (batching?.control_input ?? []).flatMap(({ control }, inputIndex) =>
    control.map(({ kind, data_type: dataType, int32_false_true, fp32_false_true, bool_false_true }, index) => ({
      kind,
      dataType,
      valueLists: Object.entries({
        int32_false_true,
        fp32_false_true,
        bool_false_true,
      }).filter(([, values]) => values.length > 0),
      field: `${FIELD}.control_input[${inputIndex}].control[${index}]`,
    })),
  );
}

const isFlagControl = ({ kind }: { readonly kind: string }) =>
  ['CONTROL_SEQUENCE_START', 'CONTROL_SEQUENCE_END', 'CONTROL_SEQUENCE_READY'].includes(kind);

export const sequenceBatchingRules: ConfigRule[] = [
  {
    id: 'seq.cache',
    *check({ sequence_batching: batching, response_cache: cache }) {
      if (batching && cache?.enable) {
        yield {
          field: 'response_cache.enable',
          message: 'the response cache does not work with sequence_batching; disable it',
        };
      }
    },
  },
  {
    id: 'seq.control-name',
    *check({ sequence_batching: batching }) {
      for (const [index, { name }] of (batching?.control_input ?? []).entries()) {
        if (name === '') {
          yield {
            field: `${FIELD}.control_input[${index}].name`,
            message: 'a control input needs the name of a tensor',
          };
        }
      }
    },
  },
  {
    id: 'seq.control-name-dup',
    *check({ sequence_batching: batching }) {
      const names = (batching?.control_input ?? []).map(({ name }) => name);
      for (const index of duplicateIndices(names)) {
        if (names[index] !== '') {
          yield {
            field: `${FIELD}.control_input[${index}].name`,
            message: `control input '${names[index]}' is listed more than once; list each tensor in one control_input`,
          };
        }
      }
    },
  },
  {
    id: 'seq.control-kind-dup',
    *check(config) {
      const earlierKinds = new Set<string>();
      for (const { kind, field } of controlsOf(config)) {
        if (earlierKinds.has(kind)) {
          yield { field: `${field}.kind`, message: `${kind} is set for more than one tensor; set it for one` };
        }
        earlierKinds.add(kind);
      }
    },
  },
  {
    id: 'seq.bool-none',
    *check(config) {
      for (const { kind, valueLists, field } of controlsOf(config).filter(isFlagControl)) {
        if (valueLists.length === 0) {
          yield {
            field,
            message: `${kind} needs one of int32_false_true, fp32_false_true or bool_false_true, e.g. [ 0, 1 ]`,
          };
        }
      }
    },
  },
  {
    id: 'seq.bool-many',
    *check(config) {
      for (const { kind, valueLists, field } of controlsOf(config).filter(isFlagControl)) {
        if (valueLists.length > 1) {
          const fieldNames = valueLists.map(([name]) => name).join(' and ');
          yield { field, message: `${kind} has ${fieldNames}; keep the field that matches the tensor's data type` };
        }
      }
    },
  },
  {
    id: 'seq.bool-two',
    *check(config) {
      for (const { valueLists, field } of controlsOf(config).filter(isFlagControl)) {
        for (const [name, values] of valueLists) {
          if (values.length !== 2) {
            yield {
              field: `${field}.${name}`,
              message: `${name} needs 2 values, one for false and one for true; got ${values.length}`,
            };
          }
        }
      }
    },
  },
  {
    id: 'seq.corrid-no-bool',
    *check(config) {
      for (const { kind, valueLists, field } of controlsOf(config)) {
        if (kind === CORRELATION_ID && valueLists.length > 0) {
          yield { field, message: `${kind} accepts only data_type; leave ${valueLists[0][0]} out` };
        }
      }
    },
  },
  {
    id: 'seq.corrid-type',
    *check(config) {
      for (const { kind, dataType, field } of controlsOf(config)) {
        if (kind === CORRELATION_ID && !CORRELATION_ID_TYPES.includes(dataType)) {
          yield {
            field: `${field}.data_type`,
            message: `a correlation ID of data_type ${dataType}; allowed: ${CORRELATION_ID_TYPES.join(', ')}`,
          };
        }
      }
    },
  },
  {
    id: 'seq.oldest-positive',
    *check({ sequence_batching: batching }) {
      yield* checkSizesArePositive(
        batching?.oldest?.preferred_batch_size ?? [],
        `${FIELD}.oldest.preferred_batch_size`,
      );
    },
  },
  {
    id: 'seq.oldest-max',
    *check({ sequence_batching: batching, max_batch_size: maximum }) {
      const sizes = batching?.oldest?.preferred_batch_size ?? [];
      yield* checkSizesWithinMaximum(sizes, maximum, `${FIELD}.oldest.preferred_batch_size`);
    },
  },
  {
    id: 'seq.direct-util',
    *check({ sequence_batching: batching }) {
      const share = batching?.direct?.minimum_slot_utilization ?? 0;
      if (share < 0 || share > 1) {
        yield {
          field: `${FIELD}.direct.minimum_slot_utilization`,
          message: `minimum_slot_utilization ${share} is a share of the slots, from 0 to 1`,
        };
      }
    },
  },
];
