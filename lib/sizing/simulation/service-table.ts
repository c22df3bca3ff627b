import { ServiceTime } from '../service-time';
import { rulePage } from '../../findings/rule-page';

/**
 * Execution time by batch size, from 0 to `maxBatch`: interpolated between measurements, never extrapolated. Sizes below
 * the smallest measured one are NaN.
 */
export function serviceTable(rows: ServiceTime[], minBatch: number, maxBatch: number): Float64Array {
  const sorted = [...rows].sort((a, b) => a.batch - b.batch);
  for (const { batch, milliseconds } of sorted) {
    if (!Number.isInteger(batch) || batch < 1 || !(milliseconds > 0 && milliseconds < Infinity)) {
      throw new Error(
        `serviceTimes: got batch ${batch}, ${milliseconds} ms; allowed: batch from 1, time above 0 ${rulePage('sizing.service-time')}`,
      );
    }
  }
  const smallest = sorted[0]?.batch;
  const largest = sorted[sorted.length - 1]?.batch;
  if (smallest === undefined || smallest > minBatch || largest < maxBatch) {
    throw new Error(
      `serviceTimes: got batches ${sorted.length ? `${smallest} to ${largest}` : 'none'}; required: ${minBatch} to ${maxBatch}, since times are never extrapolated ${rulePage('sizing.service-time')}`,
    );
  }
  const table = new Float64Array(maxBatch + 1).fill(NaN);
  for (let i = 0; i < sorted.length; i++) {
    const from = sorted[i];
    const to = sorted[i + 1] ?? from;
    for (let batch = from.batch; batch <= Math.min(to.batch, maxBatch); batch++) {
      const share = to.batch === from.batch ? 0 : (batch - from.batch) / (to.batch - from.batch);
      table[batch] = from.milliseconds + share * (to.milliseconds - from.milliseconds);
    }
  }
  return table;
}
