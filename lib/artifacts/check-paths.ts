import { RepositoryFile } from './repository-file';
import { rulePage } from '../findings/rule-page';

/** S3 takes keys of 1,024 bytes, part of which is the prefix. */
const MAXIMUM_BYTES = 700;

/** @throws for paths that S3, tar or the container would not take as they are, all in one error */
export function checkPaths(files: RepositoryFile[]): void {
  const problems = files.flatMap(({ path }) => {
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    if (/[\u0000-\u001f\u007f\\\ufffd]/.test(path)) {
      return [`${JSON.stringify(path)} has a control character, a backslash, or bytes that are not UTF-8`];
    }
    const bytes = Buffer.byteLength(path);
    return bytes > MAXIMUM_BYTES ? [`${path} has ${bytes} bytes; allowed: ${MAXIMUM_BYTES}`] : [];
  });
  if (problems.length > 0) {
    throw new Error(
      [`some files have names that cannot be uploaded ${rulePage('archive.name')}`, ...problems].join('\n  - '),
    );
  }
}
