export * from './probe';
export type { ProbeOptions } from './probe-options';
export * from './smoke-test';
export * from './smoke-test-options';
export type { TargetedModel } from './targeted-model';
export {
  type FileRequestOptions,
  type RandomRequestOptions,
  type RequestSizeOptions,
  SmokeTestRequest,
  type SmokeTestRequestOptions,
} from './smoke-test-request';
