/** An estimate and its 95 % confidence interval, calculated from the means of 20 consecutive parts of the run. */
export interface Estimate {
  readonly milliseconds: number;
  readonly low: number;
  readonly high: number;
}

/** Number of consecutive parts of a run. The differences between the parts determine the confidence interval. */
const PARTS = 20;
/** Student's t with 19 degrees of freedom, two-sided 95 %. */
const T_95 = 2.093;
/** Number of bins of the histogram. */
const BINS = 4096;

/** Returns the mean, with a confidence interval that is calculated from the means of 20 consecutive parts. */
export function estimateMean(values: Float64Array): Estimate {
  const means = new Float64Array(PARTS);
  let sum = 0;
  for (let part = 0; part < PARTS; part++) {
    const [start, end] = boundsOfPart(values.length, part);
    let partSum = 0;
    for (let i = start; i < end; i++) partSum += values[i];
    means[part] = partSum / (end - start);
    sum += partSum;
  }
  const mean = sum / values.length;
  const half = halfWidth(means);
  return { milliseconds: mean, low: mean - half, high: mean + half };
}

/**
 * Returns exact percentiles (nearest rank). A histogram finds the bin of each percentile, and only the values of this bin are sorted. For the
 * confidence interval, the fraction of values below the percentile is compared between the parts of the run. The interval is therefore also
 * valid for latencies that depend on each other, such as latencies of a queue.
 */
export function estimatePercentiles(values: Float64Array, percentiles: number[]): Estimate[] {
  const [low, high] = rangeOf(values);
  if (!(high > low)) return percentiles.map(() => ({ milliseconds: low, low, high }));

  const scale = (BINS - 1) / (high - low);
  const counts = histograms(values, low, scale);
  const below = new Int32Array(BINS + 1); // number of values in all previous bins
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
      const [start, end] = boundsOfPart(values.length, part);
      let count = 0;
      for (let b = 0; b <= bin; b++) count += counts[part * BINS + b];
      return count / (end - start);
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

/** Counts the values of each part in each bin. */
function histograms(values: Float64Array, low: number, scale: number): Int32Array {
  const counts = new Int32Array(PARTS * BINS);
  for (let part = 0; part < PARTS; part++) {
    const [start, end] = boundsOfPart(values.length, part);
    const offset = part * BINS;
    for (let i = start; i < end; i++) counts[offset + (((values[i] - low) * scale) | 0)]++;
  }
  return counts;
}

/** Returns the sorted values of the selected bins. */
function valuesOfBins(values: Float64Array, low: number, scale: number, bins: Set<number>): Map<number, Float64Array> {
  const isSelected = new Uint8Array(BINS);
  for (const bin of bins) isSelected[bin] = 1;
  const valuesByBin = new Map<number, number[]>([...bins].map((bin) => [bin, []]));
  for (let i = 0; i < values.length; i++) {
    const bin = ((values[i] - low) * scale) | 0;
    if (isSelected[bin]) valuesByBin.get(bin)?.push(values[i]);
  }
  return new Map([...valuesByBin].map(([bin, list]) => [bin, Float64Array.from(list).sort()]));
}

function boundsOfPart(length: number, part: number): [number, number] {
  return [Math.floor((length * part) / PARTS), Math.floor((length * (part + 1)) / PARTS)];
}

function halfWidth(partValues: Float64Array): number {
  const values = partValues.filter((value) => !Number.isNaN(value)); // some parts are empty with fewer than 20 values
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return T_95 * Math.sqrt(squares / ((values.length - 1 || 1) * values.length));
}
