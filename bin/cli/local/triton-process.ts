import { ChildProcess } from 'child_process';
import { setTimeout as sleep } from 'timers/promises';

const STOP_GRACE_MILLISECONDS = 10_000;

/** A started server, whichever engine runs it. */
export class TritonProcess {
  private readonly lines: string[] = [];
  private exited = false;

  constructor(
    private readonly child: ChildProcess,
    /** Port of SageMaker's endpoint on 127.0.0.1. */
    public readonly port: number,
    verbose: boolean,
    private readonly cleanUp: () => void = () => undefined,
  ) {
    const listen = (chunk: Buffer): void => {
      if (verbose) process.stderr.write(chunk);
      this.lines.push(...chunk.toString().split('\n'));
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', () => (this.exited = true));
    child.once('error', (error) => {
      this.lines.push(`error: ${error.message}`);
      this.exited = true;
    });
  }

  /**
   * Waits until `/ping` answers 200.
   *
   * @throws with the server's own errors when it exits, or when the time is over
   */
  public async ready(timeoutSeconds: number): Promise<void> {
    const end = Date.now() + timeoutSeconds * 1000;
    while (Date.now() < end) {
      if (this.exited) throw new Error(`Triton stopped before it was ready:\n${this.errors()}`);
      const ping = await fetch(`http://127.0.0.1:${this.port}/ping`).catch(() => undefined);
      if (ping?.ok) return;
      await sleep(50);
    }
    throw new Error(`Triton was not ready within ${timeoutSeconds} s:\n${this.errors()}`);
  }

  /** The lines of the log that say what went wrong: Triton's errors, and Python's last words. */
  public errors(): string {
    const telling = this.lines.filter((line) => /^E\d{4} |^error: |\| .*(?:UNAVAILABLE|Error|Exception)/.test(line));
    return (telling.length > 0 ? telling : this.lines.slice(-15)).join('\n');
  }

  /** Stops the server as SageMaker does not: by SIGINT, on which it unloads its models; then by force. */
  public async stop(): Promise<void> {
    if (this.exited) return;
    const exit = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGINT');
    const stopped = await Promise.race([exit.then(() => true), sleep(STOP_GRACE_MILLISECONDS, false, { ref: false })]);
    if (!stopped) this.child.kill('SIGKILL');
    this.cleanUp();
  }
}
