import { SingleBar } from 'cli-progress';

/** Jobs that take less time show no progress bar. */
const DELAY_MILLISECONDS = 2000;
const INTERVAL_MILLISECONDS = 200;

/**
 * A progress bar on standard error. The bar is shown only on a terminal and outside CI. All threads can add to `counter`, the number of
 * processed bytes.
 */
export class Progress {
  public readonly counter = new BigInt64Array(new SharedArrayBuffer(8));
  private readonly bar?: SingleBar;
  private readonly timer?: NodeJS.Timeout;

  constructor(title: string, totalBytes: number) {
    if (process.env.CI || !process.stderr.isTTY) return;
    const megabytes = (bytes: number | bigint): number => Math.round(Number(bytes) / 1e6);
    const start = Date.now();
    this.bar = new SingleBar({
      format: `${title} [{bar}] {percentage}% of {total} MB, {eta_formatted} left`,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: null,
    });
    this.timer = setInterval(() => {
      if (Date.now() - start < DELAY_MILLISECONDS || !this.bar) return;
      if (!this.bar.isActive) this.bar.start(megabytes(totalBytes), 0);
      this.bar.update(megabytes(Atomics.load(this.counter, 0)));
    }, INTERVAL_MILLISECONDS);
  }

  public add(bytes: number): void {
    Atomics.add(this.counter, 0, BigInt(bytes));
  }

  public stop(): void {
    clearInterval(this.timer);
    if (this.bar?.isActive) this.bar.stop();
  }
}
