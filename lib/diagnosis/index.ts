export * from './cause';
export * from './diagnose';
export * from './kept-log';
export { lineWithoutLog } from './missing-log';
