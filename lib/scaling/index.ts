export { Scaling } from './scaling';
export type {
  BacklogPerInstanceOptions,
  ConcurrentRequestsOptions,
  ConcurrentRequestsPerCopyOptions,
  CustomScalingOptions,
  GpuScalingOptions,
  InvocationsOptions,
  ScheduledCapacity,
  ScheduledScalingOptions,
  StepScalingOptions,
} from './scaling-options';
