import { InstanceType } from '../../platform';

/**
 * Number of devices on which the model instances of an instance type run: its GPUs, or its CPU as one device if it has no GPUs. 1 if the type
 * is not known.
 */
export function deviceCountOf(instanceType: string): number {
  return InstanceType.of(instanceType).gpuCount || 1;
}
