import * as fs from 'node:fs';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { unpack } from '../../../cli/local/repository';
import { folderWith } from '../../model/folders';

let folder: string;
let out: string;
beforeEach(() => {
  folder = folderWith({});
  out = path.join(folder, 'out');
});

interface Entry {
  readonly path: string;
  readonly mode?: number;
  readonly type?: 'File' | 'Directory';
}

/** Creates an archive whose entries consist of headers only, without content. */
function archiveOf(...entries: Entry[]): string {
  const headers = entries.map(({ path: name, mode = 0o644, type = 'File' }) => {
    const header = new Header({ path: name, mode, size: 0, type, uid: 0, gid: 0, mtime: new Date(0) });
    header.encode();
    return header.block ?? Buffer.alloc(0);
  });
  const file = path.join(folder, 'model.tar.gz');
  fs.writeFileSync(file, gzipSync(Buffer.concat([...headers, Buffer.alloc(1024)])));
  return file;
}

test('setuid bits are removed, and all files and folders can be deleted later', async () => {
  const archive = archiveOf(
    { path: 'folder', mode: 0o000, type: 'Directory' },
    { path: 'folder/program', mode: 0o6755 },
    { path: 'folder/hidden', mode: 0o000 },
  );
  await unpack(archive, out);
  const mode = (name: string): number => fs.statSync(path.join(out, name)).mode & 0o7777;
  expect([mode('folder/program') & 0o7000, mode('folder') & 0o700, mode('folder/hidden') & 0o600]).toEqual([
    0, 0o700, 0o600,
  ]);
});

test('a file that is not an archive causes an error', async () => {
  const file = path.join(folder, 'model.tar.gz');
  fs.writeFileSync(file, 'no archive');
  await expect(unpack(file, out)).rejects.toThrow('TAR_BAD_ARCHIVE');
});
