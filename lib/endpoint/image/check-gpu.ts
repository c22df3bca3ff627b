import { Finding, error, warning } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { minimumCuda } from '../../facts/cuda';
import { compareVersions } from '../../facts/versions';
import { tritonReleases } from '../../facts/triton-releases';
import { TritonImage } from './triton-image';
import { isUnresolved } from '../../findings/is-unresolved';

/** Checks that the image supports the processor and the GPUs of an instance type. */
export function checkGpu(image: TritonImage, instanceType: InstanceType, field: string): Finding[] {
  const { architecture, computeCapability, known } = instanceType;
  if (!known && !isUnresolved(instanceType.name) && !instanceType._hasValidSize) {
    const message = `got '${instanceType}'; allowed: a SageMaker hosting type such as ml.g5.xlarge${didYouMean(instanceType)}`;
    return [error('sm.variant-type', field, message)];
  }
  if (architecture === 'arm64') {
    const message = `got ${instanceType} (${architecture}); allowed: x86_64 types, since the image is built for them`;
    return [error('sm.arm', field, message)];
  }
  const accelerator = instanceType._nonNvidiaAccelerator;
  if (instanceType._isCpuOnly && known) return [];
  if (accelerator !== undefined && !instanceType._isCpuOnly)
    return [acceleratorFinding(image, `got ${instanceType} (${accelerator})`, field)];
  if (computeCapability === undefined) {
    const unchecked = instanceType._isCpuOnly ? 'vCPUs and memory' : 'GPU and driver';
    const message = `${instanceType} is not in the instance table; its ${unchecked} are not checked${didYouMean(instanceType)}`;
    return [warning('sm.variant-type', field, message)];
  }
  const { cudaVersion, minimumComputeCapability } = image;
  if (cudaVersion === undefined) return [];
  const got = `got ${instanceType} (compute capability ${computeCapability})`;
  const allowed = `allowed with Triton ${image.release} (CUDA ${cudaVersion})`;
  if (Number(computeCapability) < Number(minimumComputeCapability)) {
    const newestSupporting = newestReleaseFor(computeCapability);
    const olderRelease =
      newestSupporting === undefined ? '; no release supports it' : `, or Triton ${newestSupporting} or older`;
    const message = `${got}; ${allowed}: compute capability ${minimumComputeCapability} or more${olderRelease}`;
    return [error(newestSupporting === undefined ? 'sm.p2' : 'sm.cuda13-volta', field, message)];
  }
  const oldestCuda = minimumCuda(computeCapability);
  if (oldestCuda && compareVersions(cudaVersion, oldestCuda) < 0) {
    const message = `${got}; ${allowed}: an older GPU, since these GPUs require CUDA ${oldestCuda} or newer, which Triton ${firstReleaseWith(oldestCuda)} includes`;
    return [error('sm.cuda-gpu', field, message)];
  }
  return [];
}

function didYouMean({ _nearest }: InstanceType): string {
  return _nearest ? `; did you mean ${_nearest}?` : '';
}

/** Returns the finding about an accelerator for which AWS does not publish a Triton image. */
function acceleratorFinding({ _published }: TritonImage, got: string, field: string): Finding {
  return _published
    ? error(
        'sm.no-gpu',
        field,
        `${got}; allowed: types with NVIDIA GPUs such as ml.g4dn.xlarge, or without any accelerator such as ml.c6i.large`,
      )
    : warning('sm.no-gpu', field, `${got}; the accelerator is used only if your image is built for it`);
}

/** The newest release that supports the GPU, if any. */
function newestReleaseFor(computeCapability: string): string | undefined {
  return tritonReleases()
    .filter((row) => Number(row.minComputeCapability) <= Number(computeCapability))
    .at(-1)?.release;
}

function firstReleaseWith(cuda: string): string | undefined {
  return tritonReleases().find((row) => compareVersions(row.cuda, cuda) >= 0)?.release;
}
