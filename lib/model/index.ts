export { Backend } from './values/backend';
export { Batching, type DynamicBatchingOptions } from './values/batching';
export { DataType } from './values/data-type';
export { type EngineOptions, EnginePrecision } from './engine/engine-options';
export type { EngineShapes } from './engine/engine-profile';
export { InstanceGroup, type InstanceGroupOptions } from './values/instance-group';
export { type FileExampleOptions, ModelExample, type ModelExampleOptions } from './values/model-example';
export { ModelFiles } from './files/model-files';
export { PythonPackages } from './python-packages/python-packages';
export * from './server';
export { Tensor, type TensorOptions } from './values/tensor';
export {
  Ensemble,
  type EnsembleStep,
  TritonModel,
  type TritonModelOverrides,
  type TritonModelProps,
} from './triton-model';
export { VersionPolicy } from './values/version-policy';
export { Warmup, type WarmupOptions } from './values/warmup';
