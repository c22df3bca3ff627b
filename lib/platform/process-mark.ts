import { createHash } from 'crypto';
import * as fs from 'fs';
import * as os from 'os';

/** A mark as a regular expression: the process's id and its start, and where these ids are valid. */
export const PROCESS_MARK = '([1-9]\\d*)-([0-9a-z]+)-([0-9a-f]{8})';

/** Where there is no /proc, processes are known by their ids alone. */
const UNKNOWN_START = '0';

/** A text that no other process has had or will have, for names of its files. */
export function markOfThisProcess(): string {
  return `${process.pid}-${startOf(process.pid) ?? UNKNOWN_START}-${place()}`;
}

/**
 * Whether the process of a mark has ended.
 *
 * @returns undefined where it cannot be known: the process was of a different host or container, or of the time before this host started
 */
export function hasEnded(mark: string): boolean | undefined {
  const [, pid, start, where] = new RegExp(`^${PROCESS_MARK}$`).exec(mark) ?? [];
  if (where !== place()) return undefined;
  return startOf(Number(pid)) !== start;
}

/** Process ids are those of a container, until the host starts again. */
function place(): string {
  const names = [os.hostname(), read('/proc/sys/kernel/random/boot_id'), link('/proc/self/ns/pid')];
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 8);
}

/** When a process started, since its id is used again after its end; undefined for a process that has ended. */
function startOf(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return !fs.existsSync('/proc/self/stat') && lives(pid) ? UNKNOWN_START : undefined;
  // The name before it may have any characters.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isEnded = fields[0] === 'Z' || fields[0] === 'X'; // and its starter has not noticed
  return isEnded ? undefined : Number(fields[19]).toString(36);
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function link(file: string): string | undefined {
  try {
    return fs.readlinkSync(file);
  } catch {
    return undefined;
  }
}
