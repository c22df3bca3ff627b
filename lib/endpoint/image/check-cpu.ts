import { Finding, error, warning } from '../../findings/finding';
import { InferenceAmi, InstanceType } from '../../platform';
import { findTritonRelease, tritonReleases } from '../../platform/triton-releases';
import { TritonImage } from './triton-image';

/** The image that instance types run: AWS publishes another one for those without GPU. */
export function imageOn(instanceTypes: InstanceType[], image: TritonImage): TritonImage {
  return isOnCpu(instanceTypes) ? image._forCpu() : image;
}

/** Whether all of the instance types are made for processors alone. */
export function isOnCpu(instanceTypes: InstanceType[]): boolean {
  return instanceTypes.length > 0 && instanceTypes.every((type) => type._isCpuOnly);
}

/** One image serves all instance types of a variant or a job, and each image is for one kind of them. */
export function checkOneKind(instanceTypes: InstanceType[], field: string): Finding[] {
  const cpu = instanceTypes.filter((type) => type._isCpuOnly);
  if (cpu.length === 0 || cpu.length === instanceTypes.length) return [];
  const others = instanceTypes.filter((type) => !type._isCpuOnly);
  const message = `got ${cpu.join(', ')} without GPU next to ${others.join(', ')}; allowed: only types with a GPU or only types without, since all run the same image`;
  return [error('sm.cpu-pools', field, message)];
}

/** What SageMaker would refuse of instances without GPU, or what may not be in the registry. */
export function checkCpu(
  image: TritonImage,
  instanceTypes: InstanceType[],
  field: string,
  ami?: InferenceAmi,
): Finding[] {
  return [...checkAmi(instanceTypes, field, ami), ...checkTag(image, field)];
}

/** All AMIs that can be chosen are for the driver of GPUs. */
function checkAmi(instanceTypes: InstanceType[], field: string, ami?: InferenceAmi): Finding[] {
  if (!ami) return [];
  const at = field.slice(0, field.lastIndexOf('.') + 1) + 'inferenceAmi';
  const message = `got ${ami.version}, which includes a GPU driver, with ${instanceTypes.join(', ')}; allowed without GPU: no AMI, so leave it out`;
  return [error('sm.cpu-ami', at, message)];
}

function checkTag({ _published, release }: TritonImage, field: string): Finding[] {
  if (!_published || findTritonRelease(release)?.cpuTag) return [];
  const at = field.slice(0, field.lastIndexOf('.') + 1) + 'image';
  const known = tritonReleases().flatMap((row) => (row.cpuTag ? [row.release] : []));
  const message =
    `got release ${release}, for which no image for instances without GPU (${release}-py3-cpu) is known; known: ${known.join(', ')}. If the registry ` +
    'does not have the image, the deployment fails';
  return [warning('image.cpu-tag', at, message)];
}
