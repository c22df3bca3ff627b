import * as fs from 'fs';
import * as path from 'path';
import { cacheFolder } from '../platform/cache-folder';
import { writeAtomically } from './write-atomically';

/** What is known of a file's content. */
export interface Digest {
  readonly sha256: string;
  /** Only of files too large for a single copy inside S3. */
  readonly crc32?: string;
}

/** Within this time a file may change again without a change of its times. */
const TIMESTAMP_GRAIN_MILLISECONDS = 2000;

/**
 * Digests of large files, so that the next synth does not read them again. An entry is a file of its own, named after everything
 * that changes with the file; so two processes never disagree, and the folder can be deleted at any time.
 */
export const HashCache = {
  find(file: fs.BigIntStats): Digest | undefined {
    try {
      const [, sha256, , crc32] =
        /^([0-9a-f]{64})( ([0-9a-f]{8}))?\n$/.exec(fs.readFileSync(entryOf(file), 'latin1')) ?? [];
      return sha256 === undefined ? undefined : { sha256, ...(crc32 !== undefined && { crc32 }) };
    } catch {
      return undefined;
    }
  },

  /** Keeps a digest, unless the file changed so shortly before it was read that its times do not tell later changes. */
  keep(file: fs.BigIntStats, { sha256, crc32 }: Digest, readAtMilliseconds: number): void {
    const changed = file.ctimeMs > file.mtimeMs ? file.ctimeMs : file.mtimeMs;
    if (readAtMilliseconds - Number(changed) < TIMESTAMP_GRAIN_MILLISECONDS) return;
    try {
      const entry = entryOf(file);
      fs.mkdirSync(path.dirname(entry), { recursive: true });
      writeAtomically(entry, (temporary) => fs.writeFileSync(temporary, `${sha256}${crc32 ? ` ${crc32}` : ''}\n`));
    } catch {
      // Without a folder that can be written, each synth reads the files.
    }
  },
};

function entryOf({ dev, ino, size, mtimeNs, ctimeNs }: fs.BigIntStats): string {
  return path.join(cacheFolder('hashes'), [dev, ino, size, mtimeNs, ctimeNs].join('-'));
}
