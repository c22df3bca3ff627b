import { RunningComponents } from './component-routing';
import { LocalOptions } from './options';
import { WheelRuntime } from './wheel-runtime';

/** The options of a run. */
export interface RunOptions extends Pick<LocalOptions, 'prefix' | 'latencyTable' | 'network' | 'verbose'> {
  readonly runtime: WheelRuntime;
  /** The inference components whose servers run, which requests to any of the servers can name. */
  readonly runningComponents: RunningComponents;
  /** The run stops when the signal is aborted. */
  readonly signal: AbortSignal;
}
