import { Step } from '../../lib/capacity/fleet/run/fleet-metrics';

/** Measures what the simulation computes for each step: the metrics of the router. Times are in any unit. */
export class StepRecorder {
  private requests = 0;
  private peakConcurrent = 0;
  /** Concurrent requests of all servers, multiplied by the time. */
  private concurrentTime = 0;
  private concurrent = 0;
  private lastChange = 0;
  private startedAt = 0;

  public sent(concurrentOfServer: number, now: number): void {
    this.change(+1, now);
    this.requests++;
    this.peakConcurrent = Math.max(this.peakConcurrent, concurrentOfServer);
  }

  public completed(now: number): void {
    this.change(-1, now);
  }

  /** Ends a step, and begins the next step. */
  public endStep(serving: number, concurrentOfServers: readonly number[], now: number): Step {
    this.change(0, now);
    const step = {
      requests: this.requests,
      serving,
      concurrent: this.concurrentTime / (now - this.startedAt),
      peakConcurrent: this.peakConcurrent,
      // The scenarios scale neither on these values nor on latencies.
      waiting: 0,
      gpuPercent: 0,
      groups: [],
    };
    this.requests = this.concurrentTime = 0;
    this.peakConcurrent = Math.max(...concurrentOfServers);
    this.startedAt = now;
    return step;
  }

  private change(requests: number, now: number): void {
    this.concurrentTime += this.concurrent * (now - this.lastChange);
    this.concurrent += requests;
    this.lastChange = now;
  }
}
