import { BindingConstraint, PlanEvidence } from '../plan-candidate';
import { Demand } from './demand';

/** The smallest fleet (number of instances) with which an option meets the demand. */
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
  readonly evidence: PlanEvidence;
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
  /** Maximum rate per instance at which a fleet meets the limit. */
  safeRate(count: number, demand: Demand): number;
}
