export { Backend } from './backend';
export { Batching, type DynamicBatchingOptions } from './batching';
export { DataType } from './data-type';
export { type EngineOptions, EnginePrecision } from './engine/engine-options';
export type { EngineShapes } from './engine/engine-profile';
export { type GpuInstanceGroupOptions, InstanceGroup, type InstanceGroupOptions } from './instance-group';
export { type FileExampleOptions, ModelExample, type ModelExampleOptions } from './model-example';
export { ModelFiles } from './model-files';
export { PythonPackages } from './python-packages/python-packages';
export { type QueuePolicy, TimeoutAction } from './queue-policy';
export * from './server';
export { Tensor, TensorFormat, type TensorOptions } from './tensor';
export {
  Ensemble,
  type EnsembleStep,
  TritonModel,
  type TritonModelOptions,
  type TritonModelOverrides,
  type TritonModelProps,
} from './triton-model';
export { VersionPolicy } from './version-policy';
export { Warmup, type WarmupOptions } from './warmup';
