import { Finding, error, warning } from '../../findings/finding';
import { cudaOfDriver, minimumDriver } from '../../facts/cuda';
import { compareVersions } from '../../facts/versions';
import { driverRequiredByOtherSources } from '../../facts/gpu-drivers';
import { InferenceAmi, InstanceType } from '../../platform';
import { AMI_DRIVERS, AMI_FAMILIES, amiWithDriver } from '../../platform/inference-ami';
import { driverFor, inferenceAmiVersionOf } from './inference-ami-version';
import { TritonImage } from './triton-image';

/** The AMI of a variant, and the CUDA that its driver must support. */
interface AmiInUse {
  readonly version: string;
  readonly image: TritonImage;
  readonly cuda: string;
  /** Oldest driver that supports this CUDA. */
  readonly minimumDriver: number;
  readonly instanceTypes: InstanceType[];
}

/** Names of the properties, for findings. */
export interface Fields {
  readonly instanceType: string;
  readonly image: string;
  readonly inferenceAmi: string;
}

/** Checks that the GPU driver of the instances supports the image's CUDA. */
export function checkDriver(
  image: TritonImage,
  instanceTypes: InstanceType[],
  fields: Fields,
  selected?: InferenceAmi,
): Finding[] {
  return [
    ...(selected ? checkFamilies(selected, instanceTypes, fields.inferenceAmi) : []),
    ...checkCuda(image, instanceTypes, fields, selected),
  ];
}

function checkCuda(
  image: TritonImage,
  instanceTypes: InstanceType[],
  fields: Fields,
  selected?: InferenceAmi,
): Finding[] {
  const cuda = image._cudaAtLeast;
  const minimum = cuda && minimumDriver(cuda);
  if (!cuda || !minimum) return [unknownCudaWarning(image, fields.image)];
  const version = inferenceAmiVersionOf(image, instanceTypes, selected);
  return version === undefined
    ? []
    : checkInferenceAmi({ version, image, cuda, minimumDriver: minimum, instanceTypes }, fields);
}

function unknownCudaWarning({ release, cudaVersion }: TritonImage, field: string): Finding {
  const message =
    `the CUDA of the image with Triton ${release} is not known (${cudaVersion ?? 'not set'}); the driver and GPU are not ` +
    'checked, and an endpoint whose driver is too old hangs without a log: set cudaVersion';
  return warning('image.cuda', field, message);
}

/** Checks that the driver of an AMI supports the image's CUDA and the GPUs. Otherwise the endpoint hangs without a log. */
function checkInferenceAmi(ami: AmiInUse, fields: Fields): Finding[] {
  const { version, image, cuda, minimumDriver: minimum, instanceTypes } = ami;
  const driver = AMI_DRIVERS[version];
  if (driver === undefined) {
    const message = `the driver of AMI ${version} is not known; Triton ${image.release} needs ${minimum} or newer`;
    return [warning('sm.driver', fields.instanceType, message)];
  }
  const requiredDriver = driverFor(minimum, instanceTypes);
  if (driver < requiredDriver) {
    const message =
      `got AMI ${version} (driver ${driver}); allowed with CUDA ${cuda} on ${instanceTypes.join(', ')}: ` +
      `${amisWithDriver(requiredDriver)}, which have driver ${requiredDriver} or newer`;
    return [error('sm.driver', fields.instanceType, message)];
  }
  return [
    ...checkEksDriver(ami, driver, fields.instanceType),
    ...checkCuda12(ami, driver, fields.image),
    ...checkCompatibility(ami, driver, fields.image),
  ];
}

/** Checks that a selected AMI supports the instance types, if its instance types are known. */
function checkFamilies({ version }: InferenceAmi, instanceTypes: InstanceType[], field: string): Finding[] {
  const families = AMI_FAMILIES[version];
  const unsupportedTypes = instanceTypes.filter(({ known, family }) => known && families && !families.includes(family));
  if (unsupportedTypes.length === 0) return [];
  const message =
    `got ${version} on ${unsupportedTypes.join(', ')}; known to run on it: ${families?.map((family) => `ml.${family}`).join(', ')}. ` +
    'Omit inferenceAmi, so that the library selects an AMI, or test the endpoint before you rely on it';
  return [warning('sm.ami-type', field, message)];
}

/** Warns about GPUs for which AWS's guide to EKS requires a newer driver than NVIDIA's lists require. */
function checkEksDriver({ version, instanceTypes }: AmiInUse, driver: number, field: string): Finding[] {
  return instanceTypes.flatMap((type) => {
    const eksDriver = driverRequiredByOtherSources(type.gpuModel) ?? 0;
    if (driver >= eksDriver) return [];
    const message =
      `got AMI ${version} (driver ${driver}) on ${type}, for whose GPU AWS's guide to EKS requires driver ${eksDriver} or newer ` +
      '(awslabs/amazon-eks-ami#2768); whether SageMaker requires it is not known: test the endpoint before you rely on it, or use a different type, such as ml.g7e.2xlarge';
    return [warning('sm.driver', field, message)];
  });
}

/** Warns about CUDA 12 on the AMI for CUDA 13, where images hung. These images run on an older AMI, unless the GPU requires the newer driver. */
function checkCuda12(
  { version, cuda, minimumDriver: minimum, instanceTypes }: AmiInUse,
  driver: number,
  field: string,
): Finding[] {
  const olderAmi = amiWithDriver(minimum);
  const olderDriver = olderAmi?.driverVersion ?? driver;
  const types = olderDriver < driver ? instanceTypes.filter((type) => driverFor(minimum, [type]) <= olderDriver) : [];
  if (types.length === 0) return [];
  const alternative = types.length === instanceTypes.length ? `AMI ${olderAmi}` : 'instance types of one generation';
  const message =
    `got CUDA ${cuda} on AMI ${version} (driver ${driver}) on ${types.join(', ')}, a combination that hung in AWS's tests on ml.g4dn.xlarge ` +
    `(aws/deep-learning-containers#6187); prefer ${alternative}, or a release with CUDA 13`;
  return [warning('sm.compat-ami-cuda12', field, message)];
}

/**
 * Warns about a user's image whose CUDA is newer than the CUDA that the driver supports. AWS's images load their CUDA compatibility
 * libraries automatically.
 */
function checkCompatibility({ image, version, cuda }: AmiInUse, driver: number, field: string): Finding[] {
  const supported = cudaOfDriver(driver);
  if (image._published || !supported || compareVersions(cuda, supported) <= 0) return [];
  const message =
    `got CUDA ${cuda} on AMI ${version} (CUDA ${supported}), which does not mount the image's CUDA compatibility ` +
    `libraries; code that is compiled at run time requires /usr/local/cuda/compat in the image's LD_LIBRARY_PATH`;
  return [warning('sm.cuda-compat', field, message)];
}

function amisWithDriver(driver: number): string {
  const versions = Object.keys(AMI_DRIVERS).filter((version) => AMI_DRIVERS[version] >= driver);
  return versions.length > 0 ? versions.join(', ') : 'none that is known';
}
