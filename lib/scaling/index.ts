export type { ScalingBindOptions, ScalingConfig } from './config';
export * from './scaling';
export type {
  BacklogPerInstanceOptions,
  ConcurrentRequestsOptions,
  ConcurrentRequestsPerCopyOptions,
  CustomScalingOptions,
  GpuScalingOptions,
  InvocationsPerCopyOptions,
  InvocationsPerInstanceOptions,
  PendingRequestsOptions,
  QueueTimeOptions,
  ScheduledCapacity,
  ScheduledScalingOptions,
  StepScalingOptions,
} from './scaling-options';
