import { Duration } from 'aws-cdk-lib';

/**
 * The latency that the endpoint has to keep: a percentile of ModelLatency and its limit.
 *
 * It sets the latency alarm and the line drawn on the dashboard.
 */
export class LatencyObjective {
  /** Half of the requests are answered within `limit`. */
  public static p50(limit: Duration): LatencyObjective {
    return new LatencyObjective(50, limit);
  }

  /** 90 % of the requests are answered within `limit`. */
  public static p90(limit: Duration): LatencyObjective {
    return new LatencyObjective(90, limit);
  }

  /** 95 % of the requests are answered within `limit`. */
  public static p95(limit: Duration): LatencyObjective {
    return new LatencyObjective(95, limit);
  }

  /** 99 % of the requests are answered within `limit`. */
  public static p99(limit: Duration): LatencyObjective {
    return new LatencyObjective(99, limit);
  }

  /**
   * Any percentile.
   *
   * @param percentile above 0, below 100
   * @param limit the longest latency at that percentile, above 0
   */
  public static ofPercentile(percentile: number, limit: Duration): LatencyObjective {
    return new LatencyObjective(percentile, limit);
  }

  private constructor(
    /** The percentile, above 0 and below 100. */
    public readonly percentile: number,
    /** The longest latency at that percentile. */
    public readonly limit: Duration,
  ) {
    if (!(percentile > 0 && percentile < 100)) {
      throw new Error(
        `LatencyObjective.ofPercentile: got ${percentile}; allowed: above 0 and below 100 (latency.percentile)`,
      );
    }
    if (!limit.isUnresolved() && limit.toMilliseconds() <= 0) {
      throw new Error(`LatencyObjective.limit: got ${limit}; allowed: more than 0 ms (latency.limit)`);
    }
  }

  /** The percentile as a CloudWatch statistic, such as `p99`. */
  public get statistic(): string {
    return `p${this.percentile}`;
  }
}
