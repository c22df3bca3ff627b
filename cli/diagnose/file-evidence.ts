import { createReadStream } from 'fs';
import { Readable } from 'stream';
import { Evidence } from '../../lib/diagnosis';
import { openRegularFile } from '../../lib/platform/regular-file';
import { KeptLines } from './kept-lines';

/** Larger than any log that is worth reading whole. */
const MAXIMUM_BYTES = 1024 * 1024 * 1024;
/** Standard input may be the log of a server that still runs. */
const MAXIMUM_SECONDS = 600;

/** The lines of a log, and what was not read of it. */
export interface LogEvidence {
  readonly evidence: Evidence[];
  readonly notes: string[];
}

/**
 * The lines of a file, or of standard input for `-`; of a long log the first and the last.
 *
 * @throws when the file is too large, a pipe or a device
 */
export async function fileEvidence(file: string): Promise<LogEvidence> {
  if (file === '-') return read(process.stdin, 'standard input');
  try {
    return await read(createReadStream('', { fd: openRegularFile(file, { maximumBytes: MAXIMUM_BYTES }) }), file);
  } catch (error) {
    const advice = `; to pass the end of a longer log or the output of a program, pipe it: tail -c 100000000 <file> | cdk-sagemaker-triton diagnose -`;
    throw (error as Error).message.startsWith('got ')
      ? new Error(`${(error as Error).message}${advice}`, { cause: error })
      : error;
  }
}

async function read(input: Readable, source: string): Promise<LogEvidence> {
  const kept = new KeptLines();
  const stopped = await readInto(kept, input);
  const parts = kept.parts();
  const searched = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const leftOut =
    parts.length === 1
      ? []
      : [
          `${kept.count - searched} of the ${kept.count} lines were not searched: those after line ${parts[0].lines.length} and before line ${parts[1].firstLineNumber}`,
        ];
  return {
    evidence: parts.map((part) => ({ source, ...part })),
    notes: [...leftOut, ...(stopped ? [`${source} was not read to its end: ${stopped}`] : [])],
  };
}

/** @returns why the input was not read to its end; undefined if it was */
async function readInto(kept: KeptLines, input: Readable): Promise<string | undefined> {
  let stopped: string | undefined;
  const timer = setTimeout(() => {
    stopped = `it did not end within ${MAXIMUM_SECONDS} seconds`;
    input.destroy();
  }, MAXIMUM_SECONDS * 1000);
  let bytes = 0;
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      const isAccepted = kept.add(chunk);
      if (!isAccepted) stopped = `it has more than ${kept.count} lines`;
      else if (bytes > MAXIMUM_BYTES) stopped = `it has more than ${MAXIMUM_BYTES} bytes`;
      if (stopped) break;
    }
  } catch (error) {
    if (!stopped) throw error;
  } finally {
    clearTimeout(timer);
  }
  return stopped;
}
