/** Numbers of requests above this are neglected: at a utilization of 0.98, their probability is below 1e-8. */
const STATES = 480;
const BISECTIONS = 60;

/**
 * The exact M/D/c queue: requests arrive at random, each of `servers` servers executes one request at a time in exactly one unit of time, and
 * all servers share one queue.
 *
 * After each unit of time, the number of requests is the number that was not being executed before, plus the arrivals (Crommelin 1932). The
 * distribution of the wait follows from this number by sums of positive terms (G. J. Franx, "A simple solution for the M/D/c waiting time
 * distribution", Operations Research Letters 29, 2001).
 */
export class DeterministicQueue {
  private readonly rate: number;
  /** The probability of each number of requests, and the probability that at most this number waits. */
  private readonly shares: number[];
  private readonly atMostWaiting: number[] = [];

  constructor(
    private readonly servers: number,
    utilization: number,
  ) {
    this.rate = utilization * servers;
    this.shares = stationary(transitions(this.rate, servers));
    let sum = 0;
    for (const [count, share] of this.shares.entries()) {
      sum += share;
      if (count >= servers) this.atMostWaiting.push(sum);
    }
  }

  /** The mean wait, in execution times (Little's law). */
  public get meanWait(): number {
    const waiting = this.shares.reduce((sum, share, count) => sum + share * Math.max(0, count - this.servers), 0);
    return waiting / this.rate;
  }

  /** The probability that a request waits at most this time. */
  public waitsAtMost(time: number): number {
    const periods = Math.floor(time) + 1;
    const mean = this.rate * (periods - time);
    let term = Math.exp(-mean);
    let sum = 0;
    for (let arrivals = 0; arrivals < periods * this.servers; arrivals++) {
      const waiting = Math.min(periods * this.servers - arrivals - 1, this.atMostWaiting.length - 1);
      sum += this.atMostWaiting[waiting] * term;
      term *= mean / (arrivals + 1);
    }
    return sum;
  }

  /** A percentile of the latency, in execution times. */
  public latency(percentile: number): number {
    let [low, high] = [0, STATES / this.servers];
    if (this.waitsAtMost(0) >= percentile / 100) return 1;
    for (let i = 0; i < BISECTIONS; i++) {
      const middle = (low + high) / 2;
      if (this.waitsAtMost(middle) < percentile / 100) low = middle;
      else high = middle;
    }
    return 1 + high;
  }
}

/** The probabilities of each next number of requests. */
function transitions(rate: number, servers: number): Float64Array[] {
  const arrivals = new Float64Array(STATES);
  arrivals[0] = Math.exp(-rate);
  for (let count = 1; count < STATES; count++) arrivals[count] = (arrivals[count - 1] * rate) / count;
  return Array.from({ length: STATES }, (_, count) => {
    const left = Math.max(0, count - servers);
    const row = new Float64Array(STATES);
    row.set(arrivals.subarray(0, STATES - left), left);
    return row;
  });
}

/** The stationary distribution of a Markov chain, without subtractions (Grassmann, Taksar, Heyman 1985). */
function stationary(rows: Float64Array[]): number[] {
  for (let last = rows.length - 1; last > 0; last--) {
    const row = rows[last];
    const leaving = row.subarray(0, last).reduce((sum, share) => sum + share, 0);
    for (let from = 0; from < last; from++) {
      const factor = rows[from][last] / leaving;
      rows[from][last] = factor;
      if (factor > 0) for (let to = 0; to < last; to++) rows[from][to] += factor * row[to];
    }
  }
  const weights = [1];
  for (let state = 1; state < rows.length; state++)
    weights.push(weights.reduce((sum, weight, from) => sum + weight * rows[from][state], 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
