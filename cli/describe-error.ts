/** What the system says of a path, in words. */
const REASONS: Record<string, string> = {
  EACCES: 'permission to read or write this is denied',
  ENOENT: 'this file or folder does not exist',
  ENOTDIR: 'this is not a folder',
  EISDIR: 'this is a folder, not a file',
  ELOOP: 'its links form a loop',
  EEXIST: 'this exists already',
  ENOTEMPTY: 'this folder is not empty',
  ENAMETOOLONG: 'this name is too long',
  ENOSPC: 'there is no space left',
  EDQUOT: "the user's share of the space is used up",
  EFBIG: 'a file may not be this large',
  EROFS: 'this file system is read-only',
  EPERM: 'this is not permitted',
};

/** An error in a sentence. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, syscall, message } = error as NodeJS.ErrnoException;
  // With `recursive`, Node.js returns this for a read-only file system.
  if (code === 'ENOENT' && syscall === 'mkdir') return `${path}: this folder cannot be created`;
  return path !== undefined && code in REASONS ? `${path}: ${REASONS[code]}` : message;
}
