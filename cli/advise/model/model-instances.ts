import { Outcomes, RangeSimulator, ratiosOf, rangeOf } from './ends';
import { MARGIN } from './batching-advice';

/** The latency with twice the model instances, between instances that do not slow each other down and instances that share the time of a device. */
export interface ModelInstancesNote {
  readonly lowest: number;
  readonly highest: number;
}

/** Smallest part of the latency that requests wait, for model instances to matter. */
const MIN_QUEUE_SHARE = 0.3;

/**
 * The effect that twice the model instances could have. How much instances on the same device slow each other down is not known from metrics, so this is
 * never advised. Undefined if even the best effect is small.
 */
export function adviseModelInstances(simulator: RangeSimulator, deployed: Outcomes): ModelInstancesNote | undefined {
  if (deployed.some(({ meanQueueTime, meanLatency }) => meanQueueTime < MIN_QUEUE_SHARE * meanLatency))
    return undefined;
  const modelInstances = 2 * simulator.deployed.modelInstances;
  const alone = simulator.simulate({ modelInstances });
  if (Math.min(...ratiosOf(alone, deployed, ({ latency }) => latency)) > 1 - MARGIN) return undefined;
  const shared = simulator.simulate({ modelInstances, timeFactor: 2 });
  return {
    lowest: rangeOf(alone, ({ latency }) => latency)[0],
    highest: rangeOf(shared, ({ latency }) => latency)[1],
  };
}
