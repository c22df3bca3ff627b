import { InstanceType } from '../../platform';
import { minimumDriver } from '../../platform/cuda';
import { EngineJobKind, engineJobsOf } from '../../platform/engine-jobs';
import { firstDriver } from '../../platform/gpu-drivers';
import { TritonImage } from '../image';

/**
 * The kinds of jobs that may build an engine on an instance type, in the order in which the deployment tries them. There is a second kind only
 * where the driver of the first one may be too old for the image: each kind is one more permission of the function and of the jobs' role.
 */
export function engineJobs(type: InstanceType, image: TritonImage, chosen?: EngineJobKind): EngineJobKind[] {
  const available = engineJobsOf(type.name);
  if (chosen !== undefined) return available.filter((kind) => kind === chosen);
  return driverMayBeTooOld(type, image) ? available : available.slice(0, 1);
}

/** AWS documents the default driver of endpoints, and none of jobs: theirs may be as old, though no older than the GPU. */
function driverMayBeTooOld(type: InstanceType, image: TritonImage): boolean {
  const needed = minimumDriver(image._cudaAtLeast ?? '');
  return needed !== undefined && Math.max(type.defaultDriverVersion ?? 0, firstDriver(type.gpuModel)) < needed;
}
