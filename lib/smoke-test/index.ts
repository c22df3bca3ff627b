export type { IEndpointTest } from './endpoint-test';
export type { ProbeOptions } from './probe-options';
export type { ShadowResponseOptions } from './shadow-response-options';
export * from './smoke-test-options';
export { type FileRequestOptions, SmokeTestRequest, type SmokeTestRequestOptions } from './smoke-test-request';
