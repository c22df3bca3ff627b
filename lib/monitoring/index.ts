export * from './endpoint-alarms';
export * from './endpoint-dashboard';
export * from './endpoint-metrics';
