export * from './container-image';
export * from './endpoint';
export * from './instance-type';
export type * from './shapes';
