import { Finding, error, warning } from '../../findings/finding';
import { InferenceAmi, InstanceType } from '../../platform';
import { compareVersions, cudaOfDriver, minimumDriver } from '../../platform/cuda';
import { AMI_DRIVERS } from '../../platform/inference-ami';
import { defaultDriverOf, gpuDriverOf, inferenceAmiVersionOf } from './inference-ami-version';
import { TritonImage } from './triton-image';

interface Fields {
  readonly instanceType: string;
  readonly image: string;
}

/** Whether the driver of the instances runs the image's CUDA: where it does not, the endpoint hangs without a log. */
export function checkDriver(
  image: TritonImage,
  instanceTypes: InstanceType[],
  fields: Fields,
  chosen?: InferenceAmi,
): Finding[] {
  const cuda = image._cudaAtLeast;
  const needed = cuda && minimumDriver(cuda);
  if (!cuda || !needed) return [unknownCuda(image, fields.image)];
  const version = inferenceAmiVersionOf(image, instanceTypes, chosen);
  if (version !== undefined) return checkAmi(image, cuda, needed, version, instanceTypes, fields);
  return instanceTypes
    .filter((type) => type.known && defaultDriverOf(type) === undefined)
    .map((type) => unknownDriver(type, image, needed, fields.instanceType));
}

function unknownCuda({ release, cudaVersion }: TritonImage, field: string): Finding {
  const message =
    `the CUDA of the image with Triton ${release} is not known (${cudaVersion ?? 'not given'}); the driver and GPU are not ` +
    'checked, and an endpoint whose driver is too old hangs without a log: set cudaVersion';
  return warning('image.cuda', field, message);
}

function unknownDriver(type: InstanceType, { release }: TritonImage, needed: number, field: string): Finding {
  const message =
    `the default driver of ${type} is not documented; Triton ${release} needs driver ${needed} or newer: ` +
    `choose an AMI with this driver (${versionsWith(needed)}), or test the endpoint before you rely on it`;
  return warning('sm.driver', field, message);
}

function checkAmi(
  image: TritonImage,
  cuda: string,
  needed: number,
  version: string,
  instanceTypes: InstanceType[],
  fields: Fields,
): Finding[] {
  const driver = AMI_DRIVERS[version];
  if (driver === undefined) {
    const message = `the driver of AMI ${version} is not known; Triton ${image.release} needs ${needed} or newer`;
    return [warning('sm.driver', fields.instanceType, message)];
  }
  const atLeast = Math.max(needed, ...instanceTypes.map(gpuDriverOf));
  if (driver < atLeast) {
    const message =
      `got AMI ${version} (driver ${driver}); allowed with CUDA ${cuda} on ${instanceTypes.join(', ')}: ` +
      `${versionsWith(atLeast)}, which have driver ${atLeast} or newer`;
    return [error('sm.driver', fields.instanceType, message)];
  }
  const brought = cudaOfDriver(driver);
  return [
    ...(driver >= 580 && Number(cuda.split('.')[0]) < 13
      ? [
          warning(
            'sm.compat-ami-cuda12',
            fields.image,
            `got CUDA ${cuda} on AMI ${version} (driver ${driver}), a combination with one report of a hang ` +
              '(aws/deep-learning-containers#6187); prefer a release with CUDA 13, or instance types of one generation',
          ),
        ]
      : []),
    ...(!image._published && brought && compareVersions(cuda, brought) > 0
      ? [
          warning(
            'sm.cuda-compat',
            fields.image,
            `got CUDA ${cuda} on AMI ${version} (CUDA ${brought}), which does not mount the image's CUDA compatibility ` +
              `libraries; code that is compiled at run time requires /usr/local/cuda/compat in the image's LD_LIBRARY_PATH`,
          ),
        ]
      : []),
  ];
}

function versionsWith(driver: number): string {
  const versions = Object.keys(AMI_DRIVERS).filter((version) => AMI_DRIVERS[version] >= driver);
  return versions.length > 0 ? versions.join(', ') : 'none that is known';
}
