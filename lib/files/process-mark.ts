import { createHash } from 'crypto';
import * as fs from 'fs';
import * as os from 'os';

/**
 * Regular expression for a mark, which identifies a process in file names. A mark consists of the process ID, the start time, and a hash of
 * the scope in which process IDs are unique.
 */
export const PROCESS_MARK = '([1-9]\\d*)-([0-9a-z]+)-([0-9a-f]{8})';

/** Start time on systems without /proc, where only the process ID identifies the process. */
const UNKNOWN_START = '0';

/** Returns the mark of this process, which the names of temporary files contain. */
export function markOfThisProcess(): string {
  return `${process.pid}-${startTimeOf(process.pid) ?? UNKNOWN_START}-${scopeHash()}`;
}

/**
 * Whether the process of a mark has ended.
 *
 * @returns undefined if the state is unknown: the process ran on a different host, in a different container, or before the host was restarted
 */
export function hasEnded(mark: string): boolean | undefined {
  const [, pid, start, scope] = new RegExp(`^${PROCESS_MARK}$`).exec(mark) ?? [];
  if (scope !== scopeHash()) return undefined;
  return startTimeOf(Number(pid)) !== start;
}

/** Hash of the host, its boot, and the container's PID namespace. Process IDs are unique within this scope. */
function scopeHash(): string {
  const scopeNames = [os.hostname(), readFile('/proc/sys/kernel/random/boot_id'), readLink('/proc/self/ns/pid')];
  return createHash('sha256').update(JSON.stringify(scopeNames)).digest('hex').slice(0, 8);
}

/** Returns the start time of a process; undefined if the process has ended. The ID alone is not enough, because IDs are reused. */
function startTimeOf(pid: number): string | undefined {
  const stat = readFile(`/proc/${pid}/stat`);
  if (stat === undefined) return !fs.existsSync('/proc/self/stat') && isRunning(pid) ? UNKNOWN_START : undefined;
  // The program name in parentheses can contain any characters, so the fields after the last parenthesis are read.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isEnded = fields[0] === 'Z' || fields[0] === 'X'; // a zombie, or dead
  return isEnded ? undefined : Number(fields[19]).toString(36); // field 22 of the line, the start time
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function readFile(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function readLink(file: string): string | undefined {
  try {
    return fs.readlinkSync(file);
  } catch {
    return undefined;
  }
}
