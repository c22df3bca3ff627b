export type { IEndpointTest } from './endpoint-test';
export type { ProbeOptions } from './probe-options';
export * from './smoke-test-options';
export { type FileRequestOptions, SmokeTestRequest, type SmokeTestRequestOptions } from './smoke-test-request';
