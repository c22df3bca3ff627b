export type { ProbeOptions } from './probe-options';
export type { SmokeTestOptions } from './smoke-test-options';
