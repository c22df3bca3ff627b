import { abridged } from '../lib/findings/abridged';

/** The only place where the command prints: what it prints may come from a file, a model or a server. */

/** Control characters, but for tabs and ends of lines, and what changes the direction of text: a terminal obeys them. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that a terminal shows and does not obey. Escapes are written as in JSON, so that JSON stays what it is. */
export function shown(text: string): string {
  return text.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

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
