import { LatencyProfile, ServiceTime } from '../../../lib/measurements/latency-profile';
import { serviceTable } from '../../../lib/capacity/sizing/simulation/service-table';
import { ConfiguredModel } from '../deployed/configured-model';
import { executedRequests, ModelMinute } from '../metrics/minutes';
import { fitLine, FittedLine } from './fit';
import { loadOf, MIN_REQUESTS_OF_MEANS } from './load';
import { replay, SimulatedSetting } from './replay';

/**
 * Execution times by batch size between two ends: those of the end `small` grow as little as possible with the batch, and those of the end `large` as
 * much as possible.
 */
export interface ServiceTimeRange {
  readonly small: ServiceTime[];
  readonly large: ServiceTime[];
  /** Time of a batch of one item at both ends, in milliseconds: the shortest and the longest. */
  readonly single: readonly [number, number];
  readonly source: string;
  /** Whether the measurements determine how the time grows with the batch. */
  readonly isKnown: boolean;
}

/** Groups of minutes with similar rates, in which the batch sizes are simulated. */
const GROUPS = 5;
const ITERATIONS = 3;
/** Largest part of the range of possible slopes for a slope that counts as known. */
const KNOWN_SHARE = 0.5;

/** Fits the execution times by batch size to the minutes of a model. */
export function fitServiceTimes(
  { maxBatchSize }: ConfiguredModel,
  minutes: readonly ModelMinute[],
  setting: SimulatedSetting,
): ServiceTimeRange {
  let biases: Biases = [];
  let line = lineThrough(minutes, biases);
  // The mean time of a minute counts each item, so it is that of a larger batch than the mean batch. How much larger is known from a simulation with
  // the fitted times.
  for (let iteration = 0; setting.dynamicBatching && iteration < ITERATIONS; iteration++) {
    biases = simulatedBiases(minutes, timesOf(line, line.slope, maxBatchSize), setting);
    line = lineThrough(minutes, biases);
  }
  const measured = rangeOfBatches(minutes, biases);
  const small = timesOf(line, line.lowSlope, maxBatchSize, { ...measured, below: 'constant', above: 'on the line' });
  const large = timesOf(line, line.highSlope, maxBatchSize, {
    ...measured,
    below: 'proportional',
    above: 'proportional',
  });
  const possible = line.meanMilliseconds / line.meanBatch;
  const isKnown = line.highSlope - line.lowSlope <= KNOWN_SHARE * possible;
  const ends = [small[0].milliseconds, large[0].milliseconds];
  return {
    ...{ small, large, isKnown },
    single: [Math.min(...ends), Math.max(...ends)],
    source: isKnown
      ? `fitted to ${minutes.length} minutes with mean batches up to ${rangeOfBatches(minutes, []).largest.toFixed(1)}`
      : 'between a time that does not depend on the batch and a time that is proportional to the batch',
  };
}

/**
 * The execution times of a latency table, which were measured on the whole way of a request. At one end, they are multiplied with a factor, and at the
 * other end a constant is added, so that the time of the measured batches is that of the metrics.
 *
 * @throws if the table does not fit the metrics
 */
export function tabulatedServiceTimes(
  { serviceTimes }: LatencyProfile,
  { name, maxBatchSize }: ConfiguredModel,
  minutes: readonly ModelMinute[],
  setting: SimulatedSetting,
): ServiceTimeRange {
  const sorted = [...serviceTimes].sort((one, other) => one.batch - other.batch);
  const last = sorted[sorted.length - 1];
  const complete =
    last.batch < maxBatchSize
      ? [...sorted, { batch: maxBatchSize, milliseconds: (last.milliseconds * maxBatchSize) / last.batch }]
      : sorted;
  const { load } = loadOf(minutes);
  const { meanBatchOfItems } = replay(load, complete, setting);
  const table = serviceTable(complete, 1, Math.max(maxBatchSize, 1));
  const tabulated = table[Math.min(maxBatchSize, Math.max(1, Math.round(meanBatchOfItems)))];
  const { meanMilliseconds } = lineThrough(minutes, []);
  const ratio = meanMilliseconds / tabulated;
  if (ratio < MIN_RATIO || ratio > 1 / MIN_RATIO)
    throw new Error(
      `advise: --latency-table: got ${tabulated.toFixed(1)} ms for the batches of the model ${name}, whose executions take ` +
        `${meanMilliseconds.toFixed(1)} ms in the metrics; required: a table of the same model on the same instance type`,
    );
  const ends = [
    complete.map(({ batch, milliseconds }) => ({ batch, milliseconds: milliseconds * ratio })),
    complete.map(({ batch, milliseconds }) => ({ batch, milliseconds: milliseconds + meanMilliseconds - tabulated })),
  ];
  const timeOfLargest = (times: ServiceTime[]): number => times[times.length - 1].milliseconds;
  // An addition can result in a time below 0.
  const possible = ends
    .filter((times) => times[0].milliseconds > 0)
    .sort((a, b) => timeOfLargest(a) - timeOfLargest(b));
  const [small, large = small] = possible;
  const singles = possible.map(([{ milliseconds }]) => milliseconds);
  return {
    ...{ small, large, isKnown: true },
    single: [Math.min(...singles), Math.max(...singles)],
    source: 'those of the latency table, adjusted to the metrics',
  };
}

