import * as fs from 'fs';
import { OverLimit } from '../../findings/limits';
import { ZipArchive } from './zip-archive';

/** How `torch.save` begins a file without an archive, as before PyTorch 1.6: a pickle of protocol 2. */
const PICKLE = Buffer.from([0x80, 0x02]);

/**
 * Whether a file is of `torch.jit.save`, as opposed to weights or a module of `torch.save`: these archives have no constants, without which
 * libtorch loads nothing. Undefined for other files.
 */
export function isTorchScript(file: string): boolean | undefined {
  try {
    return ZipArchive.use(file, ({ members }) => members.some(({ name }) => name.endsWith('/constants.pkl')));
  } catch (problem) {
    if (problem instanceof OverLimit) throw problem;
    return startsWith(file, PICKLE) ? false : undefined;
  }
}

function startsWith(file: string, bytes: Buffer): boolean {
  const read = Buffer.alloc(bytes.length);
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.readSync(descriptor, read, 0, read.length, 0);
  } finally {
    fs.closeSync(descriptor);
  }
  return read.equals(bytes);
}
