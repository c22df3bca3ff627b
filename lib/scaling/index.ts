export type { ScalingBindOptions, ScalingConfig } from './config';
export * from './scaling';
export type {
  ConcurrentRequestsProps,
  CustomScalingProps,
  GpuScalingProps,
  InvocationsPerInstanceProps,
  ScheduledCapacity,
  ScheduledScalingProps,
  StepScalingProps,
} from './scaling-props';
