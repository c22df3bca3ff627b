import { ServiceTime } from '../service-time';

/**
 * The closest times that do not fall as the batch grows (pool adjacent violators): a larger batch never takes less time,
 * so where it was measured faster, that is noise.
 */
export function isotonic(rows: ServiceTime[]): ServiceTime[] {
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
