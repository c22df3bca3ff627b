/** The requests of a load that exceed a limit. */
export interface Exceedance {
  /** The fraction of requests. */
  readonly share: number;
  /** Variance of the number of these requests in a minute, divided by its mean. Above 1 if they occur together, while a queue is long. */
  readonly dispersion: number;
  /** The same in much longer times, divided by the dispersion in a minute: above 1 if minutes with long queues follow each other. */
  readonly persistence: number;
  /** Standard error of the share, as a fraction of it. */
  readonly error: number;
}

/** The blocks of consecutive requests are at most this fraction of a sample, so that they differ. */
const LARGEST_BLOCK = 1 / 8;
/** The longest latencies of a sample. The share of still longer ones cannot be counted: it decreases exponentially. */
const TAIL = 128;

/** Share of a share that is not known better than its order of magnitude. */
const MAX_ERROR = 4;

/** Counts the requests that exceed a limit, in a sample of a constant load. */
export class Exceedances {
  private readonly inOrder: Float32Array;
  private readonly tailFrom: number;
  private readonly meanExcess: number;
  private readonly known = new Map<number, Exceedance>();

  /**
   * @param inOrder latencies in order of arrival
   * @param ascending the same latencies, or an even part of them
   */
  constructor(
    inOrder: Float64Array,
    ascending: Float64Array,
    private readonly requestsPerMinute: number,
  ) {
    this.inOrder = Float32Array.from(inOrder);
    const tail = Math.ceil((TAIL * ascending.length) / inOrder.length);
    this.tailFrom = ascending[Math.max(0, ascending.length - tail - 1)];
    let [count, excess] = [0, 0];
    for (const latency of inOrder) {
      if (latency <= this.tailFrom) continue;
      count++;
      excess += latency - this.tailFrom;
    }
    this.meanExcess = count > 0 ? excess / count : 0;
  }

  public above(milliseconds: number): Exceedance {
    let known = this.known.get(milliseconds);
    if (!known) {
      known = milliseconds > this.tailFrom ? this.inTail(milliseconds) : this.count(milliseconds);
      this.known.set(milliseconds, known);
    }
    return known;
  }

  private inTail(milliseconds: number): Exceedance {
    const counted = this.above(this.tailFrom);
    const excesses = (milliseconds - this.tailFrom) / this.meanExcess;
    const share = counted.share * Math.exp(-excesses);
    // The error of the mean excess adds to that of the share.
    return { ...counted, share, error: share > 0 ? Math.min(counted.error * (1 + excesses), MAX_ERROR) : 0 };
  }

  private count(milliseconds: number): Exceedance {
    const { length } = this.inOrder;
    const largest = Math.max(1, Math.floor(length * LARGEST_BLOCK));
    const block = Math.max(1, Math.min(largest, Math.floor(this.requestsPerMinute)));
    const { count, dispersion } = this.countInBlocks(milliseconds, block);
    const long = block === largest ? dispersion : this.countInBlocks(milliseconds, largest).dispersion;
    return {
      share: count / length,
      dispersion,
      persistence: dispersion > 0 ? Math.max(1, long / dispersion) : 1,
      error: Math.sqrt(Math.max(dispersion, long) / Math.max(1, count)),
    };
  }

  private countInBlocks(milliseconds: number, block: number): { count: number; dispersion: number } {
    const { inOrder } = this;
    const limit = Math.fround(milliseconds);
    let [count, inBlock, sum, squares] = [0, 0, 0, 0];
    for (let index = 0; index < inOrder.length; index++) {
      if (inOrder[index] > limit) {
        inBlock++;
        count++;
      }
      if (index >= block && inOrder[index - block] > limit) inBlock--;
      if (index < block - 1) continue;
      sum += inBlock;
      squares += inBlock * inBlock;
    }
    const blocks = inOrder.length - block + 1;
    // Blocks are a part of the sample with whose mean they are compared.
    return { count, dispersion: sum > 0 ? (squares / sum - sum / blocks) / (1 - block / inOrder.length) : 0 };
  }
}
