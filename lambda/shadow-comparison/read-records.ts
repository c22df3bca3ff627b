import { inParallel } from '../shared/in-parallel';
import { log } from '../shared/log';
import { readChunks } from '../shared/store';
import { describeWithoutPayload } from '../smoke-test/describe-error';
import { CapturedFile, listCapturedFiles, selectFiles } from './captured-files';
import { linesOf } from './lines';
import { CapturedRecord, parseRecord } from './records';
import { hourFolders, Window } from './window';

const MEBIBYTE = 1024 * 1024;
/** The most bytes of a variant that a run reads, so that it ends within its timeout. */
const MAX_READ_BYTES = 512 * MEBIBYTE;
/** The most bytes of responses of a variant that a run keeps. They must fit into the memory of the function several times. */
const MAX_KEPT_BYTES = 64 * MEBIBYTE;
/** The memory of a record without its response. */
const RECORD_BYTES = 500;
/** Files that are read at the same time. Of each file, a line with a large request and its response is in memory. */
const CONCURRENCY = 8;
/** The most files that cannot be read, about which a run logs. */
const MAX_LOGGED = 5;

/** The records of a variant. */
export interface VariantRecords {
  readonly records: CapturedRecord[];
  /** Whether all captured data was read. */
  readonly isComplete: boolean;
}

/**
 * Reads the captured data of a variant, within the limits of a run. A file that cannot be read is logged.
 *
 * @param folder the prefix of the captured data of the variant, which ends with a slash
 * @throws if no file can be read
 */
export async function readRecords(
  bucket: string,
  folder: string,
  window: Window,
  signal: AbortSignal,
): Promise<VariantRecords> {
  const prefixes = hourFolders(window).map((hour) => folder + hour);
  const listed = await listCapturedFiles(bucket, prefixes, window.earliest);
  const selected = selectFiles(listed.files, window.typicalWriteTime);
  const reader = new Reader(bucket);
  await inParallel(selected.files, signal, (file, either) => reader.read(file, either), CONCURRENCY);
  const { records, unreadable, invalidLines, startedFiles, isLimited } = reader;
  for (const { key, error } of unreadable.slice(0, MAX_LOGGED))
    log(`s3://${bucket}/${key} could not be read: ${describeWithoutPayload(error)}`);
  if (unreadable.length > 0 && unreadable.length === startedFiles) throw unreadable[0].error;
  if (invalidLines > 0) log(`${invalidLines} lines of captured data in ${folder} are not records, and were ignored`);
  const isWithinLimits = listed.isComplete && selected.isComplete && !isLimited;
  if (!isWithinLimits) log(describeLimit(folder, startedFiles, listed.files.length));
  return { records, isComplete: isWithinLimits && unreadable.length === 0 };
}

/** Reads files until it has read, or keeps, as much as a run may. */
class Reader {
  public readonly records: CapturedRecord[] = [];
  public readonly unreadable: { key: string; error: unknown }[] = [];
  public invalidLines = 0;
  public startedFiles = 0;
  /** Whether a part of the data was not read. */
  public isLimited = false;
  private readBytes = 0;
  private keptBytes = 0;

  constructor(private readonly bucket: string) {}

  public async read({ key }: CapturedFile, signal: AbortSignal): Promise<void> {
    if (this.isFull) {
      this.isLimited = true;
      return;
    }
    this.startedFiles++;
    try {
      const chunks = await readChunks(this.bucket, key, signal);
      for await (const line of linesOf(chunks, (bytes) => (this.readBytes += bytes))) {
        if (line.trim() !== '') this.add(parseRecord(line, key));
        if (!this.isFull) continue;
        this.isLimited = true;
        return;
      }
    } catch (error) {
      signal.throwIfAborted();
      this.unreadable.push({ key, error });
    }
  }

  private get isFull(): boolean {
    return this.readBytes > MAX_READ_BYTES || this.keptBytes > MAX_KEPT_BYTES;
  }

  private add(record: CapturedRecord | undefined): void {
    if (!record) {
      this.invalidLines++;
      return;
    }
    this.records.push(record);
    this.keptBytes += RECORD_BYTES + (record.response?.data.length ?? 0);
  }
}

function describeLimit(folder: string, readCount: number, listedCount: number): string {
  return `There is more captured data in ${folder} than a run reads: ${readCount} of ${listedCount} files were read, the last of them in part. Set dataCapture.input to false, or reduce dataCapture.samplingPercentage, to compare the responses of the whole time`;
}
