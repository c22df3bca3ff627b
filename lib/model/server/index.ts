export { InferenceType, LogLevel, PingMode } from './options';
export type { ServerOptions, ServerResource, ServerTracing } from './options';
