export { Backend, type BackendOptions } from './backend';
export * from './backend-parameter-options';
export { BackendParameters } from './backend-parameters';
export { type BatchInput, BatchInputKind, type BatchOutput } from './batch-io';
export {
  Batching,
  type DirectSequenceBatchingOptions,
  type DynamicBatchingOptions,
  type OldestSequenceBatchingOptions,
} from './batching';
export { DataType } from './data-type';
export { type EngineOptions, EnginePrecision, HardwareCompatibility } from './engine/engine-options';
export { EngineProfile, type EngineShapes } from './engine/engine-profile';
export { ExecutionAccelerator, type TensorRtAcceleratorOptions } from './execution-accelerator';
export {
  type GpuInstanceGroupOptions,
  InstanceGroup,
  type InstanceGroupOptions,
  type RateLimiterResource,
} from './instance-group';
export { type FileExampleOptions, ModelExample, type ModelExampleOptions } from './model-example';
export { ModelFiles } from './model-files';
export { type CudaGraphSpec, ModelPriority, type Optimization } from './optimization';
export { PythonPackages } from './python-packages/python-packages';
export { type QueuePolicy, TimeoutAction } from './queue-policy';
export * from './server';
export { SequenceControl } from './sequence-control';
export { InitialState, type SequenceState } from './sequence-state';
export { Tensor, TensorFormat, type TensorOptions } from './tensor';
export {
  Ensemble,
  type EnsembleStep,
  TritonModel,
  type TritonModelOverrides,
  type TritonModelProps,
} from './triton-model';
export type { RepositoryAgent } from './triton-model-options';
export { VersionPolicy } from './version-policy';
export { Warmup, WarmupInput, type WarmupOptions } from './warmup';
