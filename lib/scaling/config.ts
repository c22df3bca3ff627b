import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { ScaledVariant } from './scaled-variant';
import { ScalingCapacity, ScheduledCapacity } from './scaling-props';

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
   * Scaling policies that `bind` created. After a change of the instance type, the policies are registered again. Their names and construct
   * IDs must therefore differ for each list of instance types.
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
