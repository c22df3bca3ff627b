import { HashedFile } from '../artifacts/repository-file';
import { InstanceType } from '../platform';

/** For logs, and for what trtexec writes besides the engine. */
const BASE_GIGABYTES = 30;
/** The sources, what TensorRT keeps of them, and the engine. */
const COPIES = 4;
/** Of an ONNX file in S3, whose size is not known. */
const UNKNOWN_GIGABYTES = 100;

/** Volume of a job in GB; of a type with NVMe drives no more than these have (API reference, ProcessingClusterConfig). */
export function volumeSizeOf({ localStorage }: InstanceType, { build, sources = [] }: HashedFile): number {
  const isKnown = build?.sources.every(({ object }) => object === undefined);
  const gigabytes = sources.reduce((sum, { bytes }) => sum + bytes, 0) / 1e9;
  const needed = isKnown ? BASE_GIGABYTES + Math.ceil(COPIES * gigabytes) : UNKNOWN_GIGABYTES;
  return Math.min(needed, localStorage?.toGibibytes() ?? needed);
}
