import { Finding, error, warning } from '../../findings/finding';
import { InferenceAmi, InstanceType } from '../../platform';
import { findTritonRelease, tritonReleases } from '../../facts/triton-releases';
import { TritonImage } from './triton-image';

/** Returns the image to use on these instance types. AWS publishes a separate image for types without GPUs. */
export function imageForTypes(instanceTypes: InstanceType[], image: TritonImage): TritonImage {
  return isOnCpu(instanceTypes) ? image._forCpu() : image;
}

/** Whether none of the instance types has a GPU or a different accelerator. */
export function isOnCpu(instanceTypes: InstanceType[]): boolean {
  return instanceTypes.length > 0 && instanceTypes.every((type) => type._isCpuOnly);
}

/** Rejects a mix of instance types with and without GPUs: all types of a variant or a job run the same image. */
export function checkOneKind(instanceTypes: InstanceType[], field: string): Finding[] {
  const cpuTypes = instanceTypes.filter((type) => type._isCpuOnly);
  if (cpuTypes.length === 0 || cpuTypes.length === instanceTypes.length) return [];
  const acceleratedTypes = instanceTypes.filter((type) => !type._isCpuOnly);
  const message = `got ${cpuTypes.join(', ')} without GPU next to ${acceleratedTypes.join(', ')}; allowed: only types with a GPU or only types without, since all run the same image`;
  return [error('sm.cpu-pools', field, message)];
}

/** Checks the AMI and the image of instance types without GPUs. */
export function checkCpu(
  image: TritonImage,
  instanceTypes: InstanceType[],
  field: string,
  ami?: InferenceAmi,
): Finding[] {
  return [...checkAmi(instanceTypes, field, ami), ...checkTag(image, field)];
}

/** Rejects an AMI that the user selected, because all AMIs that users can select include a GPU driver. */
function checkAmi(instanceTypes: InstanceType[], field: string, ami?: InferenceAmi): Finding[] {
  if (!ami) return [];
  const amiField = field.slice(0, field.lastIndexOf('.') + 1) + 'inferenceAmi';
  const message = `got ${ami.version}, which includes a GPU driver, with ${instanceTypes.join(', ')}; allowed without GPU: no AMI, so leave it out`;
  return [error('sm.cpu-ami', amiField, message)];
}

function checkTag({ _published, release }: TritonImage, field: string): Finding[] {
  if (!_published || findTritonRelease(release)?.cpuTag) return [];
  const imageField = field.slice(0, field.lastIndexOf('.') + 1) + 'image';
  const knownReleases = tritonReleases().flatMap((row) => (row.cpuTag ? [row.release] : []));
  const message =
    `got release ${release}, for which no image for instances without GPU (${release}-py3-cpu) is known; known: ${knownReleases.join(', ')}. If the registry ` +
    'does not have the image, the deployment fails';
  return [warning('image.cpu-tag', imageField, message)];
}
