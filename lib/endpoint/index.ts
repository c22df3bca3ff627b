export * from './capture/data-capture-options';
export * from './monitoring-options';
export * from './network/network-options';
export { TritonImage } from './triton-image';
export * from './triton-realtime-endpoint';
export * from './triton-realtime-endpoint-props';
export { FleetShare } from './update/fleet-share';
export * from './update/update-props';
export { UpdateStrategy } from './update/update-strategy';
