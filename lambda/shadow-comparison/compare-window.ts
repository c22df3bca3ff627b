import type { ShadowComparisonEvent } from '../../lib/contracts/shadow-comparison-event';
import { log } from '../shared/log';
import { compareResponses } from './compare-responses';
import { joinResponses, ResponsePair } from './join';
import { readRecords } from './read-records';
import { windowOf } from './window';

/** The most differences that a run logs. */
const MAX_LOGGED = 5;

/** The counts of a run. */
export interface ComparisonCounts {
  readonly compared: number;
  readonly different: number;
  /** Undefined if not all captured data was read: a response that was not found may exist. */
  readonly unmatched?: number;
}

/** Compares the responses of the window of a scheduled run. */
export async function compareWindow(event: ShadowComparisonEvent, signal: AbortSignal): Promise<ComparisonCounts> {
  const window = windowOf(event.time);
  const { bucket, prefix, productionVariant, shadowVariant } = event;
  const production = await readRecords(bucket, `${prefix}${productionVariant}/`, window, signal);
  const shadow = await readRecords(bucket, `${prefix}${shadowVariant}/`, window, signal);
  const { pairs, unmatched } = joinResponses(production.records, shadow.records, window);
  let different = 0;
  for (const pair of pairs) {
    const difference = compareResponses(pair.shadow.response, pair.production.response, event, event.logPayloads);
    if (difference === undefined) continue;
    different++;
    if (different <= MAX_LOGGED) log(describeDifference(event, pair, difference));
  }
  const isComplete = production.isComplete && shadow.isComplete;
  return { compared: pairs.length, different, unmatched: isComplete ? unmatched : undefined };
}

function describeDifference(
  { bucket }: ShadowComparisonEvent,
  { shadow, production }: ResponsePair,
  difference: string,
): string {
  return `The responses to a request differ: ${difference}. Shadow variant: event ${shadow.eventId} in s3://${bucket}/${shadow.file}; production variant: event ${production.eventId} in s3://${bucket}/${production.file}`;
}
