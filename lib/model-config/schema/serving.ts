import { many, map, one } from './field';

/** Versions, warm-up, parameters and the other settings around a model's execution. */
export const servingMessages = {
  'ModelVersionPolicy.Latest': {
    num_versions: one(1, 'uint32'),
  },
  'ModelVersionPolicy.All': {},
  'ModelVersionPolicy.Specific': {
    versions: many(1, 'int64'),
  },
  ModelVersionPolicy: {
    latest: one(1, 'ModelVersionPolicy.Latest', { oneof: 'policy_choice' }),
    all: one(2, 'ModelVersionPolicy.All', { oneof: 'policy_choice' }),
    specific: one(3, 'ModelVersionPolicy.Specific', { oneof: 'policy_choice' }),
  },
  ModelParameter: {
    string_value: one(1, 'string'),
  },
  'ModelWarmup.Input': {
    data_type: one(1, 'DataType'),
    dims: many(2, 'int64'),
    zero_data: one(3, 'bool', { oneof: 'input_data_type' }),
    random_data: one(4, 'bool', { oneof: 'input_data_type' }),
    input_data_file: one(5, 'string', { oneof: 'input_data_type' }),
  },
  ModelWarmup: {
    name: one(1, 'string'),
    batch_size: one(2, 'uint32'),
    inputs: map(3, 'string', 'ModelWarmup.Input'),
    count: one(4, 'uint32', { since: '22.07' }),
  },
  ModelOperations: {
    op_library_filename: many(1, 'string'),
  },
  ModelTransactionPolicy: {
    decoupled: one(1, 'bool'),
  },
  'ModelRepositoryAgents.Agent': {
    name: one(1, 'string'),
    parameters: map(2, 'string', 'string'),
  },
  ModelRepositoryAgents: {
    agents: many(1, 'ModelRepositoryAgents.Agent'),
  },
  ModelResponseCache: {
    enable: one(1, 'bool', { since: '21.10' }),
  },
  'ModelMetrics.MetricControl.MetricIdentifier': {
    family: one(1, 'string', { since: '24.11' }),
  },
  'ModelMetrics.MetricControl.HistogramOptions': {
    buckets: many(1, 'double', { since: '24.11' }),
  },
  'ModelMetrics.MetricControl': {
    metric_identifier: one(1, 'ModelMetrics.MetricControl.MetricIdentifier', { since: '24.11' }),
    histogram_options: one(2, 'ModelMetrics.MetricControl.HistogramOptions', {
      oneof: 'metric_options',
      since: '24.11',
    }),
  },
  ModelMetrics: {
    metric_control: many(1, 'ModelMetrics.MetricControl', { since: '24.11' }),
  },
};
