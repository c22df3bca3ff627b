import { RepositoryFile } from './repository-file';
import { rulePage } from '../findings/rule-page';

/** Maximum length of a path in bytes. Keys in S3 can have up to 1,024 bytes, including the prefix. */
const MAX_PATH_BYTES = 700;

/** @throws one error that lists all paths that S3, tar or the container cannot represent */
export function checkPaths(files: RepositoryFile[]): void {
  const problems = files.flatMap(({ path }) => {
    // oxlint-disable-next-line no-control-regex -- the check is for control characters
    if (/[\u0000-\u001f\u007f\\\ufffd]/.test(path)) {
      return [`${JSON.stringify(path)} has a control character, a backslash, or bytes that are not UTF-8`];
    }
    const bytes = Buffer.byteLength(path);
    return bytes > MAX_PATH_BYTES ? [`${path} has ${bytes} bytes; allowed: ${MAX_PATH_BYTES}`] : [];
  });
  if (problems.length > 0) {
    throw new Error(
      [`some files have names that cannot be uploaded ${rulePage('archive.name')}`, ...problems].join('\n  - '),
    );
  }
}
