export type { ScalingBindOptions, ScalingConfig } from './config';
export * from './scaling';
export type {
  BacklogPerInstanceOptions,
  ConcurrentRequestsOptions,
  CustomScalingOptions,
  GpuScalingOptions,
  InvocationsPerInstanceOptions,
  ScheduledCapacity,
  ScheduledScalingOptions,
  StepScalingOptions,
} from './scaling-options';
