export { InferenceType, LogLevel, PingMode } from './options';
export type { ServerResource, ServerOptions } from './options';
