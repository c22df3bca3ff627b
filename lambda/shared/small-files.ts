import { createHash } from 'crypto';
import type { Bundle, BundledFile } from '../../lib/artifacts/publication-manifest';
import type { FillTarget } from './fill';
import { put } from './own-objects';
import { readBytes } from './store';

/** Small files are read and written in groups of this many bytes. */
const SLICE_BYTES = 4 * 1024 ** 2;

/** Neighbours in the bundle that are read with one request. */
export interface Slice {
  readonly offset: number;
  readonly bytes: number;
  readonly files: BundledFile[];
}

export async function readIndex(bucket: string, bundle: Bundle): Promise<BundledFile[]> {
  const index = await readBytes(bucket, bundle.key, 0, bundle.indexBytes);
  if (sha256(index) !== bundle.indexSha256)
    throw new Error(`s3://${bucket}/${bundle.key} is not the bundle of the manifest`);
  return JSON.parse(new TextDecoder().decode(index)) as BundledFile[];
}

export function slicesOf(bundle: Bundle, files: BundledFile[]): Slice[] {
  const slices: { offset: number; bytes: number; files: BundledFile[] }[] = [];
  let offset = bundle.indexBytes;
  for (const file of files) {
    const last = slices.at(-1);
    if (last && last.bytes + file.bytes <= SLICE_BYTES) {
      last.files.push(file);
      last.bytes += file.bytes;
    } else {
      slices.push({ offset, bytes: file.bytes, files: [file] });
    }
    offset += file.bytes;
  }
  return slices;
}

/** Writes the wanted files of a slice, one after another: slices run in parallel. */
export async function writeSlice(
  sourceBucket: string,
  bundle: Bundle,
  slice: Slice,
  target: FillTarget,
  signal: AbortSignal,
): Promise<void> {
  const data =
    slice.bytes === 0 ? new Uint8Array() : await readBytes(sourceBucket, bundle.key, slice.offset, slice.bytes);
  let start = 0;
  for (const file of slice.files) {
    const body = data.subarray(start, start + file.bytes);
    start += file.bytes;
    if (!target.isWanted(file)) continue;
    if (sha256(body) !== file.sha256) {
      const object = `s3://${sourceBucket}/${bundle.key}`; // CDK uploads nothing to a key that has an object
      throw new Error(`${file.path} changed between synth and upload; delete ${object}, and deploy again`);
    }
    target.note(file, await put(target.destinationOf(file), body, signal));
  }
}

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
