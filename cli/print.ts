import { abridged } from '../lib/findings/abridged';
import { shown } from '../lib/findings/shown';

/** The only place where the command prints: what it prints may come from a file, a model or a server. */

/** No line for people is longer. */
const LINE_LENGTH = 10_000;

/** Lines that a person can read, and a terminal does not obey. */
function readable(text: string): string {
  return text
    .split('\n')
    .map((line) => shown(abridged(line, LINE_LENGTH)))
    .join('\n');
}

/* oxlint-disable no-console -- here, and nowhere else */

/** A result for people, on standard output. */
export function print(text: string): void {
  console.log(readable(text));
}

/** A result for programs, on standard output: whole, whatever its length. */
export function printData(json: string): void {
  console.log(shown(json));
}

/** What is said besides the result, on standard error. */
export function printNote(text: string): void {
  console.error(readable(text));
}

/** A part of another program's output, on standard error. */
export function printPart(text: string): void {
  process.stderr.write(shown(text));
}
