import { uniformNumbers } from './random';

/** The requests of one minute: how many exceed a limit, and how many wait or are executed at its end. */
export interface MinuteOfQueues {
  readonly beyond: number;
  readonly outstanding: number;
}

/**
 * Simulates hosts with one server and a queue each, of which every request chooses the host with the fewest requests. Requests that wait stay
 * at their host when further hosts start. Times are in seconds.
 */
export function scaleOutOfQueues(
  rateAt: (time: number) => number,
  hostsAt: (time: number) => number,
  minutes: number,
  { execution, limit, highestRate }: { execution: number; limit: number; highestRate: number },
): MinuteOfQueues[] {
  const uniform = uniformNumbers(7);
  const idleFrom: number[] = [];
  const beyond = new Array<number>(minutes).fill(0);
  const outstanding = new Array<number>(minutes).fill(0);
  const requestsOf = (host: number, time: number): number =>
    Math.max(0, Math.ceil(((idleFrom[host] ?? 0) - time) / execution));
  let now = 0;
  let minute = 0;
  for (;;) {
    now -= Math.log(1 - uniform()) / highestRate;
    for (; minute < minutes && now >= 60 * (minute + 1); minute++)
      outstanding[minute] = idleFrom.reduce((sum, _, host) => sum + requestsOf(host, 60 * (minute + 1)), 0);
    if (minute === minutes) break;
    if (uniform() * highestRate > rateAt(now)) continue; // thins out the arrivals to the present rate
    const hosts = hostsAt(now);
    const first = Math.floor(uniform() * hosts);
    let chosen = first;
    for (let i = 1; i < hosts; i++) {
      const host = (first + i) % hosts;
      if (requestsOf(host, now) < requestsOf(chosen, now)) chosen = host;
    }
    idleFrom[chosen] = Math.max(idleFrom[chosen] ?? 0, now) + execution;
    if (idleFrom[chosen] - now > limit) beyond[minute]++;
  }
  return beyond.map((count, index) => ({ beyond: count, outstanding: outstanding[index] }));
}
