/** Matches the first line of a log entry. */
const ENTRY_START = /^[IWE]\d{4} |^[+|]|^\[/;
/** Errors that the server logs on a host without GPUs. */
const HARMLESS = /CudaDriverHelper has not been initialized|CUDA driver version is insufficient|DCGM|NVML/;
const LAST_LINE_COUNT = 15;

/** The lines of the log that explain why the server did not start: the error entries, or the last lines if there are no error entries. */
export function explainFailure(log: string): string {
  const errors = errorsIn(log);
  return (errors.length > 0 ? errors : log.split('\n').slice(-LAST_LINE_COUNT)).join('\n').trim();
}

/**
 * The lines of the errors in the log. Returns each error once, even if several layers of the server log the same exception.
 *
 * @param reported text with errors that were already reported, which are omitted
 */
export function errorsIn(log: string, reported = ''): string[] {
  const reportedReasons = normalize(reported);
  const reasons: string[] = [];
  return errorEntriesIn(log)
    .filter((entry) => {
      const reason = reasonOf(entry);
      if (reportedReasons.includes(reason) || reasons.includes(reason)) return false;
      reasons.push(reason);
      return true;
    })
    .flat();
}

/** The error entries of the log, as lists of lines. */
function errorEntriesIn(log: string): string[][] {
  const entries: string[][] = [];
  let isInError = false;
  for (const line of log.split('\n')) {
    const isEntryStart = ENTRY_START.test(line) || line.startsWith('error: ');
    if (isEntryStart) {
      // The final `error:` line repeats the errors that were logged before, if there are any.
      isInError = line.startsWith('error: ') ? entries.length === 0 : isError(line);
    }
    if (isInError && isEntryStart) entries.push([]);
    if (isInError && line.trim() !== '') entries[entries.length - 1].push(line.replace(/^E\d{4} \S+ \d+ \S+\] /, ''));
  }
  return entries.map(decodeEntry);
}

/** Decodes an entry if it is a JSON string, as most messages of the server are. */
function decodeEntry(lines: string[]): string[] {
  try {
    const text: unknown = JSON.parse(lines.join('\n'));
    return typeof text === 'string' ? text.split('\n').filter((line) => line.trim() !== '') : lines;
  } catch {
    return lines;
  }
}

function isError(line: string): boolean {
  return /^E\d{4} |^\[libprotobuf ERROR/.test(line) && !HARMLESS.test(line);
}

/** The message of an entry, without the prefixes that the layers of the server add. Used to recognize equal errors. */
function reasonOf([first, ...rest]: string[]): string {
  const exception = /\b[A-Za-z]*(?:Error|Exception): .*/.exec(first)?.[0] ?? first;
  return normalize([exception, ...rest].join('\n'));
}

function normalize(text: string): string {
  return text
    .replace(/["\s]+/g, ' ')
    .trim()
    .replace(/[;.]$/, '');
}
