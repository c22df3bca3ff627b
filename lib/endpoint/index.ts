export type { TritonEndpointAttributes } from './imported-endpoint';
export * from './monitoring-options';
export * from './triton-endpoint';
export { TritonImage } from './triton-image';
export type { ImageProps } from './triton-image';
export * from './triton-realtime-endpoint';
export * from './triton-realtime-endpoint-props';
