import type { ComponentName } from './components/versions';
import type { Load } from './steps';

/** The load of an endpoint by default, in requests per minute. */
export const USUAL_LOAD = 60;
/** Requests per minute. The high load exceeds the target of scaling for all numbers of copies. */
const REQUESTS_PER_MINUTE: Record<Load, number> = { none: 0, usual: USUAL_LOAD, high: 100_000 };

/** The requests that inference components receive. */
export class Loads {
  private readonly loads = new Map<string, Load>();

  public set(component: ComponentName, load: Load): void {
    this.loads.set(component, load);
  }

  public of(inferenceComponentName: string): Load {
    return this.loads.get(inferenceComponentName.split('-').at(-1) ?? '') ?? 'usual';
  }

  public readonly requestsPerMinute = (inferenceComponentName: string): number =>
    REQUESTS_PER_MINUTE[this.of(inferenceComponentName)];
}
