/** A measurement of the execution time: the mean of a minute. */
export interface TimeOfBatch {
  /** Mean batch size, as the items of the batches count. */
  readonly batch: number;
  readonly milliseconds: number;
  /** Number of executions. */
  readonly weight: number;
}

/** A straight line through the mean of the measurements: the execution time by batch size. */
export interface FittedLine {
  readonly meanBatch: number;
  readonly meanMilliseconds: number;
  /** Time for each further item in the batch, between 0 and that of a time that is proportional to the batch. */
  readonly slope: number;
  /** The 95 % confidence interval of the slope, limited to the same range. */
  readonly lowSlope: number;
  readonly highSlope: number;
}

/** Standard errors in half of a 95 % confidence interval. */
const STANDARD_ERRORS = 2;

/** Fits execution times by weighted least squares. Without different batch sizes, the slope is not known, and its interval is the whole range. */
export function fitLine(measurements: readonly TimeOfBatch[]): FittedLine {
  const total = sum(measurements, ({ weight }) => weight);
  const meanBatch = sum(measurements, ({ weight, batch }) => weight * batch) / total;
  const meanMilliseconds = sum(measurements, ({ weight, milliseconds }) => weight * milliseconds) / total;
  const largest = meanMilliseconds / meanBatch;
  const limited = (slope: number): number => Math.min(largest, Math.max(0, slope));
  const squares = sum(measurements, ({ weight, batch }) => weight * (batch - meanBatch) ** 2);
  const slope =
    sum(
      measurements,
      ({ weight, batch, milliseconds }) => weight * (batch - meanBatch) * (milliseconds - meanMilliseconds),
    ) / squares;
  const residuals = sum(
    measurements,
    ({ weight, batch, milliseconds }) => weight * (milliseconds - meanMilliseconds - slope * (batch - meanBatch)) ** 2,
  );
  const error = STANDARD_ERRORS * Math.sqrt(residuals / (measurements.length - 2) / squares);
  const isKnown = squares > 0 && measurements.length > 2 && error < largest;
  return {
    meanBatch,
    meanMilliseconds,
    slope: isKnown ? limited(slope) : largest / 2,
    lowSlope: isKnown ? limited(slope - error) : 0,
    highSlope: isKnown ? limited(slope + error) : largest,
  };
}

function sum<T>(values: readonly T[], valueOf: (value: T) => number): number {
  return values.reduce((total, value) => total + valueOf(value), 0);
}
