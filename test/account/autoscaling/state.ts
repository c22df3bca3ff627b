import type { World } from '../world';
import type { PutScalingPolicyInput, PutScheduledActionInput, SuspendedState, TargetId } from './inputs';

export interface Policy {
  readonly name: string;
  readonly arn: string;
  input: PutScalingPolicyInput;
  /** Target tracking: the alarms that Application Auto Scaling made, for out and in. */
  alarms: { readonly AlarmName: string; readonly AlarmARN: string }[];
  readonly created: number;
}

export interface ScheduledAction {
  readonly input: PutScheduledActionInput;
  readonly arn: string;
  readonly created: number;
  isGone: boolean;
}

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

export interface Target {
  readonly id: TargetId;
  readonly endpointName: string;
  readonly variantName: string;
  readonly arn: string;
  min: number;
  max: number;
  suspended: SuspendedState;
  readonly created: number;
  readonly policies: Map<string, Policy>;
  readonly actions: Map<string, ScheduledAction>;
  /** When the last scaling activity of each direction ended. */
  lastOut: number;
  lastIn: number;
  isScaling: boolean;
}

export interface Scaling {
  readonly world: World;
  readonly targets: Map<string, Target>;
  readonly activities: Activity[];
  hasServiceLinkedRole: boolean;
  /** How many policies there have been. */
  createdPolicies: number;
}

/** Application Auto Scaling calls SageMaker and CloudWatch with this role. */
export function serviceLinkedRole({ accountId }: World): { role: string; service: string } {
  return {
    role: `arn:aws:iam::${accountId}:role/aws-service-role/sagemaker.application-autoscaling.amazonaws.com/AWSServiceRoleForApplicationAutoScaling_SageMakerEndpoint`,
    service: 'sagemaker.application-autoscaling.amazonaws.com',
  };
}
