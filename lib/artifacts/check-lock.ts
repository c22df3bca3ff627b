import * as fs from 'fs';
import { IConstruct } from 'constructs';
import { BUNDLED_BELOW } from './bundle';
import { SINGLE_COPY_LIMIT } from './digest';
import { HashedFile, RepositoryFile } from './repository-file';
import { rulePage } from '../findings/rule-page';

const REPAIR =
  "restore the file (with Git LFS: 'git lfs pull'), or write the lock again: cdk-sagemaker-triton lock <folder>";

/** Context of an app whose templates are all that is wanted of it, such as that of a snapshot test. */
const TEMPLATES_ONLY = 'cdk-sagemaker-triton:templatesOnly';

/** @throws when a file is not the one that its lock names: elsewhere the model would be another */
export function requireLocked(files: HashedFile[]): HashedFile[] {
  const changed = files.filter(({ locked, sha256 }) => locked && locked.sha256 !== sha256).map(({ path }) => path);
  if (changed.length === 0) return files;
  throw new Error(`${changed.join(', ')}: differs from triton-model.lock; ${REPAIR} ${rulePage('lock.stale')}`);
}

/** @throws when a small file is not there: small files travel together, so all of them are needed */
export function requireLargeAbsent(files: RepositoryFile[]): void {
  const small = files.filter(({ absent, locked }) => absent && locked && locked.bytes < BUNDLED_BELOW);
  if (small.length === 0) return;
  const names = small.map(({ path }) => path).join(', ');
  throw new Error(
    `${names}: missing; a file of this size is not a separate object in the bucket, so commit the file ${rulePage('lock.small-file')}`,
  );
}

/**
 * @throws when nothing would tell whether the object in the bucket is the file that a lock names: without a checksum that S3 compares, a lock
 * could have any object of the asset bucket copied whose name its author knows
 */
export function requireChecksums(files: RepositoryFile[]): void {
  const unchecked = files.filter(
    ({ absent, locked }) => absent && locked && locked.bytes > SINGLE_COPY_LIMIT && locked.crc32 === undefined,
  );
  if (unchecked.length === 0) return;
  const names = unchecked.map(({ path }) => path).join(', ');
  throw new Error(
    `${names}: got no crc32 in triton-model.lock; a crc32 is required, since the file is missing and larger than 5 GiB; ${REPAIR} ${rulePage('lock.checksum')}`,
  );
}

/**
 * @throws when a checkout without Git LFS has a pointer in place of a large file, unless only templates are wanted: a deployment would end
 * without the file, unless another checkout has uploaded it
 */
export function requirePulled(scope: IConstruct, files: RepositoryFile[]): void {
  const pointers = files.filter(({ absent, source }) => absent && source !== undefined && fs.existsSync(source));
  if (pointers.length === 0 || scope.node.tryGetContext(TEMPLATES_ONLY)) return;
  const names = pointers.map(({ path }) => path).join(', ');
  throw new Error(
    `${scope.node.path}: files: got a Git LFS pointer in place of ${names}; allowed: the file itself, so run 'git lfs pull'; a test that ` +
      `needs only the templates sets the context '${TEMPLATES_ONLY}' ${rulePage('lock.pointer')}`,
  );
}

/** @throws when a file is only in the lock */
export function requirePresent(files: RepositoryFile[]): void {
  const names = files.filter(({ absent }) => absent).map(({ path }) => path);
  if (names.length === 0) return;
  throw new Error(
    `${names.join(', ')}: missing or a Git LFS pointer; allowed: the file itself, so run 'git lfs pull' ${rulePage('lock.pointer')}`,
  );
}
