import { Duration } from 'aws-cdk-lib';
import { UNRESOLVED_VALUE, withoutTokens } from '../findings/unresolved-values';
import { inLanguageOfApp } from '../findings/in-language-of-app';
import { rulePage } from '../findings/rule-page';

/**
 * The latency objective of an endpoint: a limit for a percentile of ModelLatency.
 *
 * The objective determines the latency alarm and the line on the dashboard.
 *
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, latencyObjective: LatencyObjective.p99(Duration.millis(200)) });
 */
export class LatencyObjective {
  /** 50 % of the requests complete within `limit`. */
  public static p50(limit: Duration): LatencyObjective {
    return new LatencyObjective(50, limit);
  }

  /** 90 % of the requests complete within `limit`. */
  public static p90(limit: Duration): LatencyObjective {
    return new LatencyObjective(90, limit);
  }

  /** 95 % of the requests complete within `limit`. */
  public static p95(limit: Duration): LatencyObjective {
    return new LatencyObjective(95, limit);
  }

  /** 99 % of the requests complete within `limit`. */
  public static p99(limit: Duration): LatencyObjective {
    return new LatencyObjective(99, limit);
  }

  /**
   * An objective for any percentile.
   *
   * @param percentile percentile, from 1 and below 100, such as 99
   * @param limit maximum latency at the percentile, above 0 and known at synthesis
   * @throws an error for invalid percentiles and limits
   */
  public static ofPercentile(percentile: number, limit: Duration): LatencyObjective {
    return new LatencyObjective(percentile, limit);
  }

  private constructor(
    /** Percentile, from 1 and below 100. */
    public readonly percentile: number,
    /** Maximum latency at the percentile. */
    public readonly limit: Duration,
  ) {
    // A percentile below 1 is a fraction by mistake: 0.99 for 99.
    if (!(percentile >= 1 && percentile < 100)) {
      throw new Error(
        `${inLanguageOfApp('LatencyObjective.ofPercentile')}: got ${withoutTokens(`${percentile}`)}; allowed: at least 1 and below 100, such as 99 ${rulePage('latency.percentile')}`,
      );
    }
    if (limit.isUnresolved() || limit.toMilliseconds({ integral: false }) <= 0) {
      const got = limit.isUnresolved() ? UNRESOLVED_VALUE : limit;
      throw new Error(
        `LatencyObjective.limit: got ${got}; allowed: more than 0 ms, known at synth, as thresholds follow from it ${rulePage('latency.limit')}`,
      );
    }
  }

  /**
   * Limit in milliseconds, which can be a fraction.
   *
   * @internal
   */
  public get _milliseconds(): number {
    return this.limit.toMilliseconds({ integral: false });
  }

  /** Percentile as a CloudWatch statistic, such as `p99`. */
  public get statistic(): string {
    return `p${this.percentile}`;
  }
}
