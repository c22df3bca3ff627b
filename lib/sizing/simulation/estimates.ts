import { Estimate } from '../batching-simulation';

const PARTS = 20;
/** Student's t with 19 degrees of freedom, two-sided 95 %. */
const T_95 = 2.093;
const BINS = 4096;

/** The mean of all values, with the confidence interval that the means of 20 consecutive parts give. */
export function estimateMean(values: Float64Array): Estimate {
  const means = new Float64Array(PARTS);
  let sum = 0;
  for (let part = 0; part < PARTS; part++) {
    const [from, to] = bounds(values.length, part);
    let partSum = 0;
    for (let i = from; i < to; i++) partSum += values[i];
    means[part] = partSum / (to - from);
    sum += partSum;
  }
  const mean = sum / values.length;
  const half = halfWidth(means);
  return { milliseconds: mean, low: mean - half, high: mean + half };
}

/**
 * Exact percentiles (nearest rank) without sorting: a histogram finds the bin of each, and only its values are sorted.
 * The confidence interval follows from how much the share of values below the percentile differs between the parts of
 * the run, so that it also holds for latencies that depend on each other, as those of a queue do.
 */
export function estimatePercentiles(values: Float64Array, percentiles: number[]): Estimate[] {
  const [low, high] = rangeOf(values);
  if (!(high > low)) return percentiles.map(() => ({ milliseconds: low, low, high }));

  const scale = (BINS - 1) / (high - low);
  const counts = histograms(values, low, scale);
  const below = new Int32Array(BINS + 1); // values in the bins before this one
  for (let bin = 0, sum = 0; bin < BINS; below[++bin] = sum) {
    for (let part = 0; part < PARTS; part++) sum += counts[part * BINS + bin];
  }
  const binOfRank = (rank: number) => {
    let first = 0;
    for (let last = BINS - 1; first < last;) {
      const middle = (first + last) >> 1;
      if (below[middle + 1] > rank) last = middle;
      else first = middle + 1;
    }
    return first;
  };
  const rankOf = (share: number) => Math.min(Math.max(Math.ceil(share * values.length) - 1, 0), values.length - 1);

  const ranks = percentiles.map((percentile) => rankOf(percentile / 100));
  const exact = valuesOfBins(values, low, scale, new Set(ranks.map(binOfRank)));
  return percentiles.map((percentile, i) => {
    const bin = binOfRank(ranks[i]);
    const shares = Float64Array.from({ length: PARTS }, (_, part) => {
      const [from, to] = bounds(values.length, part);
      let count = 0;
      for (let b = 0; b <= bin; b++) count += counts[part * BINS + b];
      return count / (to - from);
    });
    const half = halfWidth(shares);
    const milliseconds = exact.get(bin)?.[ranks[i] - below[bin]] ?? NaN;
    const lowest = low + binOfRank(rankOf(percentile / 100 - half)) / scale;
    const highest = low + (binOfRank(rankOf(percentile / 100 + half)) + 1) / scale;
    return { milliseconds, low: Math.min(lowest, milliseconds), high: Math.min(Math.max(highest, milliseconds), high) };
  });
}

function rangeOf(values: Float64Array): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** How many values of each part are in each bin. */
function histograms(values: Float64Array, low: number, scale: number): Int32Array {
  const counts = new Int32Array(PARTS * BINS);
  for (let part = 0; part < PARTS; part++) {
    const [from, to] = bounds(values.length, part);
    const offset = part * BINS;
    for (let i = from; i < to; i++) counts[offset + (((values[i] - low) * scale) | 0)]++;
  }
  return counts;
}

/** The sorted values of some bins. */
function valuesOfBins(values: Float64Array, low: number, scale: number, bins: Set<number>): Map<number, Float64Array> {
  const wanted = new Uint8Array(BINS);
  for (const bin of bins) wanted[bin] = 1;
  const found = new Map<number, number[]>([...bins].map((bin) => [bin, []]));
  for (let i = 0; i < values.length; i++) {
    const bin = ((values[i] - low) * scale) | 0;
    if (wanted[bin]) found.get(bin)?.push(values[i]);
  }
  return new Map([...found].map(([bin, list]) => [bin, Float64Array.from(list).sort()]));
}

function bounds(length: number, part: number): [number, number] {
  return [Math.floor((length * part) / PARTS), Math.floor((length * (part + 1)) / PARTS)];
}

function halfWidth(partValues: Float64Array): number {
  const given = partValues.filter((value) => !Number.isNaN(value)); // fewer than 20 values leave some parts empty
  const mean = given.reduce((sum, value) => sum + value, 0) / given.length;
  const squares = given.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return T_95 * Math.sqrt(squares / ((given.length - 1 || 1) * given.length));
}
