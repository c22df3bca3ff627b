import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, RoutingStrategy } from '../../platform';
import { PriceList } from '../../measurements/price-list';

/** Options of `CapacityPlanner.plan`: the load, the latency objective and the limits. */
export interface CapacityPlanOptions {
  /** Peak rate in requests per second. */
  readonly requestsPerSecond: number;

  /** Latency objective of the fleet at the peak rate. */
  readonly latencyObjective: LatencyObjective;

  /**
   * Latency outside the model container that the objective includes. For an end-to-end objective, set the overhead of SageMaker plus the
   * network latency. The planner subtracts this latency from the limit of the objective.
   *
   * @default - no overhead, so the objective applies to ModelLatency
   */
  readonly overheadLatency?: Duration;

  /**
   * Squared coefficient of variation of the intervals between requests: 1 for independent users, 5 for strong bursts. Plans based on single
   * points (one measurement per configuration) do not show the effect of bursts.
   *
   * @default 1
   */
  readonly burstiness?: number;

  /**
   * Additional load to plan for, as a fraction of the rate. For example, 0.2 plans for 20 % more. Autoscaling also keeps this headroom: the
   * instances meet the objective if the rate increases by this fraction before a new instance has started.
   *
   * @default 0
   */
  readonly headroom?: number;

  /**
   * Number of additional instances, so that this number of instances can fail. They can fail at the peak rate, and at each lower rate after
   * autoscaling has removed instances.
   *
   * @default 0
   */
  readonly spareInstances?: number;

  /**
   * Maximum number of instances of one type in the account.
   *
   * @default - no limit
   */
  readonly maxInstanceCount?: number;

  /**
   * Strategy by which requests are routed to instances.
   *
   * @default RoutingStrategy.RANDOM
   */
  readonly routingStrategy?: RoutingStrategy;

  /**
   * Queue delays to simulate, in microseconds. A delay is rarely useful, because even without a delay batches fill up while the instances
   * are busy.
   *
   * @default [0]
   */
  readonly queueDelaysMicroseconds?: number[];

  /**
   * Prices of the instance types. If the price of a type is not known, the plan ranks all fleets by their number of instances instead of their
   * cost, and has a caveat that names the type.
   *
   * @default - the prices in the measurements if they contain prices, otherwise `PriceList.builtIn()`
   */
  readonly prices?: PriceList;

  /**
   * Seed of the simulations.
   *
   * @default 1
   */
  readonly seed?: number;
}
