import { RoutingStrategy } from '../../../lib/platform';
import { ConfiguredModel } from './configured-model';

/** A limit for a percentile of the latency. */
export interface Objective {
  readonly percentile: number;
  readonly milliseconds: number;
}

/** What the command knows about the variant whose metrics it reads. */
export interface DeployedVariant {
  /** Undefined without an assembly. */
  readonly variantName?: string;
  readonly models: ReadonlyMap<string, ConfiguredModel>;
  readonly routingStrategy: RoutingStrategy;
  /** Undefined if no objective is known, so the fleet is not judged. */
  readonly objective?: Objective;
  /** Whether the variant is an inference component, whose number of copies is not judged. */
  readonly isComponent?: boolean;
  /** Whether autoscaling changes the number of instances. */
  readonly isScaled: boolean;
}
