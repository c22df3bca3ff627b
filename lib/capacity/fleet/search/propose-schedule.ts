import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { ScheduledCapacity } from '../../../scaling';
import { TrafficTrace } from '../../../measurements/traffic-trace';

const HOURS = 24;
const HOUR_SECONDS = 3600;
/** Number of changes of the minimum capacity per day. More changes save little, and are hard to review. */
const MAX_CHANGES = 4;

/** Days with the same schedule. */
const DAY_GROUPS = [
  { name: 'weekday', cron: 'MON-FRI', days: [1, 2, 3, 4, 5] },
  { name: 'weekend', cron: 'SAT,SUN', days: [0, 6] },
];

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];

/** A minimum capacity from an hour on, until the next one. */
interface Block {
  readonly from: number;
  readonly instances: number;
}

/**
 * Proposes scheduled changes of the minimum capacity, in UTC: enough instances for the highest rate that the traces have in each hour of a
 * weekday or of a weekend, one hour in advance. Empty for traces without whole days.
 *
 * @param ratePerInstance requests per second for which one instance is sufficient
 */
export function proposeSchedule(traces: readonly TrafficTrace[], ratePerInstance: number): ScheduledCapacity[] {
  const firstHours = hourlyPeaks(traces, ALL_DAYS).slice(0, 1);
  return DAY_GROUPS.flatMap(({ name, cron, days }) => {
    const peaks = hourlyPeaks(traces, days);
    if (!peaks.every((peak) => peak !== undefined)) return [];
    // The last hour of a group of days is followed by the first hour of any day.
    const required = [...peaks, ...firstHours].map((rate = 0) => Math.max(1, Math.ceil(rate / ratePerInstance)));
    const inAdvance = required.slice(0, HOURS).map((count, hour) => Math.max(count, required[hour + 1]));
    return mergeBlocks(inAdvance).map(({ from, instances }) => ({
      name: `${name}-${String(from).padStart(2, '0')}h`,
      schedule: Schedule.expression(`cron(0 ${from} ? * ${cron} *)`),
      minCapacity: instances,
    }));
  });
}

/** The highest rate in each hour of the days. Undefined for hours that the traces do not contain. */
function hourlyPeaks(traces: readonly TrafficTrace[], days: readonly number[]): (number | undefined)[] {
  const peaks = new Array<number | undefined>(HOURS).fill(undefined);
  for (const { startsAt, interval, requests } of traces) {
    const seconds = interval.toSeconds();
    const start = Date.parse(startsAt) / 1000;
    for (const [index, count] of requests.entries()) {
      const from = start + index * seconds;
      // An interval belongs to each hour that it overlaps.
      for (let hourStart = from - (from % HOUR_SECONDS); hourStart < from + seconds; hourStart += HOUR_SECONDS) {
        const time = new Date(hourStart * 1000);
        if (!days.includes(time.getUTCDay())) continue;
        const hour = time.getUTCHours();
        peaks[hour] = Math.max(peaks[hour] ?? 0, count / seconds);
      }
    }
  }
  return peaks;
}

/** Merges hours into a few blocks. Each merge takes the higher number of instances, and the merge that adds the fewest instance hours is first. */
function mergeBlocks(instancesByHour: number[]): Block[] {
  let blocks = instancesByHour
    .map((instances, from): Block => ({ from, instances }))
    .filter(({ instances }, hour) => hour === 0 || instances !== instancesByHour[hour - 1]);
  const lengthOf = (index: number): number => (blocks[index + 1]?.from ?? HOURS) - blocks[index].from;
  while (blocks.length > MAX_CHANGES) {
    const costs = blocks.slice(1).map((block, index) => {
      const difference = block.instances - blocks[index].instances;
      return difference > 0 ? difference * lengthOf(index) : -difference * lengthOf(index + 1);
    });
    const cheapest = costs.indexOf(Math.min(...costs));
    const merged = {
      from: blocks[cheapest].from,
      instances: Math.max(blocks[cheapest].instances, blocks[cheapest + 1].instances),
    };
    blocks = [...blocks.slice(0, cheapest), merged, ...blocks.slice(cheapest + 2)];
  }
  return blocks;
}
