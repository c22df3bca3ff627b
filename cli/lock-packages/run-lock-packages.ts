import * as path from 'path';
import { print, printNote } from '../output/print';
import { formatCount } from '../output/words';
import { lockPackages, LockPackagesOptions } from './lock-packages';

/** Writes the lock, and prints what it contains. */
export function runLockPackages(file: string, options: LockPackagesOptions): void {
  const { lockFile, count, python, imagePackages, otherVersions } = lockPackages(file, options);
  const image = imagePackages.length > 0 ? `; of the image: ${imagePackages.join(', ')}` : '';
  print(`${path.relative('', lockFile)}: ${formatCount(count, 'package')} for Python ${python}${image}`);
  if (otherVersions.length > 0)
    printNote(`note: the image requires other versions than uv.lock: ${otherVersions.join(', ')}`);
}
