import { Severity } from '../../../findings/finding';
import { releasesFor, tensorRtInWords, tensorRtOf } from '../../../platform/tensorrt';
import { GpuSupport, gpuSupportOf, supportsGpu } from '../../../platform/tensorrt-gpus';
import { ConfigRule } from '../context';

/** Whether the TensorRT of the release builds and runs engines for the GPU, which is known before there is an engine. */
export const tensorRtGpuRule: ConfigRule = {
  id: 'trt.gpu',
  *check(_, { release, releaseChosen, instanceType, customImage }) {
    const capability = instanceType?.computeCapability;
    const tensorRt = releaseChosen ? tensorRtOf(release) : undefined;
    const gpu = capability === undefined ? undefined : gpuSupportOf(capability);
    if (!gpu || !tensorRt || supportsGpu(tensorRt.version, gpu.computeCapability)) return;
    const allowed = releasesFor(gpu.computeCapability);
    if (allowed.length === 0) return; // no release has a server for the GPU: trt.cpuimage and sm.p2
    yield {
      field: 'backend',
      message:
        `got compute capability ${capability} (${instanceType?.name}, ${instanceType?.gpuModel}), which TensorRT ` +
        `${tensorRtInWords(tensorRt)} of Triton ${release} does not support (${limitOf(gpu)}); allowed: ` +
        `${inWords(allowed, gpu)}, or a different GPU`,
      // An image of one's own may have another TensorRT, but not an older one than its release where that is TensorRT 11.
      ...(tensorRt.confirmed && (!customImage || tensorRt.orNewer) ? {} : { severity: Severity.WARNING }),
    };
  },
};

function limitOf({ since, until }: GpuSupport): string {
  return until === undefined ? `added in ${since}` : `removed in ${until}`;
}

function inWords(releases: string[], { until }: GpuSupport): string {
  return until === undefined ? `Triton ${releases[0]} or newer` : `Triton ${releases.at(-1)} or older`;
}
