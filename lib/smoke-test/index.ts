export * from './smoke-test';
