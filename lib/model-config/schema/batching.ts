import { enumeration, repeated, map, singular } from './field';

export const batchingEnums = {
  'ModelQueuePolicy.TimeoutAction': enumeration(['REJECT', 'DELAY']),
  'ModelSequenceBatching.Control.Kind': enumeration([
    'CONTROL_SEQUENCE_START',
    'CONTROL_SEQUENCE_READY',
    'CONTROL_SEQUENCE_END',
    'CONTROL_SEQUENCE_CORRID',
  ]),
};

export const batchingMessages = {
  ModelQueuePolicy: {
    timeout_action: singular(1, 'ModelQueuePolicy.TimeoutAction'),
    default_timeout_microseconds: singular(2, 'uint64'),
    allow_timeout_override: singular(3, 'bool'),
    max_queue_size: singular(4, 'uint32'),
  },
  ModelDynamicBatching: {
    preferred_batch_size: repeated(1, 'int32'),
    max_queue_delay_microseconds: singular(2, 'uint64'),
    preserve_ordering: singular(3, 'bool'),
    priority_levels: singular(4, 'uint64'),
    default_priority_level: singular(5, 'uint64'),
    default_queue_policy: singular(6, 'ModelQueuePolicy'),
    priority_queue_policy: map(7, 'uint64', 'ModelQueuePolicy'),
  },
  'ModelSequenceBatching.Control': {
    kind: singular(1, 'ModelSequenceBatching.Control.Kind'),
    int32_false_true: repeated(2, 'int32'),
    fp32_false_true: repeated(3, 'float'),
    bool_false_true: repeated(5, 'bool', { since: '21.09' }),
    data_type: singular(4, 'DataType'),
  },
  'ModelSequenceBatching.ControlInput': {
    name: singular(1, 'string'),
    control: repeated(2, 'ModelSequenceBatching.Control'),
  },
  'ModelSequenceBatching.InitialState': {
    data_type: singular(1, 'DataType', { since: '22.01' }),
    dims: repeated(2, 'int64', { since: '22.01' }),
    zero_data: singular(3, 'bool', { oneof: 'state_data', since: '22.01' }),
    data_file: singular(4, 'string', { oneof: 'state_data', since: '22.01' }),
    name: singular(5, 'string', { since: '22.01' }),
  },
  'ModelSequenceBatching.State': {
    input_name: singular(1, 'string', { since: '21.11' }),
    output_name: singular(2, 'string', { since: '21.11' }),
    data_type: singular(3, 'DataType', { since: '21.11' }),
    dims: repeated(4, 'int64', { since: '21.11' }),
    initial_state: repeated(5, 'ModelSequenceBatching.InitialState', { since: '22.01' }),
    use_same_buffer_for_input_output: singular(6, 'bool', { since: '23.11' }),
    use_growable_memory: singular(7, 'bool', { since: '23.11' }),
  },
  'ModelSequenceBatching.StrategyDirect': {
    max_queue_delay_microseconds: singular(1, 'uint64'),
    minimum_slot_utilization: singular(2, 'float'),
  },
  'ModelSequenceBatching.StrategyOldest': {
    max_candidate_sequences: singular(1, 'int32'),
    preferred_batch_size: repeated(2, 'int32'),
    max_queue_delay_microseconds: singular(3, 'uint64'),
    preserve_ordering: singular(4, 'bool', { since: '23.08' }),
  },
  ModelSequenceBatching: {
    direct: singular(3, 'ModelSequenceBatching.StrategyDirect', { oneof: 'strategy_choice' }),
    oldest: singular(4, 'ModelSequenceBatching.StrategyOldest', { oneof: 'strategy_choice' }),
    max_sequence_idle_microseconds: singular(1, 'uint64'),
    control_input: repeated(2, 'ModelSequenceBatching.ControlInput'),
    state: repeated(5, 'ModelSequenceBatching.State', { since: '21.11' }),
    iterative_sequence: singular(6, 'bool', { since: '23.11' }),
  },
};
