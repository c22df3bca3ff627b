import { Severity } from '../../../findings/finding';
import { releasesSupportingGpu, formatTensorRtVersion, tensorRtOf } from '../../../facts/tensorrt';
import { GpuSupport, gpuSupportOf, supportsGpu } from '../../../facts/tensorrt-gpus';
import { ConfigRule } from '../context';

/** Checks that the TensorRT version of the release supports the GPU. The check does not require an engine. */
export const tensorRtGpuRule: ConfigRule = {
  id: 'trt.gpu',
  *check(_, { release, isReleaseKnown, instanceType, customImage }) {
    const capability = instanceType?.computeCapability;
    const tensorRt = isReleaseKnown ? tensorRtOf(release) : undefined;
    const gpu = capability === undefined ? undefined : gpuSupportOf(capability);
    if (!gpu || !tensorRt || supportsGpu(tensorRt.version, gpu.computeCapability)) return;
    const allowed = releasesSupportingGpu(gpu.computeCapability);
    if (allowed.length === 0) return; // the rules trt.cpuimage and sm.p2 report GPUs that no release supports
    yield {
      field: 'backend',
      message:
        `got compute capability ${capability} (${instanceType?.name}, ${instanceType?.gpuModel}), which TensorRT ` +
        `${formatTensorRtVersion(tensorRt)} of Triton ${release} does not support (${supportLimit(gpu)}); allowed: ` +
        `${formatReleases(allowed, gpu)}, or a different GPU`,
      // A user's own image can contain a different TensorRT version than the release. From TensorRT 11 on, the version in the image is never
      // older than the version of the release.
      ...(tensorRt.confirmed && (!customImage || tensorRt.orNewer) ? {} : { severity: Severity.WARNING }),
    };
  },
};

function supportLimit({ since, until }: GpuSupport): string {
  return until === undefined ? `added in ${since}` : `removed in ${until}`;
}

function formatReleases(releases: string[], { until }: GpuSupport): string {
  return until === undefined ? `Triton ${releases[0]} or newer` : `Triton ${releases.at(-1)} or older`;
}
