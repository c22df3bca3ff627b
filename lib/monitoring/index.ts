export { AlarmKind, type AlarmOverride } from './alarm-options';
export { EndpointAlarms } from './endpoint-alarms';
export type { IEndpointMetric } from './endpoint-metric';
export * from './triton-dashboard';
