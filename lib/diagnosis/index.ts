export * from './cause';
export * from './diagnose';
