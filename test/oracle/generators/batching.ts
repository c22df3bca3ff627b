import * as fc from 'fast-check';
import { arrayOf, Choose, Json, dataType, anyBoolean, valueOrUndefined } from './choice';

/** Sizes near the limits 1 and `maxBatchSize`. */
function preferredSizes(choose: Choose, maxBatchSize: number): fc.Arbitrary<number[] | undefined> {
  const valid =
    maxBatchSize > 0
      ? arrayOf(fc.integer({ min: 1, max: Math.min(maxBatchSize, 8) }), 0, 3)
      : fc.constant<number[]>([]);
  const unusual = arrayOf(fc.constantFrom(1, 0, -1, maxBatchSize, maxBatchSize + 1, 2147483647, -2147483648), 1, 2);
  return valueOrUndefined(choose(valid, unusual));
}

function queuePolicy(timeoutAction: fc.Arbitrary<string | undefined>): fc.Arbitrary<Json> {
  return fc.record({
    timeout_action: timeoutAction,
    default_timeout_microseconds: fc.constantFrom(undefined, '0', '1', '18446744073709551615'),
    allow_timeout_override: valueOrUndefined(anyBoolean),
    max_queue_size: fc.constantFrom(undefined, 0, 1, 4294967295),
  });
}

export function dynamicBatching(choose: Choose, maxBatchSize: number): fc.Arbitrary<Json> {
  return fc.tuple(anyBoolean, choose(fc.constantFrom(0, 0, 1, 2), fc.constant(10))).chain(([isOrdered, levels]) => {
    const action = fc.constantFrom(undefined, 'REJECT', 'DELAY');
    const policy = queuePolicy(isOrdered ? choose(fc.constantFrom(undefined, 'REJECT'), action) : action);
    const level = fc.integer({ min: levels > 0 ? 1 : 0, max: levels });
    const unusualLevel = fc.constantFrom(0, levels, levels + 1);
    return fc.record({
      preferred_batch_size: preferredSizes(choose, maxBatchSize),
      max_queue_delay_microseconds: fc.constantFrom(undefined, '0', '100', '60000000', '18446744073709551615'),
      preserve_ordering: choose(fc.constant(levels > 1 ? undefined : isOrdered), fc.constant(isOrdered)),
      priority_levels: fc.constant(levels || undefined),
      default_priority_level: choose(levels > 0 ? level : fc.constant(undefined), unusualLevel),
      default_queue_policy: valueOrUndefined(policy),
      priority_queue_policy: valueOrUndefined(
        fc.dictionary(choose(level, unusualLevel).map(String), policy, { maxKeys: 2, noNullPrototype: true }),
      ),
    });
  });
}

const BOOLEAN_KINDS = ['CONTROL_SEQUENCE_START', 'CONTROL_SEQUENCE_READY', 'CONTROL_SEQUENCE_END'];
const CORRELATION_TYPES = ['TYPE_UINT64', 'TYPE_INT64', 'TYPE_UINT32', 'TYPE_INT32', 'TYPE_STRING'];

function control(choose: Choose, kind: string): fc.Arbitrary<Json> {
  const falseTrueValues = <T>(valid: [T, T], unusual: T[][]) =>
    choose(fc.constant<T[]>(valid), fc.constantFrom(...unusual));
  const values = {
    int32_false_true: falseTrueValues([0, 1], [[], [0], [1, 1], [0, 1, 2], [-2147483648, 2147483647]]),
    fp32_false_true: falseTrueValues([0, 1], [[], [0.5], [-1.5, 1e30, 3]]),
    bool_false_true: falseTrueValues([false, true], [[], [true], [true, true], [true, false, true]]),
  };
  const fieldNames = Object.keys(values) as (keyof typeof values)[];
  const chosen = choose(
    kind === 'CONTROL_SEQUENCE_CORRID'
      ? fc.constant<typeof fieldNames>([])
      : fc.constantFrom(...fieldNames).map((name) => [name]),
    fc.subarray(fieldNames),
  );
  return chosen.chain((names) =>
    fc.record({
      kind: fc.constant(kind),
      data_type:
        kind === 'CONTROL_SEQUENCE_CORRID'
          ? choose(fc.constantFrom(...CORRELATION_TYPES), valueOrUndefined(dataType))
          : choose(fc.constant(undefined), dataType),
      ...Object.fromEntries(names.map((name) => [name, values[name]])),
    }),
  );
}

