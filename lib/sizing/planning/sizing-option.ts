import { BindingConstraint, PlanEvidence } from '../plan-candidate';
import { Demand } from './demand';

/** The smallest fleet of an option that carries a demand. */
export interface Fleet {
  /** Without spare instances. */
  readonly count: number;
  /** In the model container, in milliseconds. */
  readonly latency: number;
  /** Whether the latency is within the limit. */
  readonly keepsLimit: boolean;
  readonly binding: BindingConstraint;
}

/** One configuration on one instance type, whose fleet can be sized. */
export interface SizingOption {
  readonly configuration: string;
  readonly instanceType: string;
  readonly evidence: PlanEvidence;
  readonly dynamicBatching?: boolean;
  readonly maxBatchSize?: number;
  readonly instancesPerGpu?: number;
  readonly maxQueueDelayMicroseconds?: number;
  /** What the measurements say an instance costs. */
  readonly usdPerHour?: number;
  /** Doubts about the measurements. */
  readonly labels: string[];

  /** Requests per second that one instance can keep up with. */
  capacity(demand: Demand): number;
  /** A first size, with a rough latency. */
  size(demand: Demand): Fleet;
  /** The exact size. */
  refine(rough: Fleet, demand: Demand): Fleet;
  /** Latency of so many instances; undefined where it is unknown or without bound. */
  latencyOf(count: number, demand: Demand): number | undefined;
  /** The highest rate of one instance, in a fleet of so many, that keeps the limit. */
  safeRate(count: number, demand: Demand): number;
}
