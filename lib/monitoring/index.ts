export { AlarmKind, type AlarmOverride } from './alarm-options';
export { EndpointAlarms } from './endpoint-alarms';
export * from './endpoint-alarms-props';
export type { IEndpointMetric } from './endpoint-metric';
export { EndpointWidgets } from './endpoint-widgets';
export type { MonitoredEndpoint } from './monitored-endpoint';
export * from './triton-dashboard';
