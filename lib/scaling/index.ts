export * from './scaling';
