import type { FleetMinute } from '../../lib/fleet';

/** Number of points of a line. More points than pixels are slow to draw, and show nothing more. */
const MAX_POINTS = 720;

/** A period of one or more minutes. */
export interface Period {
  /** Start in milliseconds since 1970. */
  readonly time: number;
  /** Mean rate, in requests per second. */
  readonly rate: number;
  /** The largest number of requested instances, and the smallest number of serving instances: a missing instance is visible. */
  readonly desired: number;
  readonly serving: number;
  /** Latencies of the slowest minute, in milliseconds. Undefined without requests. */
  readonly latency?: number;
  readonly low?: number;
  readonly high?: number;
  /** Number of minutes in which at least one run violates the objective. */
  readonly violatedMinutes: number;
  /** Instance hours from the start of the trace to the end of the period. */
  readonly instanceHours: number;
}

/** Combines minutes to at most 720 periods of equal length. The slowest minute of a period determines its latencies. */
export function periodsOf(minutes: readonly FleetMinute[], startsAt: string, limitMilliseconds: number): Period[] {
  const length = Math.ceil(minutes.length / MAX_POINTS);
  const start = Date.parse(startsAt);
  const periods: Period[] = [];
  let instanceHours = 0;
  for (let first = 0; first < minutes.length; first += length) {
    const group = minutes.slice(first, first + length);
    instanceHours += sumOf(group, ({ desiredInstances }) => desiredInstances) / 60;
    periods.push({
      time: start + first * 60_000,
      rate: sumOf(group, ({ requests }) => requests) / group.length / 60,
      desired: Math.max(...group.map(({ desiredInstances }) => desiredInstances)),
      serving: Math.min(...group.map(({ servingInstances }) => servingInstances)),
      latency: highest(group, ({ latencyMilliseconds }) => latencyMilliseconds),
      low: highest(group, ({ lowLatencyMilliseconds }) => lowLatencyMilliseconds),
      high: highest(group, ({ highLatencyMilliseconds }) => highLatencyMilliseconds),
      violatedMinutes: group.filter(({ highLatencyMilliseconds: high = 0 }) => high > limitMilliseconds).length,
      instanceHours,
    });
  }
  return periods;
}

function sumOf(minutes: readonly FleetMinute[], valueOf: (minute: FleetMinute) => number): number {
  return minutes.reduce((sum, minute) => sum + valueOf(minute), 0);
}

function highest(
  minutes: readonly FleetMinute[],
  valueOf: (minute: FleetMinute) => number | undefined,
): number | undefined {
  const values = minutes.map(valueOf).filter((value) => value !== undefined);
  return values.length > 0 ? Math.max(...values) : undefined;
}

const HOUR = 3_600_000;
/** Distances between labels of the time axis, in hours. */
const TICK_HOURS = [1, 2, 4, 6, 12, 24, 48, 168];
const MAX_TICKS = 9;

/** Times with a label on the axis: whole hours or days in UTC. */
export function tickTimes(start: number, end: number): number[] {
  const hours =
    TICK_HOURS.find((each) => (end - start) / (each * HOUR) <= MAX_TICKS) ?? TICK_HOURS[TICK_HOURS.length - 1];
  const distance = hours * HOUR;
  const first = Math.ceil(start / distance) * distance;
  return Array.from(
    { length: Math.max(0, Math.floor((end - first) / distance) + 1) },
    (_, index) => first + index * distance,
  );
}
