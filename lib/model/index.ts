export { Backend } from './spec/backend';
export { Batching, type DynamicBatchingOptions } from './spec/batching';
export { DataType } from './spec/data-type';
export { type EngineOptions, EnginePrecision, HardwareCompatibility } from './engine/engine-options';
export { EngineProfile, type EngineShapes } from './engine/engine-profile';
export { type GpuInstanceGroupOptions, InstanceGroup, type InstanceGroupOptions } from './spec/instance-group';
export { type FileExampleOptions, ModelExample, type ModelExampleOptions } from './spec/model-example';
export { ModelFiles } from './files/model-files';
export { PythonPackages } from './python-packages/python-packages';
export { type QueuePolicy, TimeoutAction } from './spec/queue-policy';
export * from './server';
export { Tensor, TensorFormat, type TensorOptions } from './spec/tensor';
export {
  Ensemble,
  type EnsembleStep,
  TritonModel,
  type TritonModelOptions,
  type TritonModelOverrides,
  type TritonModelProps,
} from './triton-model';
export { VersionPolicy } from './spec/version-policy';
export { Warmup, type WarmupOptions } from './spec/warmup';
