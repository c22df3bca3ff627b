export type { ScalingBindOptions, ScalingConfig } from './config';
export * from './scaling';
export type {
  BacklogPerInstanceOptions,
  ConcurrentRequestsOptions,
  CustomScalingOptions,
  GpuScalingOptions,
  InvocationsPerInstanceOptions,
  PendingRequestsOptions,
  QueueTimeOptions,
  ScheduledCapacity,
  ScheduledScalingOptions,
  StepScalingOptions,
} from './scaling-options';
