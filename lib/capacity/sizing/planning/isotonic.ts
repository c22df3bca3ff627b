import { ServiceTime } from '../../../measurements/latency-profile';

/**
 * Smooths measured times, so that they never decrease with the batch size (algorithm: pool adjacent violators). A larger batch cannot take less
 * time than a smaller batch, so such measurements are noise.
 */
export function smoothServiceTimes(rows: ServiceTime[]): ServiceTime[] {
  const pools: { sum: number; batches: number[] }[] = [];
  for (const { batch, milliseconds } of [...rows].sort((a, b) => a.batch - b.batch)) {
    let pool = { sum: milliseconds, batches: [batch] };
    for (let last = pools[pools.length - 1]; last && meanOf(last) > meanOf(pool); last = pools[pools.length - 1]) {
      pools.pop();
      pool = { sum: last.sum + pool.sum, batches: [...last.batches, ...pool.batches] };
    }
    pools.push(pool);
  }
  return pools.flatMap((pool) => pool.batches.map((batch) => ({ batch, milliseconds: meanOf(pool) })));
}

function meanOf({ sum, batches }: { sum: number; batches: number[] }): number {
  return sum / batches.length;
}
