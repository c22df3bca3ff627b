export * from './cause';
export * from './diagnose';
export * from './kept-log';
export { missingLogLine } from './missing-log';
