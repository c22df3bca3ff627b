import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

type Content = string | Buffer;

/** Writes files below a folder; the folders between are made. */
export function writeFiles(folder: string, files: Record<string, Content>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
}

/** A file of any size that takes no space, with its last bytes. */
export function sparse(
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

export function link(file: string, target: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.symlinkSync(target, file);
}

export function pipe(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  execFileSync('mkfifo', [file]);
}

/** A socket that nobody listens to. */
export function socket(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  execFileSync('python3', [
    '-c',
    'import os, socket, sys; os.chdir(sys.argv[1]); socket.socket(socket.AF_UNIX).bind(sys.argv[2])',
    path.dirname(file),
    path.basename(file),
  ]);
}

/** Folders inside each other, deeper than a path may be long. */
export function deepFolders(folder: string, depth: number, name = 'd'): void {
  const script =
    'import os, sys\nos.chdir(sys.argv[1])\nfor _ in range(int(sys.argv[2])):\n    os.mkdir(sys.argv[3])\n    os.chdir(sys.argv[3])';
  execFileSync('python3', ['-c', script, folder, String(depth), name]);
}
