export * from './instance-type';
export * from './latency-objective';
