import { RunningComponents } from './component-routing';
import { ServerRuntime } from './server-runtime';

/** The options of a run. */
export interface RunOptions {
  /** The folder of the assembly, in which measurements are saved. */
  readonly folder: string;
  readonly runtime: ServerRuntime;
  /** A folder with additional archives for multi-model endpoints (`--prefix`). */
  readonly prefix?: string;
  readonly requests: number;
  /** The file for the latencies by batch size; undefined if they are not measured. */
  readonly latencyTable?: string;
  readonly startTimeout: number;
  readonly requestTimeout: number;
  readonly network: boolean;
  readonly verbose: boolean;
  /** The inference components whose servers run, which requests to any of the servers can name. */
  readonly runningComponents: RunningComponents;
  /** The run stops when the signal is aborted. */
  readonly signal: AbortSignal;
}
