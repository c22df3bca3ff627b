import { Header } from 'tar/header';
import { Pax } from 'tar/pax';

const BLOCK = 512;

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** Headers of a file in a tar archive. Owner, mode and time are the same for all files. */
export function tarHeaders(path: string, size: number): Buffer[] {
  const header = new Header({ path, mode: 0o644, uid: 0, gid: 0, size, mtime: new Date(0), type: 'File' });
  header.encode();
  const block = header.block ?? Buffer.alloc(0);
  // Long names and files over 8 GiB do not fit the classic header.
  return header.needPax ? [new Pax({ path, size }).encode(), block] : [block];
}

/** What fills a file's last block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}
