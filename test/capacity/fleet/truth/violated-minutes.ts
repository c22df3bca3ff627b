import { RandomStream } from '../../../../lib/measurements/random-stream';

/** A fleet of a fixed size at a constant rate. Each host executes one batch at a time, of all requests that wait, at most a full batch. */
export interface ConstantLoad {
  readonly requestsPerSecond: number;
  readonly hosts?: number;
  /** Milliseconds of an execution, by batch size minus 1. */
  readonly executions: readonly number[];
  readonly isRandomlyRouted?: boolean;
  readonly burstiness?: number;
}

const WARM_UP_MINUTES = 5;

/** Simulates each request, and calls back with the minute in which it arrives and its latency in milliseconds. Independent of the library. */
export function simulateRequests(
  { requestsPerSecond, hosts: count = 1, executions, isRandomlyRouted, burstiness = 1 }: ConstantLoad,
  minutes: number,
  seed: number,
  listener: (minute: number, latency: number) => void,
): void {
  const [arrivals, routing] = [new RandomStream(seed, 11), new RandomStream(seed, 12)];
  const hosts = Array.from({ length: count }, () => ({ freeAt: 0, executing: 0, queue: [] as number[], first: 0 }));
  type Host = (typeof hosts)[0];
  const start = (host: Host, at: number): void => {
    host.executing = Math.min(executions.length, host.queue.length - host.first);
    host.freeAt = at + executions[host.executing - 1];
    for (let i = 0; i < host.executing; i++) {
      const arrivedAt = host.queue[host.first++];
      const minute = Math.floor(arrivedAt / 60_000) - WARM_UP_MINUTES;
      if (minute >= 0 && minute < minutes) listener(minute, host.freeAt - arrivedAt);
    }
    if (host.first <= 1000) return;
    host.queue.splice(0, host.first);
    host.first = 0;
  };
  const advance = (host: Host, now: number): void => {
    while (host.executing > 0 && host.freeAt <= now) {
      host.executing = 0;
      if (host.first < host.queue.length) start(host, host.freeAt);
    }
  };
  const outstanding = (host: Host): number => host.executing + host.queue.length - host.first;
  const shape = 1 / burstiness;
  const end = (minutes + WARM_UP_MINUTES) * 60_000;
  for (let now = 0; now < end;) {
    now += (1000 / requestsPerSecond) * (burstiness === 1 ? arrivals.exponential() : arrivals.gamma(shape) / shape);
    const first = routing.integer(count); // hosts with the same number of requests are equally likely
    for (const host of hosts) advance(host, now);
    let chosen = hosts[first];
    for (let i = 1; i < count && !isRandomlyRouted; i++) {
      const host = hosts[(first + i) % count];
      if (outstanding(host) < outstanding(chosen)) chosen = host;
    }
    chosen.queue.push(now);
    if (chosen.executing === 0) start(chosen, now);
  }
  for (const host of hosts) advance(host, Infinity);
}

/** The number of minutes in which more requests than the percentile allows exceed each limit. */
export function violatedMinutes(
  load: ConstantLoad,
  percentile: number,
  limits: readonly number[],
  minutes: number,
  seed: number,
): number[] {
  const requests = new Float64Array(minutes);
  const beyond = limits.map(() => new Float64Array(minutes));
  simulateRequests(load, minutes, seed, (minute, latency) => {
    requests[minute]++;
    limits.forEach((limit, index) => {
      if (latency > limit) beyond[index][minute]++;
    });
  });
  return beyond.map(
    (counts) => counts.filter((count, minute) => count > requests[minute] * (1 - percentile / 100) + 1e-9).length,
  );
}
