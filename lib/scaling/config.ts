import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { ScaledVariant } from './scaled-variant';
import { ScalingCapacity, ScheduledCapacity } from './scaling-props';

/** What `Scaling.bind` is called with: the variant that scales. */
export interface ScalingBindOptions extends ScaledVariant {
  /** Name of the endpoint. */
  readonly endpointName: string;

  /** The variant, registered as scalable: what policies are attached to. */
  readonly scalableTarget: IScalableTarget;
}

/** How a variant scales. */
export interface ScalingConfig extends ScalingCapacity {
  /**
   * The policies that were made. They are registered again after a change of the instance type, for which their names and construct ids
   * have to differ for each list of instance types.
   *
   * @default - none
   */
  readonly policies?: CfnScalingPolicy[];

  /**
   * Changes of the limits at times.
   *
   * @default - none
   */
  readonly actions?: ScheduledCapacity[];
}
