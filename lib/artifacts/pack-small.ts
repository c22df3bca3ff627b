import * as fs from 'fs';
import { digestContent } from './digest';
import { gzipStored } from './gzip-format';
import { RepositoryFile } from './repository-file';
import type { Packed } from './run-worker';
import { TAR_END, tarHeaders, tarPadding } from './tar-entry';

/** Writes an archive of files that fit into memory, in this process: starting another one would take longer. */
export function packSmall(files: RepositoryFile[], outFile: string): Packed {
  const digests: Packed['files'] = [];
  const pieces: Buffer[] = [];
  for (const { path, source, content = '' } of files) {
    const data = source === undefined ? Buffer.from(content, 'utf8') : fs.readFileSync(source);
    pieces.push(...tarHeaders(path, data.length), data, tarPadding(data.length));
    digests.push({ ...digestContent(data), bytes: data.length });
  }
  const archive = gzipStored(Buffer.concat([...pieces, TAR_END]));
  fs.writeFileSync(outFile, archive);
  return { files: digests, bytes: archive.length };
}
