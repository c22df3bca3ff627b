import { BUNDLED_BELOW } from './bundle';
import { HashedFile, RepositoryFile } from './repository-file';
import { rulePage } from '../findings/rule-page';

const REPAIR = 'write the lock again: cdk-sagemaker-triton lock <folder>';

/** @throws when a file is not the one that its lock names: elsewhere the model would be another */
export function requireLocked(files: HashedFile[]): HashedFile[] {
  const changed = files.filter(({ locked, sha256 }) => locked && locked.sha256 !== sha256).map(({ path }) => path);
  if (changed.length === 0) return files;
  throw new Error(`${changed.join(', ')}: not what triton-model.lock says; ${REPAIR} ${rulePage('lock.stale')}`);
}

/** @throws when a small file is not there: small files travel together, so all of them are needed */
export function requireLargeAbsent(files: RepositoryFile[]): void {
  const small = files.filter(({ absent, locked }) => absent && locked && locked.bytes < BUNDLED_BELOW);
  if (small.length === 0) return;
  const names = small.map(({ path }) => path).join(', ');
  throw new Error(
    `${names}: missing, and too small to be in the bucket by itself; check it in ${rulePage('lock.small-file')}`,
  );
}
