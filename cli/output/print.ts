import { Readable } from 'stream';
import { abridged } from '../../lib/findings/abridged';
import { escapeControlCharacters } from '../../lib/findings/escape-control-characters';

/*
 * The only module of the commands that prints. Output can contain untrusted text from arguments, files, models and servers, so control
 * characters and commands to the runner of a workflow are escaped. The escape sequences are JSON's, so JSON text keeps its meaning.
 */

/** Maximum length of a line that a person reads. */
const MAX_LINE_LENGTH = 10_000;

/** Shortens long lines, and escapes what a terminal or the runner of a workflow would interpret. */
function toReadable(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      escapeControlCharacters(abridged(line, MAX_LINE_LENGTH)).replace(/^\s*:(?=:)/, (start) =>
        start.replace(':', '\\u003a'),
      ),
    )
    .join('\n');
}

/* oxlint-disable no-console -- the only module that prints */

/** Prints a result for people to standard output. */
export function print(text: string): void {
  console.log(toReadable(text));
}

/** Prints a result for programs, such as JSON or commands to GitHub's runner, to standard output, without shortening lines. */
export function printData(json: string): void {
  console.log(escapeControlCharacters(json));
}

/** Prints a message, which is not part of the result, to standard error. */
export function printNote(text: string): void {
  console.error(toReadable(text));
}

/**
 * Prints the output of a child process to standard error, in complete lines. The parts in which the output arrives can contain the two halves
 * of a command to the runner of a workflow.
 */
export function printOutput(output: Readable): void {
  let rest = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) printNote(line);
    if (rest.length <= MAX_LINE_LENGTH) return;
    // A line without end must not fill the memory.
    printNote(rest);
    rest = '';
  });
  output.on('close', () => {
    if (rest !== '') printNote(rest);
  });
}
