import { uniformNumbers } from './random';

const REQUESTS = 1_500_000;
const WARM_UP = 100_000;

/**
 * Latencies of hosts with one server and a queue each, of which every request chooses the host with the fewest requests, in execution times.
 * There is no formula for this queue, so it is simulated by its definition: the requests of a host are the work that is left, rounded up.
 */
export function shortestQueueLatencies(hosts: number, utilization: number): Float64Array {
  const uniform = uniformNumbers(Math.round(1000 * utilization));
  const idleFrom = new Float64Array(hosts);
  const latencies = new Float64Array(REQUESTS);
  let now = 0;
  for (let request = 0; request < REQUESTS; request++) {
    now -= Math.log(1 - uniform()) / (utilization * hosts);
    let chosen = 0;
    let fewest = Infinity;
    const first = Math.floor(uniform() * hosts); // hosts with the same number are equally likely
    for (let i = 0; i < hosts; i++) {
      const host = (first + i) % hosts;
      const requests = Math.max(0, Math.ceil(idleFrom[host] - now));
      if (requests < fewest) [chosen, fewest] = [host, requests];
    }
    idleFrom[chosen] = Math.max(idleFrom[chosen], now) + 1;
    latencies[request] = idleFrom[chosen] - now;
  }
  return latencies.slice(WARM_UP).sort();
}

/** A percentile of ascending values. */
export function percentileOf(ascending: Float64Array, percentile: number): number {
  return ascending[Math.ceil((percentile / 100) * ascending.length) - 1];
}
