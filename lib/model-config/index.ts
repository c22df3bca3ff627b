export * from './validate-options';
export * from './model-config';
