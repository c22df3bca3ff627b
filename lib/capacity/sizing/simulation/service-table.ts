import { ServiceTime } from '../../../measurements/latency-profile';
import { inLanguageOfApp } from '../../../findings/in-language-of-app';
import { rulePage } from '../../../findings/rule-page';

/**
 * Returns execution times by batch size, from 0 to `maxBatch`. Times are interpolated between measurements and not extrapolated. Batch sizes below
 * the smallest measured size are NaN.
 */
export function serviceTable(rows: ServiceTime[], minBatch: number, maxBatch: number): Float64Array {
  const sorted = [...rows].sort((a, b) => a.batch - b.batch);
  for (const { batch, milliseconds } of sorted) {
    if (!Number.isInteger(batch) || batch < 1 || !(milliseconds > 0 && milliseconds < Infinity)) {
      throw new Error(
        `${inLanguageOfApp('serviceTimes')}: got batch ${batch}, ${milliseconds} ms; allowed: batch from 1, time above 0 ${rulePage('sizing.service-time')}`,
      );
    }
  }
  const smallest = sorted[0]?.batch;
  const largest = sorted[sorted.length - 1]?.batch;
  if (smallest === undefined || smallest > minBatch || largest < maxBatch) {
    throw new Error(
      `${inLanguageOfApp('serviceTimes')}: got batches ${sorted.length ? `${smallest} to ${largest}` : 'none'}; required: ${minBatch} to ${maxBatch}, since times are never extrapolated ${rulePage('sizing.service-time')}`,
    );
  }
  const table = new Float64Array(maxBatch + 1).fill(NaN);
  for (let i = 0; i < sorted.length; i++) {
    const lower = sorted[i];
    const upper = sorted[i + 1] ?? lower;
    for (let batch = lower.batch; batch <= Math.min(upper.batch, maxBatch); batch++) {
      const fraction = upper.batch === lower.batch ? 0 : (batch - lower.batch) / (upper.batch - lower.batch);
      table[batch] = lower.milliseconds + fraction * (upper.milliseconds - lower.milliseconds);
    }
  }
  return table;
}
