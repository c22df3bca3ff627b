import type { Language } from '../app/code';

/** The options of the command. */
export interface AdviseOptions {
  readonly assembly?: string;
  readonly endpoint?: string;
  readonly variant?: string;
  readonly config?: string[];
  readonly instanceType?: string;
  readonly hours: number;
  readonly latency?: number;
  readonly percentile?: number;
  readonly latencyTable?: string;
  readonly language?: Language;
  readonly json?: string;
}
