export * from './asynchronous/triton-async-endpoint';
export type { TritonAsyncEndpointProps } from './options/async-options';
export * from './options/capture-options';
export * from './variant/endpoint-variant';
export type { TritonEndpointAttributes } from './hosting/imported-endpoint';
export type { MonitoringOptions } from './options/monitoring-options';
export * from './options/endpoint-purpose';
export * from './hosting/triton-endpoint';
export * from './image';
export * from './inference-components/inference-component';
export * from './options/component-options';
export * from './inference-components/triton-inference-components';
export * from './multi-model/triton-multi-model-endpoint';
export * from './multi-model/options';
export * from './realtime/triton-realtime-endpoint';
export * from './update/capacity-size';
export type {
  AllAtOnceUpdateOptions,
  CanaryUpdateOptions,
  LinearUpdateOptions,
  RollingUpdateOptions,
} from './update/options';
export { UpdateStrategy } from './update/update-strategy';
export type { InstancePool, TritonRealtimeEndpointProps, VariantOptions } from './options/variant-options';
