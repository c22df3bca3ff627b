import { createHash } from 'crypto';
import * as fs from 'fs';
import { FileAssets } from './file-assets';
import { Bundle, BundledFile } from '../contracts/publication-manifest';
import { withSource } from './file-reader';
import { RepositoryFile } from './repository-file';
import { readInChunksSync } from '../files/read-in-chunks';
import { writeAtomically } from '../files/write-atomically';
import { rulePage } from '../findings/rule-page';

/** Files below this size are combined into a bundle. */
export const BUNDLE_SIZE_LIMIT = 1 << 20;

/**
 * Combines small files into one asset, because each separate object would require one request in every deployment. The asset is an index in
 * JSON, followed by the contents of the files.
 */
export function addBundle(assets: FileAssets, files: (RepositoryFile & BundledFile)[]): Bundle {
  const index = JSON.stringify(
    files.map(({ path, bytes, sha256, package: name }) => ({ path, bytes, sha256, package: name })),
  );
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
    for (const { source = '', within, path, bytes } of files) {
      const bytesRead = withSource({ source, within }, (descriptor) =>
        readInChunksSync(descriptor, (chunk) => fs.writeFileSync(out, chunk)),
      );
      if (bytesRead !== bytes)
        throw new Error(`${source} changed while it was read for ${path} ${rulePage('archive.changed')}`);
    }
  } finally {
    fs.closeSync(out);
  }
}
