import { enumeration, repeated, map, singular } from './field';

export const optimizationEnums = {
  'ModelOptimizationPolicy.ModelPriority': enumeration(['PRIORITY_DEFAULT', 'PRIORITY_MAX', 'PRIORITY_MIN']),
};

export const optimizationMessages = {
  'ModelOptimizationPolicy.Graph': {
    level: singular(1, 'int32'),
  },
  'ModelOptimizationPolicy.Cuda.GraphSpec.Shape': {
    dim: repeated(1, 'int64'),
  },
  'ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound': {
    batch_size: singular(1, 'int32'),
    input: map(2, 'string', 'ModelOptimizationPolicy.Cuda.GraphSpec.Shape'),
  },
  'ModelOptimizationPolicy.Cuda.GraphSpec': {
    batch_size: singular(1, 'int32'),
    input: map(2, 'string', 'ModelOptimizationPolicy.Cuda.GraphSpec.Shape'),
    graph_lower_bound: singular(3, 'ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound'),
  },
  'ModelOptimizationPolicy.Cuda': {
    graphs: singular(1, 'bool'),
    busy_wait_events: singular(2, 'bool'),
    graph_spec: repeated(3, 'ModelOptimizationPolicy.Cuda.GraphSpec'),
    output_copy_stream: singular(4, 'bool'),
  },
  'ModelOptimizationPolicy.ExecutionAccelerators.Accelerator': {
    name: singular(1, 'string'),
    parameters: map(2, 'string', 'string'),
  },
  'ModelOptimizationPolicy.ExecutionAccelerators': {
    gpu_execution_accelerator: repeated(1, 'ModelOptimizationPolicy.ExecutionAccelerators.Accelerator'),
    cpu_execution_accelerator: repeated(2, 'ModelOptimizationPolicy.ExecutionAccelerators.Accelerator'),
  },
  'ModelOptimizationPolicy.PinnedMemoryBuffer': {
    enable: singular(1, 'bool'),
  },
  ModelOptimizationPolicy: {
    graph: singular(1, 'ModelOptimizationPolicy.Graph'),
    priority: singular(2, 'ModelOptimizationPolicy.ModelPriority'),
    cuda: singular(3, 'ModelOptimizationPolicy.Cuda'),
    execution_accelerators: singular(4, 'ModelOptimizationPolicy.ExecutionAccelerators'),
    input_pinned_memory: singular(5, 'ModelOptimizationPolicy.PinnedMemoryBuffer'),
    output_pinned_memory: singular(6, 'ModelOptimizationPolicy.PinnedMemoryBuffer'),
    gather_kernel_buffer_threshold: singular(7, 'uint32'),
    eager_batching: singular(8, 'bool'),
  },
};
