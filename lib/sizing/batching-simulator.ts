import { BatchingSimulation } from './batching-simulation';
import { BatchingSimulationProps } from './batching-simulator-props';
import { scenarioOf } from './simulation/scenario';
import { simulate } from './simulation/simulate';
import { summarize } from './simulation/summary';

/**
 * Simulates what Triton's scheduler does with a stream of requests, event by event.
 *
 * It follows the server's source (triton-inference-server/core, release 24.10: `dynamic_batch_scheduler.cc`,
 * `rate_limiter.cc`, `instance_queue.cc`, `scheduler_utils.cc`) rather than its documentation. What that means:
 * - Batches are formed before an instance is free, up to two for each instance. The last one grows until an instance
 *   takes it or it reaches a preferred size. Without a queue delay, a batch that grows to a preferred size stops there.
 * - With priorities, timeouts or queue limits, batches are formed only when an instance is free.
 *   The end of an execution then wakes the batcher a moment before the instance counts as free, and about every second time
 *   (measured on two busy cores) it goes back to sleep: until the next accepted request, or for half a second.
 * - The delay counts from a request's arrival, also while all instances are busy. A batch beyond the largest preferred
 *   size leaves at once, and batches whose delay is over are merged when an instance takes them.
 * - Timeouts are looked at only when a batch is formed, and each half second while none can be formed.
 *
 * Not simulated: sequence batching, batches that end because shapes differ, timeouts of single requests, the response
 * cache, and the rate limiter's resources.
 *
 * The result depends on nothing but the props: no clock and no `Math.random`. Random arrivals come at whole nanoseconds, so
 * that the last bit of a logarithm, which may differ between machines, does not matter.
 *
 * @example
 * const simulated = BatchingSimulator.run({
 *   serviceTimes: [
 *     { batch: 1, milliseconds: 4 },
 *     { batch: 8, milliseconds: 11 },
 *   ],
 *   instances: 1,
 *   maxBatchSize: 8,
 *   dynamicBatching: {},
 *   arrivals: Arrivals.poisson(300),
 *   requests: 20_000,
 *   seed: 1,
 * });
 */
export class BatchingSimulator {
  /**
   * Runs one simulation.
   *
   * @param props what is simulated
   * @throws when a property is out of its range, or a batch could be larger or smaller than all measured ones
   */
  public static run(props: BatchingSimulationProps): BatchingSimulation {
    const scenario = scenarioOf(props);
    return summarize(scenario, simulate(scenario));
  }

  private constructor() {}
}
