export * from './asynchronous/triton-async-endpoint';
export * from './asynchronous/async-endpoint';
export type { TritonAsyncEndpointAttributes, TritonAsyncEndpointProps } from './asynchronous/options';
export * from './capture/options';
export * from './variant/endpoint-variant';
export type { TritonEndpointAttributes } from './imported-endpoint';
export type { MonitoringOptions } from './monitoring/options';
export * from './endpoint-purpose';
export * from './triton-endpoint';
export * from './image';
export * from './inference-components/copy-placement';
export { CopyShare } from './inference-components/copy-share';
export * from './inference-components/instance-scale-in';
export * from './inference-components/inference-component';
export * from './inference-components/options';
export * from './inference-components/triton-inference-components';
export * from './multi-model/triton-multi-model-endpoint';
export * from './multi-model/options';
export * from './realtime/triton-realtime-endpoint';
export { FleetShare } from './update/fleet-share';
export type {
  AllAtOnceUpdateOptions,
  CanaryUpdateOptions,
  LinearUpdateOptions,
  RollingUpdateOptions,
} from './update/options';
export type { UpdateStrategyBindOptions, UpdateStrategyConfig } from './update/config';
export { UpdateStrategy } from './update/update-strategy';
export type { InstancePool, TritonRealtimeEndpointProps, VariantOptions } from './variant/options';
