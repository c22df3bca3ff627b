export { InferenceType, LogLevel, PingMode } from './server-options';
export type { ServerResource, ServerOptions } from './server-options';
