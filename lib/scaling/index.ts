export * from './scaling';
export * from './scaling-props';
