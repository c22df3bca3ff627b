import { Duration } from 'aws-cdk-lib';
import { rulePage } from '../findings/rule-page';

/**
 * The latency that the endpoint has to keep: a percentile of ModelLatency and its limit.
 *
 * It sets the latency alarm and the line drawn on the dashboard.
 *
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, latencyObjective: LatencyObjective.p99(Duration.millis(200)) });
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
   * @param limit the longest latency at that percentile, above 0, known at synth
   * @throws for other percentiles and limits
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
        `LatencyObjective.ofPercentile: got ${percentile}; allowed: above 0 and below 100 ${rulePage('latency.percentile')}`,
      );
    }
    if (limit.isUnresolved() || limit.toMilliseconds({ integral: false }) <= 0) {
      const got = limit.isUnresolved() ? 'a value that is only known at deploy time' : limit;
      throw new Error(
        `LatencyObjective.limit: got ${got}; allowed: more than 0 ms, known at synth, as thresholds follow from it ${rulePage('latency.limit')}`,
      );
    }
  }

  /** The percentile as a CloudWatch statistic, such as `p99`. */
  public get statistic(): string {
    return `p${this.percentile}`;
  }
}
