import type { Account } from '../account';
import type { PutScalingPolicyInput, PutScheduledActionInput, SuspendedState, TargetId } from './inputs';

/** What a target scales: the instances of a variant, or the copies of an inference component. */
export type ScaledResource =
  | { readonly kind: 'variant'; readonly endpointName: string; readonly variantName: string }
  | { readonly kind: 'component'; readonly componentName: string };

/** A scaling policy of a target. */
export interface Policy {
  readonly name: string;
  readonly arn: string;
  input: PutScalingPolicyInput;
  /** For target tracking: the scale-out alarm and, unless scale-in is disabled, the scale-in alarm. */
  alarms: { readonly AlarmName: string; readonly AlarmARN: string }[];
  readonly created: number;
}

/** A scaling activity, as DescribeScalingActivities returns it. */
export interface Activity {
  readonly ActivityId: string;
  readonly ResourceId: string;
  readonly ScalableDimension: string;
  readonly ServiceNamespace: string;
  readonly Description: string;
  readonly Cause: string;
  readonly StartTime: Date;
  EndTime?: Date;
  StatusCode: 'InProgress' | 'Successful' | 'Failed';
  StatusMessage?: string;
}

/** A scalable target: a variant or an inference component that is registered for scaling. */
export interface Target {
  readonly id: TargetId;
  readonly resource: ScaledResource;
  readonly arn: string;
  min: number;
  max: number;
  suspended: SuspendedState;
  readonly created: number;
  readonly tags: Readonly<Record<string, string>>;
  readonly policies: Map<string, Policy>;
  /** The scheduled actions, by name. */
  readonly actions: Map<string, PutScheduledActionInput>;
  /** When the last scaling activity in each direction ended, in milliseconds since 1970. */
  lastScaleOut: number;
  lastScaleIn: number;
  /** The capacity before the last scale-out activity. */
  countBeforeScaleOut: number;
  isScaling: boolean;
}

/** The state of the simulated Application Auto Scaling. */
export interface ScalingState {
  readonly account: Account;
  readonly targets: Map<string, Target>;
  readonly activities: Activity[];
  hasServiceLinkedRole: boolean;
  /** Number of policies that were created so far, including deleted policies. */
  createdPolicyCount: number;
}

/** The role with which Application Auto Scaling calls SageMaker and CloudWatch. */
export function serviceLinkedRole({ accountId }: Account): { role: string; service: string } {
  return {
    role: `arn:aws:iam::${accountId}:role/aws-service-role/sagemaker.application-autoscaling.amazonaws.com/AWSServiceRoleForApplicationAutoScaling_SageMakerEndpoint`,
    service: 'sagemaker.application-autoscaling.amazonaws.com',
  };
}
