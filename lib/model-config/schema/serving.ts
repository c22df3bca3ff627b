import { repeated, map, singular } from './field';

/** Versions, warm-up, parameters and other settings that are not about tensors or scheduling. */
export const servingMessages = {
  'ModelVersionPolicy.Latest': {
    num_versions: singular(1, 'uint32'),
  },
  'ModelVersionPolicy.All': {},
  'ModelVersionPolicy.Specific': {
    versions: repeated(1, 'int64'),
  },
  ModelVersionPolicy: {
    latest: singular(1, 'ModelVersionPolicy.Latest', { oneof: 'policy_choice' }),
    all: singular(2, 'ModelVersionPolicy.All', { oneof: 'policy_choice' }),
    specific: singular(3, 'ModelVersionPolicy.Specific', { oneof: 'policy_choice' }),
  },
  ModelParameter: {
    string_value: singular(1, 'string'),
  },
  'ModelWarmup.Input': {
    data_type: singular(1, 'DataType'),
    dims: repeated(2, 'int64'),
    zero_data: singular(3, 'bool', { oneof: 'input_data_type' }),
    random_data: singular(4, 'bool', { oneof: 'input_data_type' }),
    input_data_file: singular(5, 'string', { oneof: 'input_data_type' }),
  },
  ModelWarmup: {
    name: singular(1, 'string'),
    batch_size: singular(2, 'uint32'),
    inputs: map(3, 'string', 'ModelWarmup.Input'),
    count: singular(4, 'uint32', { since: '22.07' }),
  },
  ModelOperations: {
    op_library_filename: repeated(1, 'string'),
  },
  ModelTransactionPolicy: {
    decoupled: singular(1, 'bool'),
  },
  'ModelRepositoryAgents.Agent': {
    name: singular(1, 'string'),
    parameters: map(2, 'string', 'string'),
  },
  ModelRepositoryAgents: {
    agents: repeated(1, 'ModelRepositoryAgents.Agent'),
  },
  ModelResponseCache: {
    enable: singular(1, 'bool', { since: '21.10' }),
  },
  'ModelMetrics.MetricControl.MetricIdentifier': {
    family: singular(1, 'string', { since: '24.11' }),
  },
  'ModelMetrics.MetricControl.HistogramOptions': {
    buckets: repeated(1, 'double', { since: '24.11' }),
  },
  'ModelMetrics.MetricControl': {
    metric_identifier: singular(1, 'ModelMetrics.MetricControl.MetricIdentifier', { since: '24.11' }),
    histogram_options: singular(2, 'ModelMetrics.MetricControl.HistogramOptions', {
      oneof: 'metric_options',
      since: '24.11',
    }),
  },
  ModelMetrics: {
    metric_control: repeated(1, 'ModelMetrics.MetricControl', { since: '24.11' }),
  },
};
