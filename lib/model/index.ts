export { Backend, type BackendOptions } from './backend';
export * from './backend-parameter-options';
export { BackendParameters } from './backend-parameters';
export { type BatchInput, BatchInputKind, type BatchOutput } from './batch-io';
export { Batching } from './batching';
export type {
  DirectSequenceBatchingOptions,
  DynamicBatchingOptions,
  OldestSequenceBatchingOptions,
} from './batching-options';
export type { CudaGraphSpec } from './cuda-graph';
export { DataType } from './data-type';
export { type EngineOptions, EnginePrecision, HardwareCompatibility } from './engine/engine-options';
export { EngineProfile, type EngineShapes } from './engine/engine-profile';
export { Ensemble, type EnsembleStep } from './ensemble';
export { ExecutionAccelerator, type TensorRtAcceleratorOptions } from './execution-accelerator';
export {
  type GpuInstanceGroupOptions,
  InstanceGroup,
  type InstanceGroupOptions,
  type RateLimiterResource,
} from './instance-group';
export { ModelExample, type ModelExampleOptions, type ModelExampleProps } from './model-example';
export { ModelFiles } from './model-files';
export { ModelPriority, type Optimization } from './optimization';
export { type QueuePolicy, TimeoutAction } from './queue-policy';
export type { RepositoryAgent } from './repository-agent';
export { SequenceControl } from './sequence-control';
export { InitialState, type SequenceState } from './sequence-state';
export { Tensor, TensorFormat, type TensorOptions } from './tensor';
export { TritonModel } from './triton-model';
export type { TritonModelOverrides, TritonModelProps } from './triton-model-props';
export { VersionPolicy } from './version-policy';
export { Warmup, WarmupInput, type WarmupOptions } from './warmup';
