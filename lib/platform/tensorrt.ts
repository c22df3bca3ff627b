import { compareVersions } from './cuda';
import { supportsGpu } from './tensorrt-gpus';
import { compareReleases, findTritonRelease, TritonRelease, tritonReleases } from './triton-releases';

/** The TensorRT of an image. */
export interface TensorRt {
  readonly version: string;
  /** Whether NVIDIA says so; otherwise it is from reports of users. */
  readonly confirmed: boolean;
  /** Whether a newer one is possible: of images that AWS does not publish only the oldest version is known. */
  readonly orNewer?: boolean;
}

/**
 * From this release on NVIDIA's images have TensorRT 11: commit d898a0f of triton-inference-server/server ("prepare server for 26.06 …
 * TRT 11 QA compat", 2026-06-11), and users of nvcr.io/nvidia/tritonserver:26.06-py3, whose trtexec has no --fp16. The versions that users
 * of nvcr.io/nvidia/tensorrt report: 10.16.1.11 in 26.05, 11.0.0.114 in 26.06, 11.2.1.2 in 26.08 (read 2026-11-23).
 */
export const FIRST_RELEASE_WITH_11 = '26.06';

/**
 * The newest opset that the ONNX parser of a version reads, by the first version that is known to have it. From docs/operators.md of
 * onnx/onnx-tensorrt at release/8.0 (8fea430), 8.2-GA (85e79f6), 8.4-GA (1da7332), 8.6-GA (6872a94), 10.0-GA (eb43908) and 10.15, and from
 * NVIDIA's "ONNX Opset Guide" of TensorRT 11 (read 2026-11-22). The versions between two rows are known to be at most at the next row.
 */
const OPSETS: [version: string, opset: number][] = [
  ['8.2', 13],
  ['8.6', 17],
  ['9.3', 19],
  ['10.1', 20],
  ['10.15', 24],
  ['11', 25],
];

/** The TensorRT of a release's image; undefined where nothing is known of it. */
export function tensorRtOf(release?: string): TensorRt | undefined {
  if (release === undefined) return undefined;
  const row = findTritonRelease(release);
  if (row?.tensorRt !== undefined) {
    return { version: row.tensorRt, confirmed: !row.unconfirmed?.includes('tensorrt') };
  }
  return compareReleases(release, FIRST_RELEASE_WITH_11) < 0
    ? undefined
    : { version: '11', confirmed: true, orNewer: true };
}

/** How messages name it. */
export function tensorRtInWords({ version, confirmed, orNewer }: TensorRt): string {
  if (orNewer) return `${version} or newer`;
  return confirmed ? version : `${version} (reported by users)`;
}

/** The published releases whose TensorRT supports a GPU, from the oldest to the newest. */
export function releasesFor(computeCapability: string): string[] {
  return tritonReleases()
    .filter(
      ({ tensorRt, minComputeCapability }) =>
        tensorRt !== undefined &&
        Number(computeCapability) >= Number(minComputeCapability) &&
        supportsGpu(tensorRt, computeCapability),
    )
    .map(({ release }) => release);
}

/** The newest opset that a version may read; undefined for one that is newer than the table. */
export function newestOpset(tensorRt: string): number | undefined {
  return OPSETS.find(([version]) => compareVersions(tensorRt, version) <= 0)?.[1];
}

/** The first published release from a TensorRT version on; undefined where none is known. */
export function firstReleaseWith(tensorRt: string): TritonRelease | undefined {
  return tritonReleases().find((row) => row.tensorRt !== undefined && compareVersions(row.tensorRt, tensorRt) >= 0);
}
