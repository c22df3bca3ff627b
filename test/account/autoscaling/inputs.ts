import type * as api from '@aws-sdk/client-application-auto-scaling';
import type { Validated } from '../api-model/validated';

/** Validated inputs: the members that the API model requires are not optional. */
export type RegisterInput = Validated<api.RegisterScalableTargetRequest>;
export type PutScheduledActionInput = Validated<api.PutScheduledActionRequest>;
export type PutScalingPolicyInput = Validated<api.PutScalingPolicyRequest>;
export type TargetTracking = Validated<api.TargetTrackingScalingPolicyConfiguration>;
export type StepScaling = Validated<api.StepScalingPolicyConfiguration>;
export type SuspendedState = Validated<api.SuspendedState>;

/** The members that identify a scalable target. */
export interface TargetId {
  readonly ServiceNamespace: string;
  readonly ResourceId: string;
  readonly ScalableDimension: string;
}
