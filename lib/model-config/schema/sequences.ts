import { enumeration, many, one } from './field';

export const sequenceEnums = {
  'ModelSequenceBatching.Control.Kind': enumeration([
    'CONTROL_SEQUENCE_START',
    'CONTROL_SEQUENCE_READY',
    'CONTROL_SEQUENCE_END',
    'CONTROL_SEQUENCE_CORRID',
  ]),
};

export const sequenceMessages = {
  'ModelSequenceBatching.Control': {
    kind: one(1, 'ModelSequenceBatching.Control.Kind'),
    int32_false_true: many(2, 'int32'),
    fp32_false_true: many(3, 'float'),
    bool_false_true: many(5, 'bool', { since: '21.09' }),
    data_type: one(4, 'DataType'),
  },
  'ModelSequenceBatching.ControlInput': {
    name: one(1, 'string'),
    control: many(2, 'ModelSequenceBatching.Control'),
  },
  'ModelSequenceBatching.InitialState': {
    data_type: one(1, 'DataType', { since: '22.01' }),
    dims: many(2, 'int64', { since: '22.01' }),
    zero_data: one(3, 'bool', { oneof: 'state_data', since: '22.01' }),
    data_file: one(4, 'string', { oneof: 'state_data', since: '22.01' }),
    name: one(5, 'string', { since: '22.01' }),
  },
  'ModelSequenceBatching.State': {
    input_name: one(1, 'string', { since: '21.11' }),
    output_name: one(2, 'string', { since: '21.11' }),
    data_type: one(3, 'DataType', { since: '21.11' }),
    dims: many(4, 'int64', { since: '21.11' }),
    initial_state: many(5, 'ModelSequenceBatching.InitialState', { since: '22.01' }),
    use_same_buffer_for_input_output: one(6, 'bool', { since: '23.11' }),
    use_growable_memory: one(7, 'bool', { since: '23.11' }),
  },
  'ModelSequenceBatching.StrategyDirect': {
    max_queue_delay_microseconds: one(1, 'uint64'),
    minimum_slot_utilization: one(2, 'float'),
  },
  'ModelSequenceBatching.StrategyOldest': {
    max_candidate_sequences: one(1, 'int32'),
    preferred_batch_size: many(2, 'int32'),
    max_queue_delay_microseconds: one(3, 'uint64'),
    preserve_ordering: one(4, 'bool', { since: '23.08' }),
  },
  ModelSequenceBatching: {
    direct: one(3, 'ModelSequenceBatching.StrategyDirect', { oneof: 'strategy_choice' }),
    oldest: one(4, 'ModelSequenceBatching.StrategyOldest', { oneof: 'strategy_choice' }),
    max_sequence_idle_microseconds: one(1, 'uint64'),
    control_input: many(2, 'ModelSequenceBatching.ControlInput'),
    state: many(5, 'ModelSequenceBatching.State', { since: '21.11' }),
    iterative_sequence: one(6, 'bool', { since: '23.11' }),
  },
};
