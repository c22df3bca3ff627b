/** Above this mean, a continuous distribution is as accurate as the sum of the probabilities of each count. */
const LARGE_MEAN = 200;

/** Below this mean, there are no events: smaller numbers are errors of rounding. */
const NEVER = 1e-12;

/**
 * The distribution of a count with this mean and variance: a negative binomial distribution if events occur in clusters, a Poisson
 * distribution if they are independent, and a binomial distribution if the variance is smaller than the mean. (Panjer's class.)
 */
export class CountDistribution {
  constructor(
    private readonly mean: number,
    private readonly variance: number,
  ) {}

  /** The probability that the count is larger than a number. */
  public above(count: number): number {
    if (count < 0) return 1;
    const { mean, variance } = this;
    if (mean < NEVER) return 0;
    if (variance <= 1e-9 * mean) return mean > count + 1e-9 ? 1 : 0;
    return mean > LARGE_MEAN ? this.aboveIfContinuous(count) : this.aboveIfDiscrete(Math.floor(count));
  }

  /** The smallest number that the count exceeds with at most this probability. */
  public quantile(probabilityAbove: number): number {
    const { mean, variance } = this;
    let [tooSmall, sufficient] = [-1, Math.ceil(mean + 4 * Math.sqrt(variance) + 20)];
    while (sufficient - tooSmall > 1) {
      const middle = Math.floor((tooSmall + sufficient) / 2);
      if (this.above(middle) <= probabilityAbove) sufficient = middle;
      else tooSmall = middle;
    }
    return sufficient;
  }

  /** Panjer's recursion: the probability of a count is that of the previous count, times (a + b / count). */
  private aboveIfDiscrete(count: number): number {
    const { mean, variance } = this;
    const a = 1 - mean / variance;
    const b = mean * (1 - a) - a;
    let probability = Math.exp(Math.abs(a) < 1e-6 ? -mean : (mean * (1 - a) * Math.log1p(-a)) / a);
    let below = probability;
    for (let k = 1; k <= count && probability > 0; k++) below += probability *= Math.max(0, a + b / k);
    return Math.max(0, 1 - below);
  }

  /** A gamma distribution, by the approximation of Wilson and Hilferty. */
  private aboveIfContinuous(count: number): number {
    const { mean, variance } = this;
    const shape = (mean * mean) / variance;
    return normalAbove(3 * Math.sqrt(shape) * (Math.cbrt((count + 0.5) / mean) - 1 + 1 / (9 * shape)));
  }
}

/** The probability of more than `z` in a standard normal distribution. Abramowitz and Stegun, 26.2.17, with an error below 1e-7. */
function normalAbove(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return z >= 0 ? tail : 1 - tail;
}
