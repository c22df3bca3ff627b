import { InstanceType } from '../../platform';
import { minimumDriver } from '../../platform/cuda';
import { EngineJobKind, engineJobsOf } from '../../platform/engine-jobs';
import { TritonImage } from '../image';
import { defaultDriverOf } from '../image/inference-ami-version';

/**
 * The kinds of jobs that may build an engine on an instance type, in the order in which the deployment tries them. There is a second kind only
 * where the driver of the first one may be too old for the image: each kind is one more permission of the function and of the jobs' role.
 */
export function engineJobs(type: InstanceType, image: TritonImage, chosen?: EngineJobKind): EngineJobKind[] {
  const available = engineJobsOf(type.name);
  if (chosen !== undefined) return available.filter((kind) => kind === chosen);
  return driverMayBeTooOld(type, image) ? available : available.slice(0, 1);
}

/** AWS documents the default driver of endpoints, and none of jobs: theirs may be as old. */
function driverMayBeTooOld(type: InstanceType, image: TritonImage): boolean {
  const needed = minimumDriver(image._cudaAtLeast ?? '');
  return needed !== undefined && (defaultDriverOf(type) ?? 0) < needed;
}
