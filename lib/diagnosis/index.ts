export * from './cause';
export * from './diagnose';
export * from './kept-log';
export { isMetricsDocument } from './metrics-document';
export { missingLogLine } from './missing-log';
