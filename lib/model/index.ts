export { Backend, BackendOptions } from './backend';
export * from './backend-parameter-options';
export { BackendParameters } from './backend-parameters';
export { BatchInput, BatchInputKind, BatchOutput, BatchOutputKind } from './batch-io';
export { Batching } from './batching';
export * from './batching-options';
export { CudaGraphLowerBound, CudaGraphSpec, CudaOptimization } from './cuda-optimization';
export { DataType } from './data-type';
export { Ensemble, EnsembleOptions, EnsembleStep } from './ensemble';
export { ExecutionAccelerator, TensorRtAcceleratorOptions } from './execution-accelerator';
export {
  GpuInstanceGroupOptions,
  InstanceGroup,
  InstanceGroupOptions,
  RateLimiter,
  RateLimiterResource,
} from './instance-group';
export { ModelExample, ModelExampleOptions, ModelExampleProps } from './model-example';
export { ModelFiles } from './model-files';
export { ModelPriority, Optimization } from './optimization';
export { QueuePolicy, TimeoutAction } from './queue-policy';
export { RepositoryAgent } from './repository-agent';
export { SequenceControl, SequenceSignalOptions } from './sequence-control';
export { InitialState, InitialStateOptions, SequenceState } from './sequence-state';
export { Tensor, TensorFormat, TensorOptions } from './tensor';
export { TritonModel } from './triton-model';
export { TritonModelOptions, TritonModelOverrides, TritonModelProps } from './triton-model-props';
export { VersionPolicy } from './version-policy';
export {
  CustomWarmupOptions,
  FileWarmupOptions,
  GeneratedWarmupOptions,
  Warmup,
  WarmupInput,
  WarmupOptions,
} from './warmup';
