import type { ShadowComparisonEvent } from '../../lib/contracts/shadow-comparison-event';
import { inParallel } from '../shared/in-parallel';
import { log } from '../shared/log';
import { readBytes } from '../shared/store';
import { listCapturedFiles, selectFiles } from './captured-files';
import { compareResponses } from './compare-responses';
import { joinResponses, ResponsePair } from './join';
import { CapturedRecord, parseFile } from './records';
import { hourFolders, Window, windowOf } from './window';

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
  const { production, shadow, isComplete } = await readRecords(event, window, signal);
  const { pairs, unmatched } = joinResponses(production, shadow, window);
  let different = 0;
  for (const pair of pairs) {
    const difference = compareResponses(pair.shadow.response, pair.production.response, event, event.logPayloads);
    if (difference === undefined) continue;
    different++;
    if (different <= MAX_LOGGED) log(describeDifference(event, pair, difference));
  }
  return { compared: pairs.length, different, unmatched: isComplete ? unmatched : undefined };
}

interface RecordsOfVariants {
  readonly production: CapturedRecord[];
  readonly shadow: CapturedRecord[];
  readonly isComplete: boolean;
}

/** Reads the captured data of both variants, within the limits of a run. */
async function readRecords(
  { bucket, prefix, productionVariant, shadowVariant }: ShadowComparisonEvent,
  window: Window,
  signal: AbortSignal,
): Promise<RecordsOfVariants> {
  const shadowFolder = `${prefix}${shadowVariant}/`;
  const folders = [`${prefix}${productionVariant}/`, shadowFolder];
  const prefixes = folders.flatMap((folder) => hourFolders(window).map((hour) => folder + hour));
  const listed = await listCapturedFiles(bucket, prefixes, window.earliest);
  const selected = selectFiles(listed.files, window.typicalWriteTime);
  const isComplete = listed.isComplete && selected.isComplete;
  if (!isComplete) log(describeLimit(selected.files.length, listed.files.length));

  const production: CapturedRecord[] = [];
  const shadow: CapturedRecord[] = [];
  let invalidLines = 0;
  await inParallel(selected.files, signal, async ({ key }) => {
    const file = parseFile(new TextDecoder().decode(await readBytes(bucket, key)), key);
    const records = key.startsWith(shadowFolder) ? shadow : production;
    for (const record of file.records) records.push(record);
    invalidLines += file.invalidLines;
  });
  if (invalidLines > 0) log(`${invalidLines} lines of captured data are not records, and were ignored`);
  return { production, shadow, isComplete };
}

function describeDifference(
  { bucket }: ShadowComparisonEvent,
  { shadow, production }: ResponsePair,
  difference: string,
): string {
  return `The responses to a request differ: ${difference}. Shadow variant: event ${shadow.eventId} in s3://${bucket}/${shadow.file}; production variant: event ${production.eventId} in s3://${bucket}/${production.file}`;
}

function describeLimit(selectedCount: number, listedCount: number): string {
  return `There is more captured data than a run reads: ${selectedCount} of ${listedCount} files were read. Set dataCapture.input to false, or reduce dataCapture.samplingPercentage, to compare the responses of the whole time`;
}
