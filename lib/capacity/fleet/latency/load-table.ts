import { Exceedance, Exceedances } from './exceedances';

/** The latencies of a fleet at a constant load. */
export interface LoadPointLatencies {
  /** Latencies in milliseconds, ascending. */
  readonly latencies: Float64Array;
  readonly meanMilliseconds: number;
  /** The requests that exceed a limit. Undefined if latencies are independent of each other. */
  readonly exceedances?: Exceedances;
}

/** Shares from a part to a multiple of the allowed share can be too high in one minute and not in another. */
const UNCLEAR_BELOW = 30;
const UNCLEAR_ABOVE = 3;
/** Size of a longer sample, as a multiple of the usual one. */
const LONGER_SAMPLE = 16;

/** The distribution of latencies by load, interpolated between simulated loads. A load is simulated when it is first needed. */
export class LoadTable {
  /** The highest simulated load. At a higher load, queues grow. */
  public readonly maxUtilization: number;
  private readonly points: (LoadPointLatencies | undefined)[];
  private readonly longerSamples: (Exceedances | undefined)[] = [];

  /** @param utilizations the loads to simulate, ascending */
  constructor(
    private readonly utilizations: readonly number[],
    private readonly simulate: (utilization: number, sampleFactor: number) => LoadPointLatencies,
  ) {
    this.maxUtilization = utilizations[utilizations.length - 1];
    this.points = utilizations.map(() => undefined);
  }

  /** The fraction of requests whose latency exceeds a limit. */
  public shareAbove(milliseconds: number, utilization: number): number {
    const { lower, upper, weight } = this.between(utilization);
    const share = shareOf(lower, milliseconds);
    return weight > 0 ? (1 - weight) * share + weight * shareOf(upper, milliseconds) : share;
  }

  /**
   * The requests that exceed a limit.
   *
   * @param allowedShare the share about which the result matters most
   */
  public above(milliseconds: number, utilization: number, allowedShare: number): Exceedance {
    const { index, weight } = this.positionOf(utilization);
    const high = this.exceedanceOf(index, milliseconds, allowedShare);
    if (weight === 1) return high;
    const low = this.exceedanceOf(index - 1, milliseconds, allowedShare);
    const between = (from: number, to: number): number => (1 - weight) * from + weight * to;
    return {
      // The share increases exponentially with the load.
      share: low.share > 0 ? low.share ** (1 - weight) * high.share ** weight : weight * high.share,
      dispersion: between(low.dispersion, high.dispersion),
      persistence: between(low.persistence, high.persistence),
      error: between(low.error, high.error),
    };
  }

  /** If it is not clear from a sample whether the share is allowed, a longer sample is simulated. */
  private exceedanceOf(index: number, milliseconds: number, allowedShare: number): Exceedance {
    const point = this.point(index);
    if (!point.exceedances) {
      const share = shareOf(point, milliseconds);
      return { share, dispersion: 1 - share, persistence: 1, error: 0 };
    }
    const exceedance = point.exceedances.above(milliseconds);
    const isClear = exceedance.share < allowedShare / UNCLEAR_BELOW || exceedance.share > allowedShare * UNCLEAR_ABOVE;
    if (isClear) return exceedance;
    const longer = (this.longerSamples[index] ??= this.simulate(this.utilizations[index], LONGER_SAMPLE).exceedances);
    return (longer ?? point.exceedances).above(milliseconds);
  }

  /** A range that contains the percentile of the latency, in milliseconds: the percentiles at the next simulated loads. */
  public percentileRange(percentile: number, utilization: number): [number, number] {
    const { lower, upper, weight } = this.between(utilization);
    const below = percentileOf(lower, percentile);
    const above = weight > 0 ? percentileOf(upper, percentile) : below;
    return [Math.min(below, above), Math.max(below, above)];
  }

  public mean(utilization: number): number {
    const { lower, upper, weight } = this.between(utilization);
    return (1 - weight) * lower.meanMilliseconds + weight * upper.meanMilliseconds;
  }

  private between(utilization: number): { lower: LoadPointLatencies; upper: LoadPointLatencies; weight: number } {
    const { index, weight } = this.positionOf(utilization);
    const upper = this.point(index);
    return weight === 1 ? { lower: upper, upper, weight: 0 } : { lower: this.point(index - 1), upper, weight };
  }

  /** The simulated load at or above a load, and its weight in the interpolation with the load before it. */
  private positionOf(utilization: number): { index: number; weight: number } {
    const { utilizations } = this;
    const next = utilizations.findIndex((each) => each >= utilization);
    const index = next < 0 ? utilizations.length - 1 : next;
    if (index === 0 || next < 0) return { index, weight: 1 };
    const [from, to] = [utilizations[index - 1], utilizations[index]];
    return { index, weight: (utilization - from) / (to - from) };
  }

  private point(index: number): LoadPointLatencies {
    return (this.points[index] ??= this.simulate(this.utilizations[index], 1));
  }
}

function shareOf({ latencies }: LoadPointLatencies, milliseconds: number): number {
  return 1 - rankOf(latencies, milliseconds) / latencies.length;
}

function percentileOf({ latencies }: LoadPointLatencies, percentile: number): number {
  return latencies[Math.max(0, Math.ceil((percentile / 100) * latencies.length - 1e-9) - 1)];
}

/** The number of values up to a limit. */
function rankOf(ascending: Float64Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  if (ascending[high - 1] <= limit) return high; // at most loads, no request exceeds the limit
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