function controlInputs(choose: Choose): fc.Arbitrary<Json[]> {
  const kinds = [...BOOLEAN_KINDS, 'CONTROL_SEQUENCE_CORRID'];
  const chosen = choose(fc.shuffledSubarray(kinds), arrayOf(fc.constantFrom(...kinds), 0, 4));
  return chosen.chain((selected) =>
    fc.tuple(
      ...selected.map((kind, index) =>
        fc.record({
          name: choose(fc.constant(`CONTROL${index}`), fc.constantFrom('', 'CONTROL0', 'IN0')),
          control: choose(
            control(choose, kind).map((json) => [json]),
            arrayOf(control(choose, kind), 0, 2),
          ),
        }),
      ),
    ),
  );
}

function states(choose: Choose): fc.Arbitrary<Json[]> {
  const dims = choose(arrayOf(fc.constantFrom(1, 2, 3), 1, 2), arrayOf(fc.constantFrom(1, 2, -1, 0), 0, 2));
  const state = (index: number) =>
    fc.tuple(dims, dataType, anyBoolean).chain(([stateDims, type, sameBuffer]) => {
      const initialState = fc.record({
        name: choose(fc.constant('zeros'), fc.constantFrom('', undefined)),
        data_type: choose(fc.constant(type), dataType),
        dims: choose(fc.constant(stateDims), arrayOf(fc.constantFrom(1, 2, 3, -1), 0, 2)),
        data: choose(
          fc.constantFrom({ zero_data: true }, { data_file: 'state.bin' }),
          fc.constantFrom({}, { zero_data: false }, { data_file: '' }),
        ),
      });
      return fc.record({
        input_name: choose(fc.constant(`STATE_IN${index}`), fc.constantFrom('', 'STATE_IN0', 'IN0')),
        output_name: choose(fc.constant(`STATE_OUT${index}`), fc.constantFrom('', 'STATE_OUT0', 'OUT0')),
        data_type: choose(fc.constant(type), fc.constant(undefined)),
        dims: fc.constant(stateDims),
        use_same_buffer_for_input_output: fc.constant(sameBuffer || undefined),
        use_growable_memory: choose(fc.constant(undefined), fc.constant(true)),
        initial_state: choose(arrayOf(initialState, 0, 1), arrayOf(initialState, 2, 2)).map((initialStates) =>
          initialStates.map(({ data, ...rest }) => ({ ...rest, ...data })),
        ),
      });
    });
  return fc
    .integer({ min: 0, max: 2 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => state(index))));
}

export function sequenceBatching(choose: Choose, maxBatchSize: number): fc.Arbitrary<Json> {
  const direct = fc.record({
    max_queue_delay_microseconds: fc.constantFrom(undefined, '0', '100'),
    minimum_slot_utilization: choose(
      fc.constantFrom(undefined, 0, 0.5, 1),
      fc.constantFrom(-0.1, 1.0000001, 1.01, 'NaN', 'Infinity', -0),
    ),
  });
  const oldest = fc.record({
    max_candidate_sequences: choose(fc.constantFrom(1, 4), fc.constantFrom(undefined, 0, -1)),
    preferred_batch_size: preferredSizes(choose, maxBatchSize),
    max_queue_delay_microseconds: fc.constantFrom(undefined, '0', '100'),
    preserve_ordering: valueOrUndefined(anyBoolean),
  });
  const strategy = fc.oneof(
    fc.constant({}),
    direct.map((options) => ({ direct: options })),
    oldest.map((options) => ({ oldest: options })),
  );
  return fc
    .tuple(
      strategy,
      fc.record({
        max_sequence_idle_microseconds: fc.constantFrom(undefined, '0', '5000000'),
        control_input: controlInputs(choose),
        state: states(choose),
        iterative_sequence: valueOrUndefined(anyBoolean),
      }),
    )
    .map(([selected, rest]) => ({ ...rest, ...selected }));
}
