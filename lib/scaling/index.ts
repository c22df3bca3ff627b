export * from './scaling';
export * from './scaling-props';
export * from './scaling-registrations';
