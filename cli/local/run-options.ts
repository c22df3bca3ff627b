import { LocalOptions } from './options';
import { WheelRuntime } from './wheel-runtime';

/** The options of a run. */
export interface RunOptions extends Pick<LocalOptions, 'prefix' | 'latencyTable' | 'network' | 'verbose'> {
  readonly runtime: WheelRuntime;
  /** The run stops when the signal is aborted. */
  readonly signal: AbortSignal;
}
