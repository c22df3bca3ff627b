import { compareVersions } from './cuda';
import { findTritonRelease, TritonRelease, tritonReleases } from './triton-releases';

/** The TensorRT of an image. */
export interface TensorRt {
  readonly version: string;
  /** Whether NVIDIA says so; otherwise it is from reports of users. */
  readonly confirmed: boolean;
}

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

/** The TensorRT of a published image; undefined where nothing is known of it. */
export function tensorRtOf(release?: string): TensorRt | undefined {
  const row = release === undefined ? undefined : findTritonRelease(release);
  if (row?.tensorRt === undefined) return undefined;
  return { version: row.tensorRt, confirmed: !row.unconfirmed?.includes('tensorrt') };
}

/** The newest opset that a version may read; undefined for one that is newer than the table. */
export function newestOpset(tensorRt: string): number | undefined {
  return OPSETS.find(([version]) => compareVersions(tensorRt, version) <= 0)?.[1];
}

/** The first published release from a TensorRT version on; undefined where none is known. */
export function firstReleaseWith(tensorRt: string): TritonRelease | undefined {
  return tritonReleases().find((row) => row.tensorRt !== undefined && compareVersions(row.tensorRt, tensorRt) >= 0);
}
