import { BindingConstraint } from './binding-constraint';
import { Demand } from './demand';

/** A fleet (number of instances) of an option, usually the smallest fleet that meets the demand. */
export interface Fleet {
  /** Number of instances, without spare instances. */
  readonly instanceCount: number;
  /** ModelLatency in milliseconds. */
  readonly latency: number;
  /** Whether the latency is within the limit. */
  readonly meetsLimit: boolean;
  readonly bindingConstraint: BindingConstraint;
}

/** A measured configuration on an instance type. The planner determines the required fleet of each option. */
export interface SizingOption {
  readonly configuration: string;
  readonly instanceType: string;
  readonly isSimulated: boolean;
  readonly dynamicBatching?: boolean;
  readonly maxBatchSize?: number;
  readonly instancesPerGpu?: number;
  readonly maxQueueDelayMicroseconds?: number;
  /** Price of an instance, if the measurements contain a price. */
  readonly usdPerHour?: number;
  /** Limitations of the measurements. */
  readonly caveats: string[];

  /** Maximum requests per second of an instance. */
  capacity(demand: Demand): number;
  /** Estimates the fleet, with a rough latency. */
  estimateFleet(demand: Demand): Fleet;
  /** Determines the exact number of instances, starting from an estimate. */
  refineFleet(rough: Fleet, demand: Demand): Fleet;
  /** Latency of a fleet. Undefined if the latency is not known, or if the fleet cannot process the load. */
  latencyOf(count: number, demand: Demand): number | undefined;
  /** Upper bound of the latency of a fleet, which must not exceed the limit. Infinity if the fleet cannot process the load. */
  latencyBound(count: number, demand: Demand): number;
  /** The fleet with the lowest rough latency among the fleets of at most `maximum` instances. Undefined if all of them are overloaded. */
  fastestFleet(maximum: number, demand: Demand): Fleet | undefined;
  /** Maximum rate per instance at which a fleet meets the limit. */
  safeRate(count: number, demand: Demand): number;
}
