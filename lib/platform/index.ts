export { InferenceAmi } from './inference-ami';
export * from './instance-type';
export * from './latency-objective';
export * from './routing-strategy';
