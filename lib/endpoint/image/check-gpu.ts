import { Token } from 'aws-cdk-lib';
import { Finding, error, warning } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { compareVersions, minimumCuda } from '../../platform/cuda';
import { tritonReleases } from '../../platform/triton-releases';
import { TritonImage } from './triton-image';

/** Whether the image has code for the processor and the GPUs of an instance type. */
export function checkGpu(image: TritonImage, instanceType: InstanceType, field: string): Finding[] {
  const { architecture, computeCapability, known } = instanceType;
  if (!known && !Token.isUnresolved(instanceType.name) && !instanceType._hasSize) {
    const message = `got '${instanceType}'; allowed: a SageMaker hosting type such as ml.g5.xlarge${didYouMean(instanceType)}`;
    return [error('sm.variant-type', field, message)];
  }
  if (architecture === 'arm64') {
    const message = `got ${instanceType} (${architecture}); allowed: x86_64 types, since the image is built for them`;
    return [error('sm.arm', field, message)];
  }
  const instead = instanceType._insteadOfGpu;
  if (instanceType._isCpuOnly && known) return [];
  if (instead !== undefined && !instanceType._isCpuOnly)
    return [checkNoGpu(image, `got ${instanceType} (${instead})`, field)];
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
    const able = newestFor(computeCapability);
    const older = able === undefined ? '; no release supports it' : `, or Triton ${able} or older`;
    const message = `${got}; ${allowed}: compute capability ${minimumComputeCapability} or more${older}`;
    return [error(able === undefined ? 'sm.p2' : 'sm.cuda13-volta', field, message)];
  }
  const first = minimumCuda(computeCapability);
  if (first && compareVersions(cudaVersion, first) < 0) {
    const message = `${got}; ${allowed}: an older GPU, since these GPUs require CUDA ${first} or newer, which Triton ${firstWith(first)} includes`;
    return [error('sm.cuda-gpu', field, message)];
  }
  return [];
}

function didYouMean({ _nearest }: InstanceType): string {
  return _nearest ? `; did you mean ${_nearest}?` : '';
}

/** An accelerator for which AWS publishes no image of Triton. */
function checkNoGpu({ _published }: TritonImage, got: string, field: string): Finding {
  return _published
    ? error(
        'sm.no-gpu',
        field,
        `${got}; allowed: types with NVIDIA GPUs such as ml.g4dn.xlarge, or without any accelerator such as ml.c6i.large`,
      )
    : warning('sm.no-gpu', field, `${got}; the accelerator is used only if your image is built for it`);
}

/** The newest release that still runs on the GPU, where there is one. */
function newestFor(computeCapability: string): string | undefined {
  return tritonReleases()
    .filter((row) => Number(row.minComputeCapability) <= Number(computeCapability))
    .at(-1)?.release;
}

function firstWith(cuda: string): string | undefined {
  return tritonReleases().find((row) => compareVersions(row.cuda, cuda) >= 0)?.release;
}
