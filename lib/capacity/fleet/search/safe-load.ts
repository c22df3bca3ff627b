import { LatencyObjective } from '../../../platform';
import { ServiceModel } from '../latency/service-model';

/** Number of bisections: the result is accurate to a thousandth of the capacity. */
const BISECTIONS = 10;

/**
 * The highest utilization at which a fleet of this size meets an objective. 0 if no utilization does, because even an execution without a
 * wait takes too long.
 */
export function safeUtilization(
  service: ServiceModel,
  instances: number,
  { percentile, _milliseconds: limit }: LatencyObjective,
): number {
  const table = service.tableOf(instances);
  const allowed = 1 - percentile / 100;
  const meets = (utilization: number): boolean => table.shareAbove(limit, utilization) <= allowed;
  if (meets(table.maxUtilization)) return table.maxUtilization;
  let low = 0;
  let high = table.maxUtilization;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (meets(middle)) low = middle;
    else high = middle;
  }
  return low;
}
