import { Finding, error, warning } from '../../findings/finding';
import { InferenceAmi, InstanceType } from '../../platform';
import { compareVersions, cudaOfDriver } from '../../platform/cuda';
import { reportedDriver } from '../../platform/gpu-drivers';
import { AMI_DRIVERS, AMI_FAMILIES, amiWithDriver } from '../../platform/inference-ami';
import { driverFor } from './inference-ami-version';
import { TritonImage } from './triton-image';

/** An AMI in use, with what its driver has to run. */
export interface AmiInUse {
  readonly version: string;
  readonly image: TritonImage;
  readonly cuda: string;
  /** Oldest driver for that CUDA. */
  readonly needed: number;
  readonly instanceTypes: InstanceType[];
}

/** The properties that findings are about. */
export interface Fields {
  readonly instanceType: string;
  readonly image: string;
  readonly inferenceAmi: string;
}

/** Whether the driver of an AMI runs the image's CUDA and the GPUs: where it does not, the endpoint hangs without a log. */
export function checkInferenceAmi(ami: AmiInUse, fields: Fields): Finding[] {
  const { version, image, cuda, needed, instanceTypes } = ami;
  const driver = AMI_DRIVERS[version];
  if (driver === undefined) {
    const message = `the driver of AMI ${version} is not known; Triton ${image.release} needs ${needed} or newer`;
    return [warning('sm.driver', fields.instanceType, message)];
  }
  const atLeast = driverFor(needed, instanceTypes);
  if (driver < atLeast) {
    const message =
      `got AMI ${version} (driver ${driver}); allowed with CUDA ${cuda} on ${instanceTypes.join(', ')}: ` +
      `${versionsWith(atLeast)}, which have driver ${atLeast} or newer`;
    return [error('sm.driver', fields.instanceType, message)];
  }
  return [
    ...checkReported(ami, driver, fields.instanceType),
    ...checkCuda12(ami, driver, fields.image),
    ...checkCompatibility(ami, driver, fields.image),
  ];
}

/** Whether a chosen AMI is for the instance types, as far as there is a list of them. */
export function checkFamilies({ version }: InferenceAmi, instanceTypes: InstanceType[], field: string): Finding[] {
  const families = AMI_FAMILIES[version];
  const others = instanceTypes.filter(({ known, family }) => known && families && !families.includes(family));
  if (others.length === 0) return [];
  const message =
    `got ${version} on ${others.join(', ')}; known to run on it: ${families?.map((family) => `ml.${family}`).join(', ')}. ` +
    'Omit inferenceAmi, so that the library selects an AMI, or test the endpoint before you rely on it';
  return [warning('sm.ami-type', field, message)];
}

/** NVIDIA's lists and AWS's guide to EKS differ on a GPU. */
function checkReported({ version, instanceTypes }: AmiInUse, driver: number, field: string): Finding[] {
  return instanceTypes.flatMap((type) => {
    const reported = reportedDriver(type.gpuModel) ?? 0;
    if (driver >= reported) return [];
    const message =
      `got AMI ${version} (driver ${driver}) on ${type}, for whose GPU AWS's guide to EKS requires driver ${reported} or newer ` +
      '(awslabs/amazon-eks-ami#2768); whether SageMaker requires it is not known: test the endpoint before you rely on it, or use a different type, such as ml.g7e.2xlarge';
    return [warning('sm.driver', field, message)];
  });
}

/** Images with CUDA 12 hung on the AMI for CUDA 13 where an older AMI runs them. GPUs that need the newer driver have no choice. */
function checkCuda12({ version, cuda, needed, instanceTypes }: AmiInUse, driver: number, field: string): Finding[] {
  const older = amiWithDriver(needed);
  const olderDriver = older?.driverVersion ?? driver;
  const types = olderDriver < driver ? instanceTypes.filter((type) => driverFor(needed, [type]) <= olderDriver) : [];
  if (types.length === 0) return [];
  const wayOut = types.length === instanceTypes.length ? `AMI ${older}` : 'instance types of one generation';
  const message =
    `got CUDA ${cuda} on AMI ${version} (driver ${driver}) on ${types.join(', ')}, a combination that hung in AWS's tests on ml.g4dn.xlarge ` +
    `(aws/deep-learning-containers#6187); prefer ${wayOut}, or a release with CUDA 13`;
  return [warning('sm.compat-ami-cuda12', field, message)];
}

/** AWS's images load their compatibility libraries by themselves. */
function checkCompatibility({ image, version, cuda }: AmiInUse, driver: number, field: string): Finding[] {
  const brought = cudaOfDriver(driver);
  if (image._published || !brought || compareVersions(cuda, brought) <= 0) return [];
  const message =
    `got CUDA ${cuda} on AMI ${version} (CUDA ${brought}), which does not mount the image's CUDA compatibility ` +
    `libraries; code that is compiled at run time requires /usr/local/cuda/compat in the image's LD_LIBRARY_PATH`;
  return [warning('sm.cuda-compat', field, message)];
}

function versionsWith(driver: number): string {
  const versions = Object.keys(AMI_DRIVERS).filter((version) => AMI_DRIVERS[version] >= driver);
  return versions.length > 0 ? versions.join(', ') : 'none that is known';
}
