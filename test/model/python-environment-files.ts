import { gzipSync } from 'zlib';
import { Header } from 'tar/header';

/** A file in an archive: its path, or a link. */
export type ArchiveEntry =
  string | { readonly path: string; readonly type: 'Link' | 'SymbolicLink'; readonly linkpath: string };

/** A tar archive of empty files and links, with gzip. */
export function archiveOf(...entries: ArchiveEntry[]): Buffer {
  const blocks = entries.map((entry) => {
    const properties = typeof entry === 'string' ? { path: entry, type: 'File' as const } : entry;
    const header = new Header({ mode: 0o755, uid: 0, gid: 0, size: 0, mtime: new Date(0), ...properties });
    header.encode();
    return header.block ?? Buffer.alloc(0);
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** An environment in the format of conda-pack. */
export function packedEnvironment(python: string, ...packages: string[]): Buffer {
  const modules = packages.map((name) => `site-packages/${name}/__init__.py`);
  return archiveOf('bin/activate', ...['os.py', ...modules].map((name) => `lib/python${python}/${name}`));
}
