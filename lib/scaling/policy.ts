import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { Finding } from '../findings/finding';
import { ScaledVariant, ScalingGoal } from './scaled-variant';

/** A variant with the endpoint that it belongs to. */
export interface NamedVariant extends ScaledVariant {
  readonly endpointName: string;
}

/** One way to follow the load. A strategy has any number of them, on one scalable target. */
export interface Policy {
  /** Kind of policy, such as `InvocationsPerInstance`: part of construct id and policy name. */
  readonly kind: string;
  readonly goal: ScalingGoal;
  /** Says which metric a target is kept for. The service takes one policy for each. */
  readonly trackedMetric?: string;
  /** Whether it adds the first instance to a variant that has none. */
  readonly startsFromZero?: boolean;
  /** What the service would refuse. */
  check(variant: ScaledVariant): Finding[];
  bind(scope: Construct, id: string, target: IScalableTarget, variant: NamedVariant): CfnScalingPolicy[];
}
