import * as fs from 'fs';
import * as path from 'path';
import { createCacheFolder, trustedCacheFolder } from '../files/cache-folder';
import { writeAtomically } from '../files/write-atomically';

/** Digest of the content of a file. */
export interface Digest {
  readonly sha256: string;
  /** Only for files that are too large for a single copy request of S3. */
  readonly crc32?: string;
}

/** Digests are cached for files of at least this size. Smaller files are read at each synth. */
export const MINIMUM_CACHED_BYTES = 1 << 20;

/** A file that changes twice within this time can have the same timestamp after both changes. */
const TIMESTAMP_GRAIN_MILLISECONDS = 2000;

/**
 * A cache of the digests of large files, so that the next synth does not read the files again. Each entry is a file whose name contains all
 * metadata that changes with the content. Concurrent processes therefore never conflict, and the folder can be deleted at any time.
 */
export const HashCache = {
  find(file: fs.BigIntStats): Digest | undefined {
    try {
      const [, sha256, , crc32] =
        /^([0-9a-f]{64})( ([0-9a-f]{8}))?\n$/.exec(fs.readFileSync(entryPathOf(file), 'latin1')) ?? [];
      return sha256 === undefined ? undefined : { sha256, ...(crc32 !== undefined && { crc32 }) };
    } catch {
      return undefined;
    }
  },

  /** Adds a digest, unless the file changed so recently that a later change would have the same timestamp. */
  add(file: fs.BigIntStats, { sha256, crc32 }: Digest, readAtMilliseconds: number): void {
    const changedAt = file.ctimeMs > file.mtimeMs ? file.ctimeMs : file.mtimeMs;
    if (readAtMilliseconds - Number(changedAt) < TIMESTAMP_GRAIN_MILLISECONDS) return;
    try {
      createCacheFolder('hashes');
      writeAtomically(entryPathOf(file), (temporary) =>
        fs.writeFileSync(temporary, `${sha256}${crc32 ? ` ${crc32}` : ''}\n`),
      );
    } catch {
      // Without a writable folder, each synth reads the files.
    }
  },
};

function entryPathOf({ dev, ino, size, mtimeNs, ctimeNs }: fs.BigIntStats): string {
  return path.join(trustedCacheFolder('hashes'), [dev, ino, size, mtimeNs, ctimeNs].join('-'));
}
