import * as fs from 'fs';

/** Opens a file for a function, which receives the descriptor and the size, and closes the file after the function returns. */
export function withOpenFile<T>(file: string, read: (descriptor: number, size: number) => T): T {
  const descriptor = fs.openSync(file, 'r');
  try {
    return read(descriptor, fs.fstatSync(descriptor).size);
  } finally {
    fs.closeSync(descriptor);
  }
}
