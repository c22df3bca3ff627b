import { ChildProcess } from 'child_process';
import { once } from 'events';
import * as http from 'http';
import { setTimeout as sleep } from 'timers/promises';

const STOP_GRACE_MILLISECONDS = 10_000;

/** Where a port of a server is reached. */
export type Address = { readonly socketPath: string } | { readonly host: '127.0.0.1'; readonly port: number };

/** A started server, whichever engine runs it. */
export class TritonProcess {
  private log = '';
  private exited = false;

  constructor(
    private readonly child: ChildProcess,
    public readonly address: Address,
    verbose: boolean,
    /** Removes what the server may have left behind. */
    private readonly cleanUp: () => void = () => undefined,
    /** The server's own HTTP port, which no container on SageMaker opens; undefined where it is closed. */
    public readonly http?: Address,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        if (verbose) process.stderr.write(chunk);
        this.log += chunk.toString();
      });
    }
    child.once('close', () => (this.exited = true));
    child.once('error', (error) => {
      this.log += `error: ${error.message}`;
      this.exited = true;
    });
  }

  /**
   * Waits until `/ping` answers 200.
   *
   * @throws with the server's own words when it exits, or when the time is over
   */
  public async ready(timeoutSeconds: number, signal: AbortSignal): Promise<void> {
    for (const end = Date.now() + timeoutSeconds * 1000; Date.now() < end; await sleep(20, undefined, { signal })) {
      if (this.exited) throw new Error(`Triton stopped before it was ready:\n${explain(this.log)}`);
      if (await this.answersPing()) return;
    }
    throw new Error(`Triton was not ready within ${timeoutSeconds} s:\n${explain(this.log)}`);
  }

  /** A place in the log. */
  public get logLength(): number {
    return this.log.length;
  }

  /** What the log's errors since a place say. */
  public errorsSince(logLength: number): string {
    return errorsIn(this.log.slice(logLength)).join('\n').trim();
  }

  /** Stops the server by SIGINT, on which it unloads its models; then by force. */
  public async stop(): Promise<void> {
    if (!this.exited) {
      const closed = once(this.child, 'close');
      this.child.kill('SIGINT');
      const timer = setTimeout(() => this.killGroup(), STOP_GRACE_MILLISECONDS);
      await closed;
      clearTimeout(timer);
    }
    this.killGroup();
    this.cleanUp();
  }

  private answersPing(): Promise<boolean> {
    return new Promise((resolve) => {
      http
        .get({ ...this.address, path: '/ping', agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode === 200);
        })
        .on('error', () => resolve(false));
    });
  }

  /** The server leads a process group of its own; what it started must not outlive it. */
  private killGroup(): void {
    try {
      process.kill(-(this.child.pid ?? NaN), 'SIGKILL');
    } catch {
      // nothing is left of it
    }
  }
}

const ENTRY = /^[IWE]\d{4} |^[+|]|^\[/;
const HARMLESS = /CudaDriverHelper has not been initialized|CUDA driver version is insufficient|DCGM|NVML/;

/** What of the server's log explains why it did not start: its error entries, with the lines that belong to each. */
export function explain(log: string): string {
  const telling = errorsIn(log);
  return (telling.length > 0 ? telling : log.split('\n').slice(-15)).join('\n').trim();
}

function errorsIn(log: string): string[] {
  const lines = log.split('\n');
  const telling: string[] = [];
  let within = false;
  for (const line of lines) {
    if (ENTRY.test(line)) within = /^E\d{4} |^\[libprotobuf ERROR/.test(line) && !HARMLESS.test(line);
    if (line.startsWith('error: ')) within = telling.length === 0;
    if (within && line.trim() !== '') telling.push(line.replace(/^E\d{4} \S+ \d+ \S+\] /, ''));
  }
  return telling;
}
