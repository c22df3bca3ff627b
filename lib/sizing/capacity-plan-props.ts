import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, RoutingStrategy } from '../platform';
import { PriceList } from './price-list';

/** What the fleet has to carry, and what it may cost. */
export interface CapacityPlanProps {
  /** Peak rate of requests, per second. */
  readonly requestsPerSecond: number;

  /** The latency that the fleet has to keep at that rate. */
  readonly latencyObjective: LatencyObjective;

  /**
   * Time outside the model container that the objective covers. Give SageMaker's overhead plus the network where the
   * objective is end to end; it is taken off the limit.
   *
   * @default - none: the objective is on ModelLatency
   */
  readonly overheadLatency?: Duration;

  /**
   * Squared coefficient of variation of the gaps between requests: 1 for independent users, 5 for strong bursts.
   * Single-point results cannot show its effect.
   *
   * @default 1
   */
  readonly burstiness?: number;

  /**
   * Extra load to plan for, as a share of the peak: 0.2 for a fifth more.
   *
   * @default 0
   */
  readonly headroom?: number;

  /**
   * Instances more than the load needs, so that as many may fail at the peak.
   *
   * @default 0
   */
  readonly spareInstances?: number;

  /**
   * The most instances the account may have of a type.
   *
   * @default - no limit
   */
  readonly maxInstanceCount?: number;

  /**
   * How requests find their instance.
   *
   * @default RoutingStrategy.RANDOM
   */
  readonly routing?: RoutingStrategy;

  /**
   * Queue delays to try, in microseconds. A delay rarely pays: without one, batches already fill up while the instances
   * are busy.
   *
   * @default [0]
   */
  readonly queueDelaysMicroseconds?: number[];

  /**
   * What instances cost.
   *
   * @default - the price in the measurements where they have one, else `PriceList.builtIn()`
   */
  readonly prices?: PriceList;

  /**
   * The Triton release that is going to be deployed, such as `24.09`; profiles of another one are labelled.
   *
   * @default - not compared
   */
  readonly tritonRelease?: string;

  /**
   * The day of the plan, such as `2026-11-21`; measurements older than 180 days are labelled.
   *
   * @default - not compared
   */
  readonly asOf?: string;

  /**
   * The seed of the simulations.
   *
   * @default 1
   */
  readonly seed?: number;
}
