import { syncBuiltinESMExports } from 'node:module';
import * as FakeTimers from '@sinonjs/fake-timers';

const realSetImmediate = setImmediate;
const realTimeout = AbortSignal.timeout;
const realRandom = Math.random;

/** The virtual time at which each simulation begins. */
const START = Date.UTC(2026, 0, 5, 9);

/** Longer than any deployment: work that has not finished after this time never finishes. */
const LONGEST_MILLISECONDS = 14 * 24 * 3_600_000;

/**
 * Virtual time of this process. If all work waits for timers, the time jumps to the next timer. The clock is installed for one simulation
 * and uninstalled afterwards, since test files share a process.
 */
export class VirtualClock {
  /** Replaces the timers and dates of the process with virtual time, and `Math.random` with a generator from the seed. */
  public static install(seed: number): VirtualClock {
    return new VirtualClock(seed);
  }

  public readonly random: () => number;
  private readonly clock: FakeTimers.Clock;
  /** Number of pending operations that need real time, such as reading a file. Virtual time is paused until it is 0. */
  private pendingOperations = 0;
  private readonly errors: unknown[] = [];
  private deadline = Infinity;

  private constructor(seed: number) {
    this.random = createGenerator(seed);
    this.clock = FakeTimers.install({
      now: START,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
      // An idle connection of an earlier test clears its real timer when the server closes the connection.
      shouldClearNativeTimers: true,
    });
    // The fake timers do not replace `AbortSignal.timeout`, which uses internal timers of Node.js.
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), milliseconds);
      return controller.signal;
    };
    Math.random = this.random;
    syncBuiltinESMExports();
  }

  public uninstall(): void {
    this.clock.uninstall();
    AbortSignal.timeout = realTimeout;
    Math.random = realRandom;
    syncBuiltinESMExports();
  }

  public after(milliseconds: number, action: () => void | Promise<void>): void {
    setTimeout(() => {
      void (async () => action())().catch((error) => this.errors.push(error));
    }, milliseconds);
  }

  public async sleep(milliseconds: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  /** Advances the date without running timers: pending timers keep their remaining time. */
  public skip(milliseconds: number): void {
    this.deadline += milliseconds;
    this.clock.setSystemTime(Date.now() + milliseconds);
  }

  /** Pauses virtual time during an operation that needs real time. The returned function resumes it. */
  public pause(): () => void {
    let isPending = true;
    this.pendingOperations++;
    return () => {
      if (isPending) this.pendingOperations--;
      isPending = false;
    };
  }

  /** Advances virtual time until the work is done. */
  public async run<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const markDone = (): void => void (done = true);
    work.then(markDone, markDone);
    this.deadline = Date.now() + LONGEST_MILLISECONDS;
    for (;;) {
      do await turnEventLoop();
      while (this.pendingOperations > 0);
      if (this.errors.length > 0) throw this.errors[0];
      if (done) return work;
      if (this.clock.countTimers() === 0) throw new Error('All work waits, but no timer is pending');
      if (Date.now() > this.deadline) throw new Error('The work is not done after two weeks of virtual time');
      this.clock.next();
    }
  }
}

/** One turn of the real event loop. Afterwards, all work that does not wait for time has run. */
async function turnEventLoop(): Promise<void> {
  await new Promise((resolve) => realSetImmediate(resolve));
}

/** The pseudorandom generator Mulberry32. */
function createGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
