import { SHADOW_COMPARISON_MINUTES } from '../../lib/contracts/shadow-comparison-event';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The age of a response when it is compared. SageMaker writes about one file for each instance and minute, and documents that captured data
 * can arrive "a couple of minutes" later (developer guide, "Capture data from real-time endpoint", read 2026-11-28).
 */
const DELAY = 5 * MINUTE;

/** The most time between a request and its copy, which the shadow variant can process later. */
export const MAX_DISTANCE = MINUTE;

/** Times in milliseconds since the epoch. */
export interface Window {
  /** The responses of the shadow variant from `start` (inclusive) to `end` (exclusive) are compared. */
  readonly start: number;
  readonly end: number;
  /** The earliest time of a response of the production variant that can belong to one of these responses. */
  readonly earliest: number;
  /** A file that is written at this time contains only responses of the window, also if it is written a minute or two late. */
  readonly typicalWriteTime: number;
}

/**
 * The window of a scheduled run. The windows of consecutive runs are adjacent: EventBridge invokes the function within the scheduled minute
 * ("Your scheduled rule runs within that minute, but not on the precise 0th second", user guide, "Creating a rule that runs on a schedule").
 */
export function windowOf(scheduledTime: string): Window {
  const interval = SHADOW_COMPARISON_MINUTES * MINUTE;
  const end = Math.floor(Date.parse(scheduledTime) / interval) * interval - DELAY;
  const start = end - interval;
  return { start, end, earliest: start - MAX_DISTANCE, typicalWriteTime: end - MINUTE };
}

/** The folders (`yyyy/mm/dd/hh/`) of the files that can contain responses of a window. SageMaker creates a folder for each hour, in UTC. */
export function hourFolders({ earliest, end }: Window): string[] {
  const folders: string[] = [];
  for (let hour = Math.floor(earliest / HOUR); hour * HOUR < end + DELAY; hour++) {
    folders.push(`${new Date(hour * HOUR).toISOString().slice(0, 13).replaceAll(/[-T]/g, '/')}/`);
  }
  return folders;
}
