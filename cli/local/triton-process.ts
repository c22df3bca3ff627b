import { ChildProcess } from 'child_process';
import { once } from 'events';
import * as http from 'http';
import { setTimeout as sleep } from 'timers/promises';
import { BoundedLog } from './bounded-log';
import { describeExit, oomKills } from './exit-reason';
import { printPart } from '../print';
import { errorsIn, explain } from './server-log';

const STOP_GRACE_MILLISECONDS = 10_000;

/** What a process still had to say when it ended is there by then. */
const LAST_WORDS_MILLISECONDS = 1_000;

/** Where a port of a server is reached. */
export type Address = { readonly socketPath: string } | { readonly host: '127.0.0.1'; readonly port: number };

export interface ProcessOptions {
  /** Where Triton's own HTTP endpoint is reached, which the container does not have. */
  readonly http?: Address;
  /** Removes what the server may have left behind. */
  readonly cleanUp?: () => void;
}

/** A started server, whichever engine runs it. */
export class TritonProcess {
  private readonly log = new BoundedLog();
  private stopping = false;
  private readonly end = new AbortController();
  private readonly exited: Promise<void>;

  constructor(
    private readonly child: ChildProcess,
    public readonly address: Address,
    verbose: boolean,
    private readonly options: ProcessOptions = {},
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        if (verbose) printPart(chunk.toString());
        this.log.add(chunk);
      });
    }
    this.exited = this.untilExit(oomKills());
  }

  /** Aborted when the server has ended although nobody stopped it, with the reason in words. */
  public get gone(): AbortSignal {
    return this.end.signal;
  }

  /**
   * Waits until `/ping` answers 200.
   *
   * @throws with the server's own words when it exits, or when the time is over
   */
  public async ready(timeoutSeconds: number, signal: AbortSignal): Promise<void> {
    for (const end = Date.now() + timeoutSeconds * 1000; Date.now() < end; await sleep(20, undefined, { signal })) {
      if (this.gone.aborted) {
        throw new Error(
          `Triton stopped before it was ready: ${this.gone.reason.message}\n${explain(this.log.since(0))}`,
        );
      }
      if (await this.answersPing()) return;
    }
    throw new Error(
      `Triton was not ready within ${timeoutSeconds} s (--start-timeout):\n${explain(this.log.since(0))}`,
    );
  }

  /** A place in the log. */
  public get logLength(): number {
    return this.log.length;
  }

  /**
   * The lines of the log's errors since a place.
   *
   * @param told what was said of errors elsewhere
   */
  public errorsSince(logLength: number, told?: string): string[] {
    return errorsIn(this.log.since(logLength), told);
  }

  /** The server's own HTTP port, which no container on SageMaker opens; undefined where it is closed. */
  public get http(): Address | undefined {
    return this.options.http;
  }

  /** Stops the server by SIGINT, on which it unloads its models; then by force. */
  public async stop(): Promise<void> {
    this.stopping = true;
    this.child.kill('SIGINT');
    const timer = setTimeout(() => this.killGroup(), STOP_GRACE_MILLISECONDS);
    await this.exited;
    clearTimeout(timer);
    this.killGroup();
    this.options.cleanUp?.();
  }

  /** Does not wait for whoever else holds the server's output open. */
  private async untilExit(killsBefore: number | undefined): Promise<void> {
    const closed = once(this.child, 'close').catch(() => undefined);
    let reason: string;
    try {
      const [code, signal] = (await once(this.child, 'exit')) as [number | null, NodeJS.Signals | null];
      reason = describeExit(code, signal, killsBefore, oomKills());
      await Promise.race([closed, sleep(LAST_WORDS_MILLISECONDS, undefined, { ref: false })]);
    } catch (error) {
      reason = (error as Error).message;
    }
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.destroy();
    if (!this.stopping) this.end.abort(new Error(reason));
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
