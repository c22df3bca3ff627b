import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const COMMAND = join(__dirname, '..', '..', '..', 'assets', 'cli', 'index.js');

/** Runs the bundled command `cdk-sagemaker-triton local`. */
export class LocalCommand {
  /** Standard output and standard error. */
  public output = '';
  public readonly child: ChildProcess;

  constructor(args: string[], environment: Record<string, string> = {}) {
    if (!existsSync(COMMAND)) throw new Error(`${COMMAND} is not there; run: npm run bundle`);
    this.child = spawn(process.execPath, [COMMAND, 'local', ...args], { env: { ...process.env, ...environment } });
    this.child.setMaxListeners(0); // each wait for output adds listeners
    this.child.stdout?.on('data', (text) => (this.output += text));
    this.child.stderr?.on('data', (text) => (this.output += text));
  }

  /** Waits until the command ends. Returns the exit status, or null if a signal ended it. */
  public async waitForEnd(): Promise<number | null> {
    if (!this.hasEnded) await once(this.child, 'close');
    return this.child.exitCode;
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits until the output matches a pattern, and returns the match. */
  public async waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output);
      if (match) return match;
      if (this.hasEnded) throw new Error(`it ended without ${pattern}:\n${this.output}`);
      await Promise.race([once(this.child.stdout ?? this.child, 'data'), once(this.child, 'close')]);
    }
  }

  /** The printed report of an endpoint, without table borders, with single spaces. */
  public report(endpointName: string): string {
    const tables = this.output.split('┌').map((table) => table.replace(/[─│├┤┬┴┼└┘┐\s]+/g, ' '));
    const report = tables.find((table) => table.includes(` endpoint ${endpointName}, `));
    if (!report) throw new Error(`no report of ${endpointName} in:\n${this.output}`);
    return report;
  }
}

/** Whether a process whose command line contains the text is running. If `ancestor` is defined, only descendants of that process count. */
export function isProcessRunning(text: string, ancestor?: number): boolean {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.some((pid) => {
    try {
      const matches = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      return matches && (ancestor === undefined || isDescendant(pid, ancestor));
    } catch {
      return false; // the process has ended
    }
  });
}

/** Whether a process is a descendant of a different process. */
function isDescendant(pid: string, ancestor: number): boolean {
  const [, parent = '0'] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(parent) === ancestor || (Number(parent) > 1 && isDescendant(parent, ancestor));
}
