/**
 * Seeded random numbers: Chris Doty-Humphrey's sfc32 (public domain, passes PractRand), in integer arithmetic only. Streams with the same seed
 * and different stream numbers are independent, so a change of one input does not change the random numbers of other inputs.
 */
export class RandomStream {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;
  private spareExponential = 0;

  constructor(seed: number, stream: number) {
    this.a = seed | 0;
    this.b = Math.floor(seed / 2 ** 32) | 0;
    this.c = stream | 0;
    for (let i = 0; i < 15; i++) this.next();
  }

  /** A signed 32-bit integer. */
  public next(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum;
  }

  /** Uniform between 0 and 1, both excluded. */
  public uniform(): number {
    return ((this.next() >>> 0) + 0.5) / 2 ** 32;
  }

  /** An integer from 0 to `limit` - 1. */
  public integer(limit: number): number {
    return Math.floor(this.uniform() * limit);
  }

  /** Exponential with mean 1. One logarithm gives two values: the sum of two values, split at a uniform random fraction. */
  public exponential(): number {
    const spare = this.spareExponential;
    this.spareExponential = 0;
    if (spare > 0) return spare;
    const sum = -Math.log(this.uniform() * this.uniform());
    const first = sum * this.uniform();
    this.spareExponential = sum - first;
    return first;
  }

  /** Gamma with mean `shape` and scale 1: Marsaglia and Tsang 2000, with their boost for shapes below 1. */
  public gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * Math.exp(-this.exponential() / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal();
      const cubed = (1 + c * x) * (1 + c * x) * (1 + c * x);
      if (cubed > 0 && -this.exponential() < 0.5 * x * x + d * (1 - cubed + Math.log(cubed))) return d * cubed;
    }
  }

  /** Standard normal: Marsaglia's polar method. */
  private normal(): number {
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const square = x * x + y * y;
      if (square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
    }
  }
}
