export * from './finding';
export * from './model-config';
