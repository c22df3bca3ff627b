import { Header } from 'tar/header';
import { Pax } from 'tar/pax';

const BLOCK_BYTES = 512;

/** End of an archive: two empty blocks. */
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES);

/** Headers of a file in a tar archive. All files have the same owner, mode and time. */
export function tarHeaders(path: string, size: number): Buffer[] {
  const header = new Header({ path, mode: 0o644, uid: 0, gid: 0, size, mtime: new Date(0), type: 'File' });
  header.encode();
  const block = header.block ?? Buffer.alloc(0);
  // The classic header does not support long names and files over 8 GiB.
  return header.needPax ? [new Pax({ path, size }).encode(), block] : [block];
}

/** Returns the zeros that follow the content of a file, so that the size of the entry is a multiple of the block size. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
}
