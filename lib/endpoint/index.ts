export * from './monitoring-options';
export { TritonImage } from './triton-image';
export * from './triton-realtime-endpoint';
export * from './triton-realtime-endpoint-props';
