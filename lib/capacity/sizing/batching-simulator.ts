import { BatchingSimulation } from './batching-simulation';
import { BatchingSimulationOptions } from './batching-simulation-options';
import { scenarioOf } from './simulation/scenario';
import { simulate } from './simulation/simulate';
import { summarize } from './simulation/summary';

/**
 * A discrete-event simulation of Triton's scheduler.
 *
 * The simulation follows the source code of the server (triton-inference-server/core, release 24.10: `dynamic_batch_scheduler.cc`,
 * `rate_limiter.cc`, `instance_queue.cc`, `scheduler_utils.cc`) instead of its documentation:
 * - Batches are formed before an instance is available, up to two for each instance. The last batch grows until an instance executes it or
 *   until it reaches a preferred size. Without a queue delay, a batch stops growing when it reaches a preferred size.
 * - With a timeout or a limit of the queue, batches are formed only when an instance is available. The end of an execution then wakes
 *   the batcher shortly before the instance counts as available. About every second time (measured on two busy cores), the batcher sleeps
 *   again until the next accepted request, or for half a second.
 * - The queue delay starts when a request arrives, even while all instances are busy. A batch that exceeds the largest preferred size is
 *   sent immediately. Batches whose delay has passed are merged when an instance executes them.
 * - Timeouts are checked only when a batch is formed, and every half second while no batch can be formed.
 *
 * The following is not simulated: sequence batching, batches that end because shapes differ, priorities, timeouts of individual requests, the
 * response cache, and the resources of the rate limiter.
 *
 * The result depends only on the options. The simulation does not use the system time or `Math.random`. Random arrival times are rounded
 * to whole nanoseconds, so differences in the last bit of a logarithm between hosts have no effect.
 *
 * @example
 * const simulated = capacity.BatchingSimulator.run({
 *   serviceTimes: [
 *     { batch: 1, milliseconds: 4 },
 *     { batch: 8, milliseconds: 11 },
 *   ],
 *   instances: 1,
 *   maxBatchSize: 8,
 *   dynamicBatching: {},
 *   arrivals: capacity.Arrivals.poisson(300),
 *   requests: 20_000,
 *   seed: 1,
 * });
 */
export class BatchingSimulator {
  /**
   * Runs a simulation.
   *
   * @param options options of the simulation
   * @throws an error if an option is out of its range, or if a batch could be larger or smaller than all measured batches
   */
  public static run(options: BatchingSimulationOptions): BatchingSimulation {
    const scenario = scenarioOf(options);
    return summarize(scenario, simulate(scenario));
  }

  private constructor() {}
}
