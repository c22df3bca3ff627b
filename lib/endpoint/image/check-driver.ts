import { Finding, warning } from '../../findings/finding';
import { InferenceAmi, InstanceType } from '../../platform';
import { minimumDriver } from '../../platform/cuda';
import { checkFamilies, checkInferenceAmi, Fields } from './check-inference-ami';
import { inferenceAmiVersionOf } from './inference-ami-version';
import { TritonImage } from './triton-image';

/** Whether the driver of the instances runs the image's CUDA. */
export function checkDriver(
  image: TritonImage,
  instanceTypes: InstanceType[],
  fields: Fields,
  chosen?: InferenceAmi,
): Finding[] {
  return [
    ...(chosen ? checkFamilies(chosen, instanceTypes, fields.inferenceAmi) : []),
    ...checkCuda(image, instanceTypes, fields, chosen),
  ];
}

function checkCuda(
  image: TritonImage,
  instanceTypes: InstanceType[],
  fields: Fields,
  chosen?: InferenceAmi,
): Finding[] {
  const cuda = image._cudaAtLeast;
  const needed = cuda && minimumDriver(cuda);
  if (!cuda || !needed) return [unknownCuda(image, fields.image)];
  const version = inferenceAmiVersionOf(image, instanceTypes, chosen);
  return version === undefined ? [] : checkInferenceAmi({ version, image, cuda, needed, instanceTypes }, fields);
}

function unknownCuda({ release, cudaVersion }: TritonImage, field: string): Finding {
  const message =
    `the CUDA of the image with Triton ${release} is not known (${cudaVersion ?? 'not given'}); the driver and GPU are not ` +
    'checked, and an endpoint whose driver is too old hangs without a log: set cudaVersion';
  return warning('image.cuda', field, message);
}
