import * as fs from 'fs';
import { IConstruct } from 'constructs';
import { BUNDLE_SIZE_LIMIT } from './bundle';
import { SINGLE_COPY_LIMIT } from './digest';
import { HashedFile, RepositoryFile } from './repository-file';
import { rulePage } from '../findings/rule-page';

/** Advice for messages about a file that differs from the lock file `triton-model.lock`, which lists sizes and digests. */
const REPAIR_ADVICE =
  "restore the file (with Git LFS: 'git lfs pull'), or write the lock again: cdk-sagemaker-triton lock <folder>";

/** Context key for apps that are synthesized only for their templates, such as snapshot tests. */
const TEMPLATES_ONLY = 'cdk-sagemaker-triton:templatesOnly';

/** @throws if a file differs from its lock file, because other checkouts would deploy a different model */
export function requireLocked(files: HashedFile[]): HashedFile[] {
  const changed = files.filter(({ locked, sha256 }) => locked && locked.sha256 !== sha256).map(({ path }) => path);
  if (changed.length === 0) return files;
  throw new Error(`${changed.join(', ')}: differs from triton-model.lock; ${REPAIR_ADVICE} ${rulePage('lock.stale')}`);
}

/** @throws if a small file is missing. Only large files can be missing, because only large files are separate objects in the bucket */
export function rejectMissingSmallFiles(files: RepositoryFile[]): void {
  const small = files.filter(({ absent, locked }) => absent && locked && locked.bytes < BUNDLE_SIZE_LIMIT);
  if (small.length === 0) return;
  const names = small.map(({ path }) => path).join(', ');
  throw new Error(
    `${names}: missing; a file of this size is not a separate object in the bucket, so commit the file ${rulePage('lock.small-file')}`,
  );
}

/**
 * @throws if a large missing file has no checksum that S3 can compare. Otherwise, the author of a lock file could make the deployment copy any
 * object of the asset bucket whose key the author knows
 */
export function requireChecksums(files: RepositoryFile[]): void {
  const unchecked = files.filter(
    ({ absent, locked }) => absent && locked && locked.bytes > SINGLE_COPY_LIMIT && locked.crc32 === undefined,
  );
  if (unchecked.length === 0) return;
  const names = unchecked.map(({ path }) => path).join(', ');
  throw new Error(
    `${names}: got no crc32 in triton-model.lock; a crc32 is required, since the file is missing and larger than 5 GiB; ${REPAIR_ADVICE} ${rulePage('lock.checksum')}`,
  );
}

/**
 * @throws if a checkout without Git LFS contains a pointer instead of a large file, unless the app is synthesized only for its templates. The
 * deployment would fail unless a different checkout has uploaded the file
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

/** @throws if a file is listed in the lock file, but missing or a Git LFS pointer */
export function requirePresent(files: RepositoryFile[]): void {
  const names = files.filter(({ absent }) => absent).map(({ path }) => path);
  if (names.length === 0) return;
  throw new Error(
    `${names.join(', ')}: missing or a Git LFS pointer; allowed: the file itself, so run 'git lfs pull' ${rulePage('lock.pointer')}`,
  );
}
