import { Host } from './host';
import { HostListener, Instances } from './instances';
import { Payload } from './payload';
import { Scenario } from './scenario';

/** Without dynamic batching: each request is a payload of its own, first come, first served. */
export class DirectHost implements Host {
  public outstanding = 0;
  private readonly instances: Instances;

  constructor(host: number, scenario: Scenario, listener: HostListener) {
    this.instances = new Instances(host, scenario, listener);
  }

  public arrive(request: number, size: number, _level: number, now: number): void {
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
