import { HostListener, Instances } from './instances';
import { Payload } from './payload';
import { Scenario } from './scenario';

/** A simulated host with model instances. */
export interface SimulatedHost {
  /** Number of requests in progress. The simulation updates this number, not the host. */
  outstanding: number;
  arrive(request: number, size: number, now: number): void;
  /** Called when an instance has completed an execution. */
  release(instance: number, now: number): void;
  /** Called at each time for which the host has called `wakeAt`. */
  wake(now: number): void;
}

/** A host without dynamic batching: each request is a separate payload, in the order of arrival. */
export class DirectHost implements SimulatedHost {
  public outstanding = 0;
  private readonly instances: Instances;

  constructor(host: number, scenario: Scenario, listener: HostListener) {
    this.instances = new Instances(host, scenario, listener);
  }

  public arrive(request: number, size: number, now: number): void {
    const payload = new Payload();
    payload.add(request, size, now);
    this.instances.add(payload);
    this.instances.dispatch(now);
  }

  public release(instance: number, now: number): void {
    this.instances.release(instance);
    this.instances.dispatch(now);
  }

  public wake(): void {}
}
