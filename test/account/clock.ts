import { syncBuiltinESMExports } from 'node:module';
import * as FakeTimers from '@sinonjs/fake-timers';

const realSetImmediate = setImmediate;
const realTimeout = AbortSignal.timeout;
const realRandom = Math.random;

/** The hour at which each history begins. */
const START = Date.UTC(2026, 0, 5, 9);

/** Longer than any deployment may take: what is still waiting then waits for nothing. */
const LONGEST_MILLISECONDS = 14 * 24 * 3_600_000;

/**
 * Virtual time of this process. Timers, dates and the SDK's pauses pass as fast as their work is done. It is installed for one history,
 * and removed afterwards, since the files of a test worker share their process.
 */
export class VirtualClock {
  /** Starts virtual time, and makes `Math.random` follow the seed. */
  public static install(seed: number): VirtualClock {
    return new VirtualClock(seed);
  }

  public readonly random: () => number;
  private readonly clock: FakeTimers.Clock;
  /** Work that needs the real event loop, such as the SDK's look for a configuration file. Time stands still meanwhile. */
  private outside = 0;
  private readonly errors: unknown[] = [];
  private limit = Infinity;

  private constructor(seed: number) {
    this.random = generator(seed);
    this.clock = FakeTimers.install({
      now: START,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    });
    // The fake timers leave out this one, which Node runs on timers of its own.
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

  public after(milliseconds: number, what: () => void | Promise<void>): void {
    setTimeout(() => {
      void (async () => what())().catch((error) => this.errors.push(error));
    }, milliseconds);
  }

  public async sleep(milliseconds: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  /** Days pass at once, in which nothing happens: what waits goes on waiting. */
  public skip(milliseconds: number): void {
    this.limit += milliseconds;
    this.clock.setSystemTime(Date.now() + milliseconds);
  }

  /** Holds the clock while something needs real time. The returned function lets it go on. */
  public hold(): () => void {
    let held = true;
    this.outside++;
    return () => {
      if (held) this.outside--;
      held = false;
    };
  }

  /** Lets virtual time pass until the work is done. */
  public async run<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const end = (): void => void (done = true);
    work.then(end, end);
    this.limit = Date.now() + LONGEST_MILLISECONDS;
    for (;;) {
      do await turn();
      while (this.outside > 0);
      if (this.errors.length > 0) throw this.errors[0];
      if (done) return work;
      if (this.clock.countTimers() === 0) throw new Error('Everything waits, and nothing will happen any more');
      if (Date.now() > this.limit) throw new Error('Two weeks passed, and it is not done');
      this.clock.next();
    }
  }
}

/** Once around the real event loop: all that can run without time passing has run then. */
async function turn(): Promise<void> {
  await new Promise((resolve) => realSetImmediate(resolve));
}

/** Mulberry32: the same numbers for the same seed. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
