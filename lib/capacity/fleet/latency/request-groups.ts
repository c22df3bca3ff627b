import { LoadTable } from './load-table';

/** Requests that arrive at the same load, and wait for the same backlog before they are served. */
export interface RequestGroup {
  readonly table: LoadTable;
  readonly utilization: number;
  /** Wait for the backlog of earlier requests. */
  readonly waitMilliseconds: number;
  readonly requests: number;
  /** When the requests arrived, in seconds since the start. Undefined if they arrived in the current step. */
  readonly arrivedAt?: number;
}

/** Combines groups that have the same latencies. In most minutes, all steps have the same load and no backlog. */
export function combineGroups(groups: readonly RequestGroup[]): RequestGroup[] {
  const combined: RequestGroup[] = [];
  for (const group of groups) {
    const last = combined[combined.length - 1] as RequestGroup | undefined;
    const isEqual =
      last?.table === group.table &&
      last.utilization === group.utilization &&
      last.waitMilliseconds === group.waitMilliseconds &&
      last.arrivedAt === group.arrivedAt;
    if (isEqual) combined[combined.length - 1] = { ...group, requests: last.requests + group.requests };
    else combined.push(group);
  }
  return combined;
}

/** The number of requests whose latency exceeds a limit. */
export function countAbove(milliseconds: number, groups: readonly RequestGroup[]): number {
  let count = 0;
  for (const { table, utilization, waitMilliseconds, requests } of groups) {
    count += requests * table.shareAbove(milliseconds - waitMilliseconds, utilization);
  }
  return count;
}

/** The requests that exceed a limit: those that certainly do, and the mean and the variance of the number of others. */
export interface RequestsAbove {
  readonly certain: number;
  readonly mean: number;
  readonly variance: number;
  /** The largest persistence of a group. */
  readonly persistence: number;
  /** Standard error of the mean. */
  readonly error: number;
}

/** The distribution of the number of requests whose latency exceeds a limit. */
export function requestsAbove(
  milliseconds: number,
  groups: readonly RequestGroup[],
  allowedShare: number,
): RequestsAbove {
  let [certain, mean, variance, error, persistence] = [0, 0, 0, 0, 1];
  for (const { table, utilization, waitMilliseconds, requests } of groups) {
    const above = table.above(milliseconds - waitMilliseconds, utilization, allowedShare);
    const count = requests * above.share;
    if (above.share === 1) {
      certain += count;
      continue;
    }
    mean += count;
    variance += count * above.dispersion;
    error += count * above.error;
    persistence = Math.max(persistence, above.persistence);
  }
  return { certain, mean, variance, persistence, error };
}

/** Relative accuracy of percentiles. */
const ACCURACY = 1e-5;

/** A percentile of the latency of all groups together. Undefined if there are no requests. */
export function percentileOfGroups(percentile: number, groups: readonly RequestGroup[]): number | undefined {
  const total = groups.reduce((sum, { requests }) => sum + requests, 0);
  if (total === 0) return undefined;
  const allowedAbove = total * (1 - percentile / 100);
  let low = Infinity;
  let high = 0;
  // The percentile of all requests is between the lowest and the highest percentile of a group.
  for (const { table, utilization, waitMilliseconds } of groups) {
    const [lowest, highest] = table.percentileRange(percentile, utilization);
    low = Math.min(low, lowest + waitMilliseconds);
    high = Math.max(high, highest + waitMilliseconds);
  }
  while (high - low > ACCURACY * high) {
    const middle = (low + high) / 2;
    if (countAbove(middle, groups) > allowedAbove + 1e-9) low = middle;
    else high = middle;
  }
  return high;
}

/** The mean latency of all groups together. Undefined if there are no requests. */
export function meanOfGroups(groups: readonly RequestGroup[]): number | undefined {
  const total = groups.reduce((sum, { requests }) => sum + requests, 0);
  if (total === 0) return undefined;
  const latencies = groups.reduce(
    (sum, { table, utilization, waitMilliseconds, requests }) =>
      sum + requests * (table.mean(utilization) + waitMilliseconds),
    0,
  );
  return latencies / total;
}
