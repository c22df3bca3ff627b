import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { ScaledVariant } from './scaled-variant';
import { ScalingCapacity, ScheduledCapacity } from './scaling-options';

/** Options of `Scaling.bind`, which describe the variant that scales. */
export interface ScalingBindOptions extends ScaledVariant {
  /** Name of the endpoint. */
  readonly endpointName: string;

  /** Scalable target of the variant. Attach scaling policies to it. */
  readonly scalableTarget: IScalableTarget;
}

/** The scaling configuration of a variant. */
export interface ScalingConfig extends ScalingCapacity {
  /**
   * Scaling policies that `bind` created. The library appends a hash of the configuration to the name of each policy, so that CloudFormation
   * replaces a policy that changes. If your own CloudWatch alarm invokes a policy, create the alarm in the scope of `bind`. The library then
   * sets the name of the alarm, and after a rollback the alarm invokes the restored policy.
   *
   * @default - no scaling policies
   */
  readonly policies?: CfnScalingPolicy[];

  /**
   * Scheduled changes of the minimum and maximum capacity.
   *
   * @default - no scheduled changes
   */
  readonly actions?: ScheduledCapacity[];
}
