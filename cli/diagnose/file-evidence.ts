import { Evidence } from '../../lib/diagnosis';
import { readRegularFile } from '../../lib/files/regular-file';

/** Maximum size of a log, which is kept in memory. */
const MAX_LOG_BYTES = 100 * 1024 * 1024;

/** Maximum number of lines, each of which is compared with the texts of all causes. */
const MAX_LINES = 1_000_000;

const ADVICE =
  'to pass the end of a longer log or the output of a program, pipe it: ' +
  `tail -c 100000000 <file> | tail -n ${MAX_LINES} | cdk-sagemaker-triton diagnose -`;

/**
 * Reads the lines of a file, or of standard input for `-`.
 *
 * @throws if the log is too large, has too many lines, or is a pipe or a device
 */
export async function fileEvidence(file: string): Promise<Evidence[]> {
  try {
    if (file === '-') return [toEvidence('standard input', await readStandardInput())];
    return [toEvidence(file, readRegularFile(file, { maximumBytes: MAX_LOG_BYTES }))];
  } catch (error) {
    const { message } = error as Error;
    throw message.startsWith('got ') ? new Error(`${message}; ${ADVICE}`, { cause: error }) : error;
  }
}

function toEvidence(source: string, content: Buffer): Evidence {
  const text = content.toString().replace(/\r?\n$/, '');
  const lines = text === '' ? [] : text.split(/\r?\n/, MAX_LINES + 1);
  if (lines.length > MAX_LINES) throw new Error(`got ${source} with more than ${MAX_LINES} lines`);
  return { source, lines };
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_LOG_BYTES) throw new Error(`got more than ${MAX_LOG_BYTES} bytes of standard input`);
  }
  return Buffer.concat(chunks);
}
