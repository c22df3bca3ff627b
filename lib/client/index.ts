export * from './model-metadata';
export * from './request';
export * from './response';
