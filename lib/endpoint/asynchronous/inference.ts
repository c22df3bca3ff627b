import { AsyncInferenceOptions } from './options';

/** The options with nothing left open but what has to be made. */
export interface AsyncInference extends AsyncInferenceOptions {
  readonly inputPrefix: string;
  readonly outputPrefix: string;
  readonly failurePrefix: string;
  readonly maxConcurrentInvocationsPerInstance: number;
}

/** Prefixes without a `/` at their ends. */
export type Prefixes = Pick<AsyncInference, 'inputPrefix' | 'outputPrefix' | 'failurePrefix'>;
