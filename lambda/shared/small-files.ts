import { createHash } from 'crypto';
import type { Bundle, BundledFile } from '../../lib/contracts/publication-manifest';
import { readBytes } from './store';

/** The most bytes that are read with one request, unless a file is larger. */
const SLICE_BYTES = 4 * 1024 ** 2;

/**
 * The most files that are read with one request. The files of a slice are written one after the other, and those of different slices at the
 * same time.
 */
const SLICE_FILES = 100;

/** Consecutive files of a bundle (an object that contains many small files, after an index) that are read with one request. */
interface Slice {
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

/** Divides the files of a bundle into slices. */
export function slicesOf(bundle: Bundle, files: BundledFile[]): Slice[] {
  const slices: { offset: number; bytes: number; files: BundledFile[] }[] = [];
  let offset = bundle.indexBytes;
  for (const file of files) {
    const lastSlice = slices.at(-1);
    const isFull = lastSlice?.files.length === SLICE_FILES;
    if (lastSlice && !isFull && lastSlice.bytes + file.bytes <= SLICE_BYTES) {
      lastSlice.files.push(file);
      lastSlice.bytes += file.bytes;
    } else {
      slices.push({ offset, bytes: file.bytes, files: [file] });
    }
    offset += file.bytes;
  }
  return slices;
}

/** Reads the selected files of a slice, and compares their checksums. */
export async function* readSlice(
  bucket: string,
  bundle: Bundle,
  { offset, bytes, files }: Slice,
  isSelected: (file: BundledFile) => boolean,
): AsyncGenerator<[BundledFile, Uint8Array]> {
  const data = bytes === 0 ? new Uint8Array() : await readBytes(bucket, bundle.key, offset, bytes);
  let start = 0;
  for (const file of files) {
    const body = data.subarray(start, start + file.bytes);
    start += file.bytes;
    if (!isSelected(file)) continue;
    if (sha256(body) !== file.sha256) {
      const object = `s3://${bucket}/${bundle.key}`; // the user has to delete it, since CDK does not overwrite uploaded assets
      throw new Error(`${file.path} changed between synth and upload; delete ${object}, and deploy again`);
    }
    yield [file, body];
  }
}

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
