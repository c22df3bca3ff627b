const ENTRY = /^[IWE]\d{4} |^[+|]|^\[/;
const HARMLESS = /CudaDriverHelper has not been initialized|CUDA driver version is insufficient|DCGM|NVML/;
const LAST_LINES = 15;

/** What of the server's log explains why it did not start: its error entries, with the lines that belong to each. */
export function explain(log: string): string {
  const telling = errorsIn(log);
  return (telling.length > 0 ? telling : log.split('\n').slice(-LAST_LINES)).join('\n').trim();
}

/**
 * The lines of the log's errors. What a model raised passes through several layers of the server, each of which logs it: it is told
 * once.
 *
 * @param told what was said of errors elsewhere
 */
export function errorsIn(log: string, told = ''): string[] {
  const toldBefore = normalized(told);
  const reasons: string[] = [];
  return entriesIn(log)
    .filter((entry) => {
      const reason = reasonOf(entry);
      if (toldBefore.includes(reason) || reasons.includes(reason)) return false;
      reasons.push(reason);
      return true;
    })
    .flat();
}

/** The error entries, each with its lines. */
function entriesIn(log: string): string[][] {
  const entries: string[][] = [];
  let within = false;
  for (const line of log.split('\n')) {
    const begins = ENTRY.test(line) || line.startsWith('error: ');
    if (begins) {
      // The last words only repeat what was logged before, where something was.
      within = line.startsWith('error: ') ? entries.length === 0 : isError(line);
    }
    if (within && begins) entries.push([]);
    if (within && line.trim() !== '') entries[entries.length - 1].push(line.replace(/^E\d{4} \S+ \d+ \S+\] /, ''));
  }
  return entries.map(unquoted);
}

/** The server writes most messages as strings of JSON. */
function unquoted(lines: string[]): string[] {
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

/** What is left of an entry without what the layers of the server put in front of it. */
function reasonOf([first, ...rest]: string[]): string {
  const own = /\b[A-Za-z]*(?:Error|Exception): .*/.exec(first)?.[0] ?? first;
  return normalized([own, ...rest].join('\n'));
}

function normalized(text: string): string {
  return text
    .replace(/["\s]+/g, ' ')
    .trim()
    .replace(/[;.]$/, '');
}
