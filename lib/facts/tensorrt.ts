import { compareVersions } from './versions';
import { supportsGpu } from './tensorrt-gpus';
import { compareReleases, findTritonRelease, TritonRelease, tritonReleases } from './triton-releases';

/** TensorRT version of an image. */
export interface TensorRt {
  readonly version: string;
  /** Whether NVIDIA documents the version. Otherwise, users reported it. */
  readonly confirmed: boolean;
  /** Whether the actual version can be newer: for unpublished images, only the minimum version is known. */
  readonly orNewer?: boolean;
}

/**
 * First release with TensorRT 11: commit d898a0f of triton-inference-server/server ("prepare server for 26.06 … TRT 11 QA compat",
 * 2026-06-11), and users of nvcr.io/nvidia/tritonserver:26.06-py3 report that its trtexec has no --fp16. Versions that users of
 * nvcr.io/nvidia/tensorrt report: 10.16.1.11 in 26.05, 11.0.0.114 in 26.06, 11.2.1.2 in 26.08 (read 2026-11-23).
 */
export const FIRST_RELEASE_WITH_TENSORRT_11 = '26.06';

/**
 * Newest opset that TensorRT's ONNX parser supports, by the first TensorRT version that supports it. A version between two rows supports at
 * most the opset of the later row. Sources: docs/operators.md of onnx/onnx-tensorrt at release/8.0 (8fea430), 8.2-GA (85e79f6), 8.4-GA
 * (1da7332), 8.6-GA (6872a94), 10.0-GA (eb43908) and 10.15, and NVIDIA's "ONNX Opset Guide" of TensorRT 11 (read 2026-11-22).
 */
const OPSETS: [version: string, opset: number][] = [
  ['8.2', 13],
  ['8.6', 17],
  ['9.3', 19],
  ['10.1', 20],
  ['10.15', 24],
  ['11', 25],
];

/** TensorRT version in the image of a release; undefined if the version is unknown. */
export function tensorRtOf(release?: string): TensorRt | undefined {
  if (release === undefined) return undefined;
  const row = findTritonRelease(release);
  if (row?.tensorRt !== undefined) {
    return { version: row.tensorRt, confirmed: !row.unconfirmed?.includes('tensorrt') };
  }
  return compareReleases(release, FIRST_RELEASE_WITH_TENSORRT_11) < 0
    ? undefined
    : { version: '11', confirmed: true, orNewer: true };
}

/** TensorRT version as text for messages. */
export function formatTensorRtVersion({ version, confirmed, orNewer }: TensorRt): string {
  if (orNewer) return `${version} or newer`;
  return confirmed ? version : `${version} (reported by users)`;
}

/** Published releases whose TensorRT version supports a GPU, oldest first. */
export function releasesSupportingGpu(computeCapability: string): string[] {
  return tritonReleases()
    .filter(
      ({ tensorRt, minComputeCapability }) =>
        tensorRt !== undefined &&
        Number(computeCapability) >= Number(minComputeCapability) &&
        supportsGpu(tensorRt, computeCapability),
    )
    .map(({ release }) => release);
}

/** Newest opset that a TensorRT version can support; undefined for a version that is newer than the table. */
export function newestOpset(tensorRt: string): number | undefined {
  return OPSETS.find(([version]) => compareVersions(tensorRt, version) <= 0)?.[1];
}

/** First published release with this TensorRT version or a newer version; undefined if no release has one. */
export function firstReleaseWithTensorRt(tensorRt: string): TritonRelease | undefined {
  return tritonReleases().find((row) => row.tensorRt !== undefined && compareVersions(row.tensorRt, tensorRt) >= 0);
}
