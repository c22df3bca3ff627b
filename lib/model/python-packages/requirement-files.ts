import * as fs from 'fs';
import * as path from 'path';
import { isBelow, readRegularFile } from '../../files/regular-file';
import { PythonPackagesError } from './python-packages-error';
import { numberedLines } from './requirements';
import { withoutSecrets } from './without-secrets';

/** Limits of a requirements file with the files that it includes. The lock of 1,000 packages has about 60,000 lines with hashes. */
const MAX_FILES = 100;
const MAX_LINES = 200_000;
const MAX_BYTES = 16_777_216;

/** Maximum number of characters of a line in a message. */
const MAX_QUOTED = 200;

/** A line of a requirements file, or of a file that it includes. */
export interface RequirementLine {
  /** The line without comments. */
  readonly text: string;
  /** The name of the file. */
  readonly file: string;
  /**
   * The beginning of a message about the line, with the name of the file. It quotes only lines of the file that the user named, because an
   * included file can contain secrets.
   */
  readonly got: string;
  /** Whether the line only limits the versions of packages, as in a file that a line `-c <file>` includes. */
  readonly isConstraint: boolean;
}

/** A requirements file with the files that it includes. */
export interface Requirements {
  /** The file and the files that it includes. */
  readonly files: string[];
  /** The lines that include no file. */
  readonly lines: RequirementLine[];
}

/**
 * Reads a requirements file, and the files in its lines `-r <file>` and `-c <file>`. They must be below its folder, also after resolving links:
 * a model of a stranger could otherwise include any file of the host.
 *
 * @throws PythonPackagesError if a file cannot be read, or is outside of the folder
 */
export function readRequirements(source: string): Requirements {
  const folder = path.dirname(source);
  const texts = new Map<string, string>();
  const total = { characters: 0, lines: 0 };
  const lines: RequirementLine[] = [];
  const visited = new Set<string>();
  const read = (file: string, isConstraint: boolean): void => {
    if (visited.has(`${isConstraint} ${file}`)) return;
    visited.add(`${isConstraint} ${file}`);
    const name = path.basename(file);
    let text = texts.get(file);
    if (text === undefined) {
      text = readListOrLock(file, folder);
      texts.set(file, text);
      total.characters += text.length;
      total.lines += countLines(text);
      requireAtMost(texts.size, MAX_FILES, 'files', name);
      requireAtMost(total.characters, MAX_BYTES, 'characters in all files', name);
      requireAtMost(total.lines, MAX_LINES, 'lines in all files', name);
    }
    for (const line of numberedLines(text)) {
      const got = file === source ? quote(name, line.text) : `${name}: got line ${line.number}`;
      const included = includedFile(line.text, path.dirname(file));
      if (included === undefined) lines.push({ text: line.text, file: name, got, isConstraint });
      else {
        requireIncluded(included.file, source, got, file === source ? ` in line ${line.number}` : '');
        read(included.file, isConstraint || included.isConstraint);
      }
    }
  };
  read(source, false);
  return { files: [...texts.keys()], lines };
}

function requireAtMost(count: number, maximum: number, what: string, name: string): void {
  if (count > maximum)
    throw new PythonPackagesError(`${name}: got more than ${maximum} ${what}; allowed: at most ${maximum}`);
}

/** The number of line breaks of a text, without an array of the lines. */
function countLines(text: string): number {
  let lines = 0;
  for (const character of text) if (character === '\n' || character === '\r') lines += 1;
  return lines;
}

/** The beginning of a message about a line of a file that the user named. */
export function quote(name: string, line: string): string {
  return `${name}: got '${withoutSecrets(line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line)}'`;
}

/** The file that a line of a requirements file includes. Undefined for other lines. */
function includedFile(line: string, folder: string): { file: string; isConstraint: boolean } | undefined {
  const [, option, name] = /^(-[rc](?=[^-])|--requirement(?=[=\s])|--constraint(?=[=\s]))[=\s]?(.+)$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const file = path.resolve(folder, name.trim().replaceAll(/^["']|["']$/g, ''));
  return { file, isConstraint: /^--?c/.test(option) };
}

function requireIncluded(file: string, source: string, got: string, place: string): void {
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new PythonPackagesError(`${got}; allowed: a file that exists`);
  }
  if (isInside(file, path.dirname(source))) return;
  const name = path.basename(source);
  throw new PythonPackagesError(
    `${got}${place}; allowed: a file below the folder of ${name}, also after resolving links; copy the file there, or list its ` +
      `packages in ${name}`,
  );
}

/** Whether a file is below a folder after resolving links. */
function isInside(file: string, folder: string): boolean {
  try {
    return isBelow(fs.realpathSync(file), fs.realpathSync(folder));
  } catch {
    return false;
  }
}

/**
 * Reads a requirements file, a project or a lock of at most 16 MiB and 200,000 lines, which can be part of a model of a stranger.
 *
 * @param within the folder that must contain the file
 * @throws PythonPackagesError if the file is not a regular file, is too large, has too many lines, or is outside of the folder
 */
export function readListOrLock(file: string, within?: string): string {
  try {
    const text = readRegularFile(file, { maximumBytes: MAX_BYTES, within }).toString();
    requireAtMost(countLines(text), MAX_LINES, 'lines', path.basename(file));
    return text;
  } catch (error) {
    throw new PythonPackagesError((error as Error).message);
  }
}
