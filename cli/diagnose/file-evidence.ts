import { createReadStream } from 'fs';
import { Readable } from 'stream';
import { Evidence } from '../../lib/diagnosis';
import { openRegularFile } from '../../lib/files/regular-file';
import { KeptLines } from './kept-lines';

/** Maximum size of a log file. */
const MAX_LOG_BYTES = 1024 * 1024 * 1024;
/** Maximum time for reading standard input, which may be the log of a running server. */
const MAX_SECONDS = 600;

/** The lines of a log, and notes about the lines that were not read. */
export interface LogEvidence {
  readonly evidence: Evidence[];
  readonly notes: string[];
}

/**
 * Reads the lines of a file, or of standard input for `-`. For a long log, returns only the first and the last lines.
 *
 * @throws if the file is too large, or is a pipe or a device
 */
export async function fileEvidence(file: string): Promise<LogEvidence> {
  if (file === '-') return readLog(process.stdin, 'standard input');
  try {
    return await readLog(createReadStream('', { fd: openRegularFile(file, { maximumBytes: MAX_LOG_BYTES }) }), file);
  } catch (error) {
    const advice = `; to pass the end of a longer log or the output of a program, pipe it: tail -c 100000000 <file> | cdk-sagemaker-triton diagnose -`;
    throw (error as Error).message.startsWith('got ')
      ? new Error(`${(error as Error).message}${advice}`, { cause: error })
      : error;
  }
}

async function readLog(input: Readable, source: string): Promise<LogEvidence> {
  const keptLines = new KeptLines();
  const stopReason = await readInto(keptLines, input);
  const parts = keptLines.parts();
  const searchedCount = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const omittedNotes =
    parts.length === 1
      ? []
      : [
          `${keptLines.count - searchedCount} of the ${keptLines.count} lines were not searched: those after line ${parts[0].lines.length} and before line ${parts[1].firstLineNumber}`,
        ];
  return {
    evidence: parts.map((part) => ({ source, ...part })),
    notes: [...omittedNotes, ...(stopReason ? [`${source} was not read to its end: ${stopReason}`] : [])],
  };
}

/** @returns the reason why the input was not read to its end, if any */
async function readInto(keptLines: KeptLines, input: Readable): Promise<string | undefined> {
  let stopReason: string | undefined;
  const timer = setTimeout(() => {
    stopReason = `it did not end within ${MAX_SECONDS} seconds`;
    input.destroy();
  }, MAX_SECONDS * 1000);
  let bytes = 0;
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      const isAccepted = keptLines.add(chunk);
      if (!isAccepted) stopReason = `it has more than ${keptLines.count} lines`;
      else if (bytes > MAX_LOG_BYTES) stopReason = `it has more than ${MAX_LOG_BYTES} bytes`;
      if (stopReason) break;
    }
  } catch (error) {
    if (!stopReason) throw error;
  } finally {
    clearTimeout(timer);
  }
  return stopReason;
}
