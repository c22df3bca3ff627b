import { Duration } from 'aws-cdk-lib';
import { TritonModelOverrides } from '../model';
import { InstanceType, LatencyObjective, RoutingStrategy } from '../platform';

/**
 * A fleet for a load, and its expected performance. The dashboard of an endpoint shows the expected values next to the measured values.
 */
export interface PlanCandidate {
  /** Name of the measured configuration. */
  readonly configuration: string;
  /** Instance type, such as `ml.g4dn.2xlarge`. */
  readonly instanceType: string;
  /** Whether the candidate meets the objective within the limit of instances. */
  readonly meetsObjective: boolean;
  /**
   * Whether the performance results from a simulation of Triton's scheduler with measured execution times. Otherwise, it results from one
   * measurement at saturation: the percentiles, and the performance at lower load and with bursts, are not known.
   */
  readonly isSimulated: boolean;
  /**
   * What prevents a smaller number of instances: `LATENCY` (fewer could process the load, but would exceed the objective), `THROUGHPUT` (fewer
   * could not process the load) or `INSTANCE_LIMIT` (more instances than the limit would be required).
   */
  readonly bindingConstraint: string;
  /**
   * Number of instances, including spare instances. Exact for the selected candidate and the runner-up. For other candidates, accurate to
   * about 2 %.
   */
  readonly instanceCount: number;
  /**
   * Cost of all instances in USD per hour.
   *
   * @default - the price of the instance type is not known
   */
  readonly costPerHour?: number;
  /**
   * Latency in milliseconds at the planned load, including the headroom and the overhead, if all spare instances have failed. With a simulation, the value is the percentile of the objective,
   * accurate to 3 % for the selected candidate and the runner-up, and to about 10 % for other candidates. With a single point, the value is
   * the measured latency.
   */
  readonly latencyMilliseconds: number;
  /** Rate at which one instance is fully utilized, in requests per second. */
  readonly capacityPerInstance: number;
  /**
   * Whether requests are batched dynamically.
   *
   * @default - not known
   */
  readonly dynamicBatching?: boolean;
  /**
   * Maximum batch size.
   *
   * @default - not known
   */
  readonly maxBatchSize?: number;
  /**
   * Number of model instances per GPU, or on the CPU if the instance type has no GPUs.
   *
   * @default - not known
   */
  readonly instancesPerGpu?: number;
  /**
   * Queue delay in microseconds.
   *
   * @default - no queue delay
   */
  readonly maxQueueDelayMicroseconds?: number;
}

/** The instances of an endpoint and their scaling, for `sizing` of an endpoint. `capacity.CapacityPlan` implements it. */
export interface ICapacityPlan {
  /** Instance type of the fleet. */
  readonly instanceType: InstanceType;
  /** Number of instances at the peak rate, including spare instances. */
  readonly instanceCount: number;
  /** Minimum capacity of the scaling. */
  readonly minCapacity: number;
  /** Maximum capacity of the scaling. If it equals `minCapacity`, the number of instances does not change. */
  readonly maxCapacity: number;
  /** Scaling target of one instance, in requests per second. */
  readonly targetRequestsPerSecond: number;
  /** Latency objective of the plan. */
  readonly latencyObjective: LatencyObjective;
  /** Threshold of ModelLatency for an alarm, at the percentile of the objective: the latency limit minus the overhead latency. */
  readonly alarmThreshold: Duration;
  /** Routing strategy that the plan requires. */
  readonly routingStrategy: RoutingStrategy;
  /** Properties of the model that the plan changes, for `TritonModel.withOverrides`. Settings that the plan does not know do not change. */
  readonly modelOverrides: TritonModelOverrides;
  /** The selected fleet. */
  readonly pick: PlanCandidate;
}
