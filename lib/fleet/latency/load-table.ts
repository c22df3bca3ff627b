/** The latencies of a fleet at a constant load. */
export interface LoadPointLatencies {
  /** Load as a fraction of the capacity. */
  readonly utilization: number;
  /** Latencies of all simulated requests in milliseconds, ascending. */
  readonly latencies: Float64Array;
  readonly meanMilliseconds: number;
}

/** The distribution of latencies by load, interpolated between simulated loads. */
export class LoadTable {
  /** The highest simulated load. At a higher load, queues grow. */
  public readonly maxUtilization: number;
  /** The longest latency at any simulated load. */
  public readonly longestMilliseconds: number;

  /** @param points results of simulations, in ascending order of the load */
  constructor(private readonly points: LoadPointLatencies[]) {
    this.maxUtilization = points[points.length - 1].utilization;
    this.longestMilliseconds = Math.max(...points.map(({ latencies }) => latencies[latencies.length - 1]));
  }

  /** The fraction of requests whose latency exceeds a limit. */
  public shareAbove(milliseconds: number, utilization: number): number {
    const { lower, upper, weight } = this.between(utilization);
    const above = ({ latencies }: LoadPointLatencies): number => 1 - rankOf(latencies, milliseconds) / latencies.length;
    return (1 - weight) * above(lower) + (weight > 0 ? weight * above(upper) : 0);
  }

  public mean(utilization: number): number {
    const { lower, upper, weight } = this.between(utilization);
    return (1 - weight) * lower.meanMilliseconds + weight * upper.meanMilliseconds;
  }

  private between(utilization: number): { lower: LoadPointLatencies; upper: LoadPointLatencies; weight: number } {
    const { points } = this;
    const index = points.findIndex((point) => point.utilization >= utilization);
    if (index === 0) return { lower: points[0], upper: points[0], weight: 0 };
    if (index < 0) return { lower: points[points.length - 1], upper: points[points.length - 1], weight: 0 };
    const [lower, upper] = [points[index - 1], points[index]];
    return { lower, upper, weight: (utilization - lower.utilization) / (upper.utilization - lower.utilization) };
  }
}

/** The number of values up to a limit. */
function rankOf(ascending: Float64Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
