import { createHash } from 'crypto';
import * as fs from 'fs';
import { FileAssets } from './file-assets';
import { Bundle, BundledFile } from './publication-manifest';
import { readInChunks, RepositoryFile } from './repository-file';
import { writeAtomically } from './write-atomically';
import { rulePage } from '../findings/rule-page';

/** Smaller files ride together. */
export const BUNDLED_BELOW = 1 << 20;

/** Puts small files into one asset: an object each would cost a request each at every deployment. */
export function addBundle(assets: FileAssets, files: (RepositoryFile & BundledFile)[]): Bundle {
  const index = JSON.stringify(files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })));
  const indexSha256 = createHash('sha256').update(index).digest('hex');
  const file = assets.pathFor(indexSha256, '.bundle');
  if (!fs.existsSync(file)) writeAtomically(file, (temporary) => writeBundle(temporary, index, files));
  const { objectKey } = assets.add(file, indexSha256);
  return { key: objectKey, indexBytes: Buffer.byteLength(index), indexSha256 };
}

function writeBundle(target: string, index: string, files: (RepositoryFile & BundledFile)[]): void {
  const out = fs.openSync(target, 'w', 0o644);
  try {
    fs.writeFileSync(out, index);
    for (const { source = '', path, bytes } of files) {
      const read = readInChunks(source, (chunk) => fs.writeFileSync(out, chunk));
      if (read !== bytes)
        throw new Error(`${source} changed while it was read for ${path} ${rulePage('archive.changed')}`);
    }
  } finally {
    fs.closeSync(out);
  }
}
