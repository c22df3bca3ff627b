import { ChildProcess } from 'child_process';
import { once } from 'events';
import * as http from 'http';
import { setTimeout as sleep } from 'timers/promises';
import { describeExit } from './exit-reason';
import { printOutput } from '../output/print';
import { errorsIn, explainFailure } from './server-log';

/** Time that a server has to stop before it is killed. */
const STOP_GRACE_MILLISECONDS = 10_000;

/** Time to wait for the last output of a process that has ended. */
const LAST_OUTPUT_MILLISECONDS = 1_000;

/** The address of a port of a server. */
export type Address = { readonly socketPath: string } | { readonly host: '127.0.0.1'; readonly port: number };

/** How long a server may take to load its models. It ends by itself if a model cannot be loaded. */
const START_SECONDS = 600;

/** Maximum number of characters of the log that are kept, because a server can run for days. */
const KEPT_CHARACTERS = 8 * 1024 * 1024;

/** The process of a started server. */
export class TritonProcess {
  /** The end of the log. */
  private log = '';
  private droppedLength = 0;
  private isStopping = false;
  private readonly exitController = new AbortController();
  private readonly exited: Promise<void>;

  constructor(
    private readonly child: ChildProcess,
    public readonly address: Address,
    verbose: boolean,
    /** The address of Triton's standard HTTP port, which is closed in the container. */
    public readonly http: Address,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.addToLog(text));
      if (stream && verbose) printOutput(stream);
    }
    this.exited = this.waitForExit();
  }

  /** Aborted if the server ends without being stopped. The abort reason is an error that describes the exit. */
  public get exitSignal(): AbortSignal {
    return this.exitController.signal;
  }

  /**
   * Waits until `/ping` returns 200.
   *
   * @throws with lines of the server's log if the server exits, or is not ready within the timeout
   */
  public async waitUntilReady(signal: AbortSignal): Promise<void> {
    for (
      const deadline = Date.now() + START_SECONDS * 1000;
      Date.now() < deadline;
      await sleep(20, undefined, { signal })
    ) {
      if (this.exitSignal.aborted) {
        throw new Error(
          `Triton stopped before it was ready: ${this.exitSignal.reason.message}\n${explainFailure(this.log)}`,
        );
      }
      if (await this.isReady()) return;
    }
    throw new Error(`Triton was not ready within ${START_SECONDS} s:\n${explainFailure(this.log)}`);
  }

  /** The current length of the log. */
  public get logLength(): number {
    return this.droppedLength + this.log.length;
  }

  /**
   * The lines of errors that were logged after the log had this length.
   *
   * @param reported text with errors that were already reported
   */
  public errorsSince(logLength: number, reported?: string): string[] {
    return errorsIn(this.logSince(logLength), reported);
  }

  /** The text that was logged after the log had this length. */
  public logSince(logLength: number): string {
    return this.log.slice(Math.max(0, logLength - this.droppedLength));
  }

  /** Stops the server with SIGINT, so it unloads its models. Kills the server after a grace period. */
  public async stop(): Promise<void> {
    this.isStopping = true;
    this.child.kill('SIGINT');
    const timer = setTimeout(() => this.killGroup(), STOP_GRACE_MILLISECONDS);
    await this.exited;
    clearTimeout(timer);
    this.killGroup();
  }

  /**
   * Waits until the server ends, and then briefly for the rest of its output. The wait is short, because processes that the server started
   * may keep the output open.
   */
  private async waitForExit(): Promise<void> {
    const closed = once(this.child, 'close').catch(() => undefined);
    let reason: string;
    try {
      const [code, signal] = (await once(this.child, 'exit')) as [number | null, NodeJS.Signals | null];
      reason = describeExit(code, signal);
      await Promise.race([closed, sleep(LAST_OUTPUT_MILLISECONDS, undefined, { ref: false })]);
    } catch (error) {
      reason = (error as Error).message;
    }
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.destroy();
    if (!this.isStopping) this.exitController.abort(new Error(reason));
  }

  private addToLog(text: string): void {
    this.log += text;
    if (this.log.length <= 2 * KEPT_CHARACTERS) return;
    this.droppedLength += this.log.length - KEPT_CHARACTERS;
    this.log = this.log.slice(-KEPT_CHARACTERS);
  }

  private isReady(): Promise<boolean> {
    return new Promise((resolve) => {
      http
        .get({ ...this.address, path: '/ping', agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode === 200);
        })
        .on('error', () => resolve(false));
    });
  }

  /** Kills the process group of the server, including processes that the server started. */
  private killGroup(): void {
    try {
      process.kill(-(this.child.pid ?? NaN), 'SIGKILL');
    } catch {
      // The process group has ended.
    }
  }
}
