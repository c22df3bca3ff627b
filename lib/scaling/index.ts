export type { ScalingBindOptions, ScalingConfig } from './config';
export * from './scaling';
export type {
  BacklogPerInstanceProps,
  ConcurrentRequestsProps,
  CustomScalingProps,
  GpuScalingProps,
  InvocationsPerInstanceProps,
  ScheduledCapacity,
  ScheduledScalingProps,
  StepScalingProps,
} from './scaling-props';
