import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const COMMAND = join(__dirname, '..', '..', '..', 'assets', 'cli', 'index.js');

/** The command `cdk-sagemaker-triton local`, as it ships. */
export class LocalCommand {
  public output = '';
  public readonly child: ChildProcess;

  constructor(args: string[], environment: Record<string, string> = {}) {
    if (!existsSync(COMMAND)) throw new Error(`${COMMAND} is not there; run: npm run bundle`);
    this.child = spawn(process.execPath, [COMMAND, 'local', ...args], { env: { ...process.env, ...environment } });
    this.child.setMaxListeners(0); // each wait for a text adds some
    this.child.stdout?.on('data', (text) => (this.output += text));
    this.child.stderr?.on('data', (text) => (this.output += text));
  }

  /** Waits for its end; the exit status. */
  public async end(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }

  /** Waits until the output has a text; what matched. */
  public async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output);
      if (match) return match;
      if (this.child.exitCode !== null) throw new Error(`it ended without ${pattern}:\n${this.output}`);
      await Promise.race([once(this.child.stdout ?? this.child, 'data'), once(this.child, 'close')]);
    }
  }

  /** The report of an endpoint as running text. */
  public report(endpointName: string): string {
    const tables = this.output.split('┌').map((table) => table.replace(/[─│├┤┬┴┼└┘┐\s]+/g, ' '));
    const report = tables.find((table) => table.includes(` endpoint ${endpointName}, `));
    if (!report) throw new Error(`no report of ${endpointName} in:\n${this.output}`);
    return report;
  }
}

/** Whether a process has a word among its arguments; if one is named, a process that it has started. */
export function runs(word: string, ancestor?: number): boolean {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.some((pid) => {
    try {
      const isThere = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
      return isThere && (ancestor === undefined || isBelow(pid, ancestor));
    } catch {
      return false; // it ended meanwhile
    }
  });
}

/** Whether a process was started by another, or by what that one has started. */
function isBelow(pid: string, ancestor: number): boolean {
  const [, parent = '0'] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(parent) === ancestor || (Number(parent) > 1 && isBelow(parent, ancestor));
}
