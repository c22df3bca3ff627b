import { HostileInput, Outcome, SECRET } from './hostile-run';

/** What a verb may take. What hangs is ended; how long the others take is for the benchmarks. */
export interface Limits {
  readonly bytes: number;
  readonly statuses: number[];
}

const DEFAULT_LIMITS: Limits = { bytes: 1.5 * 2 ** 30, statuses: [0, 1, 2] };

const LIMITS: Record<string, Partial<Limits>> = {
  check: { bytes: 2 ** 30 },
  local: { statuses: [0, 1, 2, 3] },
};

const MOST_OUTPUT = 1e6;
const LONGEST_LINE = 20_000;

/** What is a program's, and says nothing to its user. */
const INTERNALS: [string, RegExp][] = [
  ['a stack trace', /^ +at .+:\d+:\d+\)?$/m],
  ['the name of an error of JavaScript', /\b(Type|Range|Reference|Syntax|Eval|URI|Assertion|Aggregate)Error\b/],
  [
    'a code of the system',
    /\bE(NOENT|ACCES|ISDIR|NOTDIR|LOOP|NAMETOOLONG|EXIST|PERM|ROFS|MFILE|PIPE|NXIO|INVAL|FBIG|NOSPC|BADF|IO|NOTEMPTY|XDEV)\b/,
  ],
  ['a code of Node.js', /\bERR_[A-Z_]+|node:internal|Node\.js v\d/],
  ['an exhausted heap', /heap out of memory|Allocation failed/],
  ['an exhausted stack', /Maximum call stack/],
  [
    'a message of V8',
    /Cannot (read|set) propert|is not a function|is not iterable|Cannot convert|Cannot destructure|Invalid (array|string) length|Invalid time value|must be of type|Reduce of empty array|Cannot mix BigInt|Set maximum size|Map maximum size|Array buffer allocation|Cannot create a string longer|offset is out of|Invalid count value|Object prototype may only/,
  ],
  ['a value that is no text', /\[object \w+\]|\bundefined\b|\bNaN\b/],
];

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** What is wrong with an outcome, in words. */
export function problemsOf(input: HostileInput, outcome: Outcome): string[] {
  const limits = { ...DEFAULT_LIMITS, ...LIMITS[outcome.verb] };
  const { output, status } = outcome;
  const problems: string[] = [];
  if (outcome.endedBy !== 'itself') problems.push(`it was ended, since it exceeded a limit: ${outcome.endedBy}`);
  else if (!limits.statuses.includes(status)) problems.push(`exit status ${status}`);
  if (input.rejected && status === 0) problems.push('exit status 0, where only a rejection is right');
  if (outcome.peakBytes > limits.bytes) problems.push(`${Math.round(outcome.peakBytes / 2 ** 20)} MiB of memory`);
  problems.push(...textProblems(input.echoed === undefined ? output : output.replaceAll(input.echoed, '')));
  if (output.includes(SECRET)) problems.push('the content of a file that the input must not reach');
  if (outcome.outputBytes > MOST_OUTPUT) problems.push(`${outcome.outputBytes} bytes of output`);
  const longest = output.split('\n').reduce((most, line) => Math.max(most, line.length), 0);
  if (!input.longLines && longest > LONGEST_LINE) problems.push(`a line of ${longest} characters`);
  if (outcome.changes.length > 0)
    problems.push(`files that are not its own: ${outcome.changes.slice(0, 5).join(', ')}`);
  if (outcome.leftProcesses.length > 0)
    problems.push(`processes left: ${outcome.leftProcesses.join(', ').slice(0, 200)}`);
  if (outcome.connections.length > 0) problems.push(`connections to ${[...new Set(outcome.connections)].join(', ')}`);
  problems.push(...outcome.wrongFiles);
  if (status !== 0 && outcome.endedBy === 'itself' && output.trim() === '' && input.shell === undefined)
    problems.push('it failed without a word');
  const taken = `it took ${outcome.cpuSeconds.toFixed(1)} s of CPU and ${Math.round(outcome.peakBytes / 2 ** 20)} MiB`;
  return problems.length > 0 ? [...problems, taken] : [];
}

/** What is wrong with a text that is shown to people. */
export function textProblems(text: string): string[] {
  const internals = INTERNALS.flatMap(([what, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`${what}: ${JSON.stringify(around(text, found.index))}`] : [];
  });
  const obeyed = OBEYED.exec(text);
  return obeyed ? [...internals, `a control character: ${JSON.stringify(around(text, obeyed.index))}`] : internals;
}

function around(text: string, index: number): string {
  return text.slice(Math.max(0, index - 100), index + 140);
}
