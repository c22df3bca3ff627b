import { RandomStream } from '../../measurements/random-stream';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { rulePage } from '../../findings/rule-page';

/**
 * Random intervals are rounded to whole nanoseconds. Logarithms can differ in the last bit between processors and releases of Node.js, but the
 * same seed must produce the same result.
 */
const NANOSECONDS_PER_SECOND = 1e9;
const NANOSECONDS_PER_MILLISECOND = 1e6;

/** Generator of the arrival times of a simulation, in milliseconds. @internal */
export interface ArrivalTimes {
  /** Fills the array with ascending arrival times. */
  fill(times: Float64Array, random: RandomStream): void;
}

/**
 * The arrival times of requests.
 *
 * Users of an endpoint do not wait for each other. Plan with open arrivals, which do not depend on responses (`poisson`, `gamma`,
 * `replayed`). Use `closedLoop` only to compare a result with the concurrency mode of perf_analyzer. The percentiles of that mode are lower
 * than the percentiles that users experience.
 *
 * @example
 * const arrivals = capacity.Arrivals.poisson(500); // independent users, 500 requests per second
 */
export class Arrivals {
  /**
   * Independent requests with exponentially distributed intervals. The usual model of many users.
   *
   * @param requestsPerSecond mean rate in requests per second, above 0
   */
  public static poisson(requestsPerSecond: number): Arrivals {
    return Arrivals.renewal('poisson', requestsPerSecond, (random) => random.exponential());
  }

  /**
   * Requests at equal intervals.
   *
   * @param requestsPerSecond rate in requests per second, above 0
   */
  public static constant(requestsPerSecond: number): Arrivals {
    return Arrivals.renewal('constant', requestsPerSecond, () => 1);
  }

  /**
   * Bursts of requests, with gamma-distributed intervals.
   *
   * @param requestsPerSecond mean rate in requests per second, above 0
   * @param burstiness squared coefficient of variation of the intervals between requests, above 0. 1 is a Poisson process, and 0 a constant
   * rate. With 5, about a third more capacity is required for the same 99th percentile
   */
  public static gamma(requestsPerSecond: number, burstiness: number): Arrivals {
    requireAboveZero('Arrivals.gamma: burstiness', burstiness);
    const shape = 1 / burstiness;
    return Arrivals.renewal('gamma', requestsPerSecond, (random) => random.gamma(shape) / shape);
  }

  /**
   * Requests at the recorded times of a log.
   *
   * @param atMilliseconds arrival time of each request in milliseconds, in any order
   * @param batches batch size of each request. The default for all requests is the `requestBatch` of the simulation
   */
  public static replayed(atMilliseconds: number[], batches?: number[]): Arrivals {
    if (batches && batches.length !== atMilliseconds.length) {
      throw new Error(
        `Arrivals.replayed: got ${batches.length} batches; allowed: one for each of the ${atMilliseconds.length} times ${rulePage('sizing.arrivals')}`,
      );
    }
    const order = atMilliseconds.map((_, i) => i).sort((i, j) => atMilliseconds[i] - atMilliseconds[j]);
    const times = order.map((i) => atMilliseconds[i]);
    return new Arrivals('replayed', {
      times: { fill: (target) => target.set(times.slice(0, target.length)) },
      count: times.length,
      batches: batches && order.map((i) => batches[i]),
    });
  }

  /**
   * Clients that send the next request immediately after each response.
   *
   * @param concurrency number of clients, each with one concurrent request, at least 1
   */
  public static closedLoop(concurrency: number): Arrivals {
    if (!Number.isInteger(concurrency) || concurrency < 1) {
      throw new Error(
        `${inLanguageOfApp('Arrivals.closedLoop')}: concurrency: got ${concurrency}; allowed: an integer from 1 ${rulePage('sizing.arrivals')}`,
      );
    }
    return new Arrivals('closed-loop', { concurrency });
  }

  private static renewal(
    kind: string,
    requestsPerSecond: number,
    interval: (random: RandomStream) => number,
  ): Arrivals {
    requireAboveZero(`Arrivals.${kind}: requestsPerSecond`, requestsPerSecond);
    const meanInterval = NANOSECONDS_PER_SECOND / requestsPerSecond;
    const fill = (times: Float64Array, random: RandomStream) => {
      let now = 0;
      for (let i = 0; i < times.length; i++) {
        now += Math.floor(meanInterval * interval(random) + 0.5); // faster than Math.round
        times[i] = now / NANOSECONDS_PER_MILLISECOND;
      }
    };
    return new Arrivals(kind, { times: { fill } });
  }

  private constructor(
    /** Type of the arrivals: `poisson`, `constant`, `gamma`, `replayed` or `closed-loop`. */
    public readonly kind: string,
    /** @internal */
    public readonly _stream: {
      readonly times?: ArrivalTimes;
      readonly concurrency?: number;
      readonly count?: number;
      readonly batches?: number[];
    },
  ) {}
}

function requireAboveZero(property: string, value: number): void {
  if (!(value > 0 && value < Infinity))
    throw new Error(`${inLanguageOfApp(property)}: got ${value}; allowed: above 0 ${rulePage('sizing.arrivals')}`);
}
