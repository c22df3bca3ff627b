import type * as api from '@aws-sdk/client-application-auto-scaling';
import type { Given } from '../api-model/given';

/** What the API model requires is there. */
export type RegisterInput = Given<api.RegisterScalableTargetRequest>;
export type PutScalingPolicyInput = Given<api.PutScalingPolicyRequest>;
export type PutScheduledActionInput = Given<api.PutScheduledActionRequest>;
export type TargetTracking = Given<api.TargetTrackingScalingPolicyConfiguration>;
export type StepScaling = Given<api.StepScalingPolicyConfiguration>;
export type SuspendedState = Given<api.SuspendedState>;

/** What names a scalable target. */
export interface TargetId {
  readonly ServiceNamespace: string;
  readonly ResourceId: string;
  readonly ScalableDimension: string;
}
