import { ExpectedTraffic, PlanCandidate } from '../../measurements';
import { RoutingStrategy } from '../../platform';
import { Host } from './host';

/** A variant with all defaults filled in. */
export interface Variant extends Host {
  readonly weight: number;
  /** Number of instances that a deployment starts. */
  readonly initialInstanceCount: number;
  /** Number of GPUs that each instance must have. Undefined if the kind of endpoint does not require a specific number. */
  readonly gpuCount?: number;
  /** Undefined for SageMaker's default. */
  readonly routingStrategy?: RoutingStrategy;
  readonly plannedPerformance?: PlanCandidate;
  readonly expectedTraffic?: ExpectedTraffic;
}
