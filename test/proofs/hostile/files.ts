import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

type Content = string | Buffer;

/** Writes files to a folder, and creates missing folders. */
export function writeFiles(folder: string, files: Record<string, Content>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
}

/**
 * Creates a sparse file of any size, which uses almost no disk space.
 *
 * @param tail the last bytes of the file
 * @param head the first bytes of the file
 */
export function createSparseFile(
  file: string,
  bytes: number,
  tail: Buffer = Buffer.alloc(0),
  head: Buffer = Buffer.alloc(0),
): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = fs.openSync(file, 'w');
  fs.writeSync(descriptor, head);
  fs.ftruncateSync(descriptor, bytes);
  fs.writeSync(descriptor, tail, 0, tail.length, bytes - tail.length);
  fs.closeSync(descriptor);
}

export function createLink(file: string, target: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.symlinkSync(target, file);
}

export function createPipe(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  execFileSync('mkfifo', [file]);
}

/** Creates a Unix socket on which no process listens. */
export function createSocket(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  execFileSync('python3', [
    '-c',
    'import os, socket, sys; os.chdir(sys.argv[1]); socket.socket(socket.AF_UNIX).bind(sys.argv[2])',
    path.dirname(file),
    path.basename(file),
  ]);
}

/** Creates nested folders. The resulting path may be longer than the system allows. */
export function createNestedFolders(folder: string, depth: number): void {
  const script =
    'import os, sys\nos.chdir(sys.argv[1])\nfor _ in range(int(sys.argv[2])):\n    os.mkdir("d")\n    os.chdir("d")';
  execFileSync('python3', ['-c', script, folder, String(depth)]);
}
