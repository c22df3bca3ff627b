export * from './endpoint';
export * from './model';
export * from './model-config';
export * from './monitoring';
export * from './platform';
export * from './repository';
export * from './scaling';
export * from './smoke-test';
