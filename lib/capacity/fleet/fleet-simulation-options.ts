import { Duration } from 'aws-cdk-lib';
import { DynamicBatchingOptions } from '../../model';
import { LatencyObjective, RoutingStrategy } from '../../platform';
import { Scaling } from '../../scaling';
import { LatencyProfile, PriceList } from '../../measurements';
import { TrafficTrace } from '../../measurements/traffic-trace';

/** Options that describe the model, the instances and the objective of a simulated fleet. */
export interface SimulatedFleetOptions {
  /** Requests over time. */
  readonly trace: TrafficTrace;

  /** Execution times of the model on the instance type. */
  readonly profile: LatencyProfile;

  /** Latency objective. Each minute in which more requests than the percentile allows exceed the limit violates the objective. */
  readonly latencyObjective: LatencyObjective;

  /**
   * Maximum batch size of an execution.
   *
   * @default - the largest measured batch size
   */
  readonly maxBatchSize?: number;

  /**
   * Dynamic batching of requests. For models without dynamic batching, set `maxBatchSize` to 1.
   *
   * @default - dynamic batching without a queue delay
   */
  readonly dynamicBatching?: DynamicBatchingOptions;

  /**
   * Strategy by which requests are routed to instances.
   *
   * @default RoutingStrategy.LEAST_OUTSTANDING_REQUESTS
   */
  readonly routingStrategy?: RoutingStrategy;

  /**
   * Squared coefficient of variation of the intervals between requests: 1 for independent users, 5 for strong bursts.
   *
   * @default 1
   */
  readonly burstiness?: number;

  /**
   * Whether the endpoint is asynchronous. Its requests wait in a queue of SageMaker, where they do not time out after 60 seconds, and it can
   * have zero instances.
   *
   * @default false
   */
  readonly asynchronous?: boolean;

  /**
   * Prices of the instance types.
   *
   * @default PriceList.builtIn()
   */
  readonly prices?: PriceList;

  /**
   * Time from a scaling activity until the new instances serve requests, if you have measured it. It depends on the instance type and on the
   * size of the image and of the model.
   *
   * @default - the range of published observations: 134, 350 and 590 seconds for instances with a GPU; 180, 240 and 600 seconds for others
   */
  readonly instanceStart?: Duration;

  /**
   * Time from the end of a period of one minute until autoscaling reacts to its datapoint, if you have measured it. For metrics with a period
   * of 10 seconds, a third of this time is used.
   *
   * @default - the range of published observations: 20, 90 and 180 seconds
   */
  readonly metricDelay?: Duration;

  /**
   * Seed of the random numbers: an integer from 0 to 2^53 - 1. The same seed produces exactly the same result.
   *
   * @default 1
   */
  readonly seed?: number;
}

/** Options of `FleetSimulator.run`. */
export interface FleetSimulationOptions extends SimulatedFleetOptions {
  /** Scaling strategy, as for the endpoint. */
  readonly scaling: Scaling;

  /**
   * Number of instances at the start.
   *
   * @default - the minimum capacity of the strategy
   */
  readonly instanceCount?: number;
}
