export * from './monitoring-options';
export * from './image';
export * from './server';
export * from './triton-realtime-endpoint';
export * from './triton-realtime-endpoint-props';
