import { shown } from '../lib/findings/shown';

/** The only place where the command prints: what it prints may come from a file, a model or a server. */

/* oxlint-disable no-console -- here, and nowhere else */

/** A result, on standard output. */
export function print(text: string): void {
  console.log(shown(text));
}

/** What is said besides the result, on standard error. */
export function printNote(text: string): void {
  console.error(shown(text));
}

/** A part of another program's output, on standard error. */
export function printPart(text: string): void {
  process.stderr.write(shown(text));
}
