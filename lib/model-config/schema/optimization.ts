import { enumeration, many, map, one } from './field';

export const optimizationEnums = {
  'ModelOptimizationPolicy.ModelPriority': enumeration(['PRIORITY_DEFAULT', 'PRIORITY_MAX', 'PRIORITY_MIN']),
};

export const optimizationMessages = {
  'ModelOptimizationPolicy.Graph': {
    level: one(1, 'int32'),
  },
  'ModelOptimizationPolicy.Cuda.GraphSpec.Shape': {
    dim: many(1, 'int64'),
  },
  'ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound': {
    batch_size: one(1, 'int32'),
    input: map(2, 'string', 'ModelOptimizationPolicy.Cuda.GraphSpec.Shape'),
  },
  'ModelOptimizationPolicy.Cuda.GraphSpec': {
    batch_size: one(1, 'int32'),
    input: map(2, 'string', 'ModelOptimizationPolicy.Cuda.GraphSpec.Shape'),
    graph_lower_bound: one(3, 'ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound'),
  },
  'ModelOptimizationPolicy.Cuda': {
    graphs: one(1, 'bool'),
    busy_wait_events: one(2, 'bool'),
    graph_spec: many(3, 'ModelOptimizationPolicy.Cuda.GraphSpec'),
    output_copy_stream: one(4, 'bool'),
  },
  'ModelOptimizationPolicy.ExecutionAccelerators.Accelerator': {
    name: one(1, 'string'),
    parameters: map(2, 'string', 'string'),
  },
  'ModelOptimizationPolicy.ExecutionAccelerators': {
    gpu_execution_accelerator: many(1, 'ModelOptimizationPolicy.ExecutionAccelerators.Accelerator'),
    cpu_execution_accelerator: many(2, 'ModelOptimizationPolicy.ExecutionAccelerators.Accelerator'),
  },
  'ModelOptimizationPolicy.PinnedMemoryBuffer': {
    enable: one(1, 'bool'),
  },
  ModelOptimizationPolicy: {
    graph: one(1, 'ModelOptimizationPolicy.Graph'),
    priority: one(2, 'ModelOptimizationPolicy.ModelPriority'),
    cuda: one(3, 'ModelOptimizationPolicy.Cuda'),
    execution_accelerators: one(4, 'ModelOptimizationPolicy.ExecutionAccelerators'),
    input_pinned_memory: one(5, 'ModelOptimizationPolicy.PinnedMemoryBuffer'),
    output_pinned_memory: one(6, 'ModelOptimizationPolicy.PinnedMemoryBuffer'),
    gather_kernel_buffer_threshold: one(7, 'uint32'),
    eager_batching: one(8, 'bool'),
  },
};
