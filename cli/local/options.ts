import type { LatencyTableOptions } from '../latency-table/options';

/** The kinds of server. */
export const RUNTIME_NAMES = ['wheel', 'docker'] as const;

export type RuntimeName = (typeof RUNTIME_NAMES)[number];

/** The options of the command. */
export interface LocalOptions extends LatencyTableOptions {
  readonly stack?: string;
  readonly endpoint?: string;
  readonly runtime: RuntimeName;
  readonly prefix?: string;
  readonly allow: string[];
  readonly variable: string[];
  readonly requests: number;
  readonly startTimeout: number;
  readonly requestTimeout: number;
  readonly python?: string;
  readonly network: boolean;
  readonly strict: boolean;
  readonly yes: boolean;
  readonly install: boolean;
  readonly keep: boolean;
  readonly verbose: boolean;
}
