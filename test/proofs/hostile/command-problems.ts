import { HostileInput, Outcome, SECRET } from './hostile-run';

/**
 * Limits of a subcommand. There is no time limit: a run that hangs is killed, and the benchmarks measure how long other runs take.
 */
export interface Limits {
  readonly bytes: number;
  readonly statuses: number[];
}

const DEFAULT_LIMITS: Limits = { bytes: 1.5 * 2 ** 30, statuses: [0, 1, 2] };

const LIMITS: Record<string, Partial<Limits>> = {
  check: { bytes: 2 ** 30 },
  local: { statuses: [0, 1, 2, 3] },
};

/** This output is larger than the findings of 1,000 models with five errors each. */
const MAXIMUM_OUTPUT_BYTES = 2e6;
const MAXIMUM_LINE_CHARACTERS = 20_000;

/** Patterns of internal details of a program, which do not help users and must not be in the output. */
const INTERNAL_DETAILS: [string, RegExp][] = [
  ['a stack trace', /^ +at .+:\d+:\d+\)?$/m],
  ['the name of a JavaScript error', /\b(Type|Range|Reference|Syntax|Eval|URI|Assertion|Aggregate)Error\b/],
  [
    'an error code of the system',
    /\bE(NOENT|ACCES|ISDIR|NOTDIR|LOOP|NAMETOOLONG|EXIST|PERM|ROFS|MFILE|PIPE|NXIO|INVAL|FBIG|NOSPC|BADF|IO|NOTEMPTY|XDEV)\b/,
  ],
  ['an error code of Node.js', /\bERR_[A-Z_]+|node:internal|Node\.js v\d/],
  ['an exhausted heap', /heap out of memory|Allocation failed/],
  ['an exhausted stack', /Maximum call stack/],
  [
    'a message of V8',
    /Cannot (read|set) propert|is not a function|is not iterable|Cannot convert|Cannot destructure|Invalid (array|string) length|Invalid time value|must be of type|Reduce of empty array|Cannot mix BigInt|Set maximum size|Map maximum size|Array buffer allocation|Cannot create a string longer|offset is out of|Invalid count value|Object prototype may only/,
  ],
  ['a value that is not text', /\[object \w+\]|\bundefined\b|\bNaN\b/],
];

// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Describes the problems of an outcome. The list is empty if there is no problem. */
export function commandProblems(input: HostileInput, outcome: Outcome): string[] {
  const limits = { ...DEFAULT_LIMITS, ...LIMITS[outcome.subcommand] };
  const { output, status } = outcome;
  const problems: string[] = [];
  if (outcome.endedBy !== 'itself') problems.push(`it was killed, since it exceeded a limit: ${outcome.endedBy}`);
  else if (!limits.statuses.includes(status)) problems.push(`exit status ${status}`);
  if (input.mustBeRejected && status === 0) problems.push('exit status 0, although the input must be rejected');
  if (outcome.peakBytes > limits.bytes) problems.push(`${Math.round(outcome.peakBytes / 2 ** 20)} MiB of memory`);
  problems.push(
    ...textProblems(input.ignoredOutput === undefined ? output : output.replaceAll(input.ignoredOutput, '')),
  );
  if (output.includes(SECRET)) problems.push('the content of a file that the input must not reach');
  if (outcome.outputBytes > MAXIMUM_OUTPUT_BYTES) problems.push(`${outcome.outputBytes} bytes of output`);
  const maximumLength = output.split('\n').reduce((length, line) => Math.max(length, line.length), 0);
  if (!input.allowsLongLines && maximumLength > MAXIMUM_LINE_CHARACTERS)
    problems.push(`a line of ${maximumLength} characters`);
  if (outcome.changes.length > 0)
    problems.push(`changes outside of the permitted files: ${outcome.changes.slice(0, 5).join(', ')}`);
  if (outcome.leftProcesses.length > 0)
    problems.push(`processes left: ${outcome.leftProcesses.join(', ').slice(0, 200)}`);
  if (outcome.connections.length > 0) problems.push(`connections to ${[...new Set(outcome.connections)].join(', ')}`);
  if (status !== 0 && outcome.endedBy === 'itself' && output.trim() === '' && input.shell === undefined)
    problems.push('it failed without a message');
  const resourceUsage = `it took ${outcome.cpuSeconds.toFixed(1)} s of CPU and ${Math.round(outcome.peakBytes / 2 ** 20)} MiB`;
  return problems.length > 0 ? [...problems, resourceUsage] : [];
}

/** Describes the problems of a text that users read: internal details and control characters. */
export function textProblems(text: string): string[] {
  const internals = INTERNAL_DETAILS.flatMap(([description, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`${description}: ${JSON.stringify(excerptAt(text, found.index))}`] : [];
  });
  return [...internals, ...controlCharacterProblems('the text', text)];
}

/** Reports the first control character in a text. */
export function controlCharacterProblems(where: string, text: string): string[] {
  const found = CONTROL_CHARACTER.exec(text);
  return found ? [`a control character in ${where}: ${JSON.stringify(excerptAt(text, found.index))}`] : [];
}

function excerptAt(text: string, index: number): string {
  return text.slice(Math.max(0, index - 100), index + 140);
}
