import { InstanceType } from '../../platform';
import { minimumDriver } from '../../facts/cuda';
import { EngineJobKind, supportedJobKinds } from '../../facts/engine-jobs';
import { oldestDriver } from '../../facts/gpu-drivers';
import { TritonImage } from '../image';

/**
 * The kinds of jobs that may build an engine on an instance type, in the order in which the deployment tries them. The list
 * contains a second kind only if the driver of the first kind may be too old for the image, because each kind requires its own permissions.
 */
export function jobKindsToTry(type: InstanceType, image: TritonImage, selected?: EngineJobKind): EngineJobKind[] {
  const available = supportedJobKinds(type.name);
  if (selected !== undefined) return available.filter((kind) => kind === selected);
  return driverMayBeTooOld(type, image) ? available : available.slice(0, 1);
}

/**
 * AWS documents the default driver of endpoints, but not of jobs. The driver of a job may be as old as the default driver of endpoints, but
 * not older than the first driver that supports the GPU.
 */
function driverMayBeTooOld(type: InstanceType, image: TritonImage): boolean {
  const requiredDriver = minimumDriver(image._cudaAtLeast ?? '');
  return (
    requiredDriver !== undefined &&
    Math.max(type.defaultDriverVersion ?? 0, oldestDriver(type.gpuModel)) < requiredDriver
  );
}
