export { InferenceType, LogLevel } from './options';
export type { ServerOptions } from './options';
