import { enumeration, many, map, one } from './field';

export const batchingEnums = {
  'ModelQueuePolicy.TimeoutAction': enumeration(['REJECT', 'DELAY']),
};

export const batchingMessages = {
  ModelQueuePolicy: {
    timeout_action: one(1, 'ModelQueuePolicy.TimeoutAction'),
    default_timeout_microseconds: one(2, 'uint64'),
    allow_timeout_override: one(3, 'bool'),
    max_queue_size: one(4, 'uint32'),
  },
  ModelDynamicBatching: {
    preferred_batch_size: many(1, 'int32'),
    max_queue_delay_microseconds: one(2, 'uint64'),
    preserve_ordering: one(3, 'bool'),
    priority_levels: one(4, 'uint64'),
    default_priority_level: one(5, 'uint64'),
    default_queue_policy: one(6, 'ModelQueuePolicy'),
    priority_queue_policy: map(7, 'uint64', 'ModelQueuePolicy'),
  },
};