/** The time of a batch, interpolated between the measured batches. The mean batch of a minute is not a whole number. */
export function timeOfBatch(times: readonly ServiceTime[], batch: number): number {
  const next = Math.max(
    1,
    times.findIndex((time) => time.batch >= batch),
  );
  const [lower, upper = lower] = times.slice(next - 1, next + 1);
  const weight = upper.batch > lower.batch ? (batch - lower.batch) / (upper.batch - lower.batch) : 0;
  return lower.milliseconds + weight * (upper.milliseconds - lower.milliseconds);
}

const MIN_RATIO = 0.5;

function lineThrough(minutes: readonly ModelMinute[], biases: Biases): FittedLine {
  return fitLine(
    minutes.map((minute) => ({
      batch: batchOfItems(minute, biases),
      milliseconds: minute.computeDuration / executedRequests(minute),
      weight: minute.executions,
    })),
  );
}

function rangeOfBatches(minutes: readonly ModelMinute[], biases: Biases): { smallest: number; largest: number } {
  const batches = minutes.map((minute) => batchOfItems(minute, biases));
  return { smallest: Math.min(...batches), largest: Math.max(...batches) };
}

/** Ratios of the mean batch of an item to the mean batch of an execution, by the mean batch of executions. Ascending. */
type Biases = readonly { readonly meanBatch: number; readonly ratio: number }[];

/** The ratios of groups of minutes with similar rates. Batches of the smallest and of the largest size all have the same size. */
function simulatedBiases(
  minutes: readonly ModelMinute[],
  serviceTimes: ServiceTime[],
  setting: SimulatedSetting,
): Biases {
  const rateOf = (minute: ModelMinute): number => executedRequests(minute) / minute.instances;
  const byRate = [...minutes].sort((one, other) => rateOf(one) - rateOf(other));
  const size = Math.ceil(byRate.length / GROUPS);
  const groups = Array.from({ length: Math.ceil(byRate.length / size) }, (_, index) =>
    byRate.slice(index * size, (index + 1) * size),
  );
  const { itemsPerRequest } = loadOf(minutes).load;
  return [
    { meanBatch: itemsPerRequest, ratio: 1 },
    ...groups.map((group) => {
      const { meanBatch, meanBatchOfItems } = replay(loadOf(group, MIN_REQUESTS_OF_MEANS).load, serviceTimes, setting);
      return { meanBatch, ratio: meanBatchOfItems / meanBatch };
    }),
    { meanBatch: setting.maxBatchSize, ratio: 1 },
  ].sort((one, other) => one.meanBatch - other.meanBatch);
}

/** The mean batch of an item in a minute. */
function batchOfItems({ inferences, executions }: ModelMinute, biases: Biases): number {
  const mean = inferences / executions;
  const next = biases.findIndex(({ meanBatch }) => meanBatch >= mean);
  if (next <= 0) return mean;
  const [lower, upper] = [biases[next - 1], biases[next]];
  const weight = (mean - lower.meanBatch) / (upper.meanBatch - lower.meanBatch);
  return mean * ((1 - weight) * lower.ratio + weight * upper.ratio);
}

/** The measured batches, and the times of smaller and of larger batches, which are not measured. */
interface MeasuredRange {
  readonly smallest: number;
  readonly largest: number;
  readonly below: 'constant' | 'proportional';
  readonly above: 'on the line' | 'proportional';
}

/** The times on a line, for all batches or within a measured range. */
function timesOf(
  { meanBatch, meanMilliseconds }: FittedLine,
  slope: number,
  maxBatchSize: number,
  range?: MeasuredRange,
): ServiceTime[] {
  const onLine = (batch: number): number => meanMilliseconds + slope * (batch - meanBatch);
  const within = (batch: number): number => Math.min(maxBatchSize, Math.max(1, batch));
  const smallest = within(Math.floor(range?.smallest ?? 1));
  const largest = within(Math.ceil(range?.largest ?? maxBatchSize));
  const times = [
    { batch: 1, milliseconds: range?.below === 'proportional' ? onLine(smallest) / smallest : onLine(smallest) },
    { batch: smallest, milliseconds: onLine(smallest) },
    { batch: largest, milliseconds: onLine(largest) },
    {
      batch: maxBatchSize,
      milliseconds: range?.above === 'proportional' ? (onLine(largest) * maxBatchSize) / largest : onLine(maxBatchSize),
    },
  ];
  return times.filter(({ batch }, index) => index === 0 || batch > times[index - 1].batch);
}
