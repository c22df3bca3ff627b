import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { ScaledFleet, ScaledVariant, ScalingGoal, ScalingProblem } from './scaled-variant';

/** One way to follow the load. A strategy has any number of them, on one scalable target. */
export interface Policy {
  /** Kind of policy, such as `InvocationsPerInstance`: part of construct id and policy name. */
  readonly kind: string;
  readonly goal: ScalingGoal;
  /** Says which metric a target is kept for. The service takes one policy for each. */
  readonly trackedMetric?: string;
  problems(fleet: ScaledFleet): ScalingProblem[];
  bind(scope: Construct, id: string, target: IScalableTarget, variant: ScaledVariant): CfnScalingPolicy[];
}
