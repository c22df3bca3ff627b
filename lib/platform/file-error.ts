import { abridged } from '../findings/abridged';
import { shown } from '../findings/shown';

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
  EIO: 'this cannot be read or written: the system reports an input or output error',
  ENXIO: 'this is a socket or device that cannot be opened',
  EINVAL: 'this cannot be read or written',
  EMFILE: 'too many files are open',
  EXDEV: 'this is on a different file system',
  ERR_INVALID_ARG_VALUE: 'a name cannot contain a null character',
};

/** Longer paths would hide the reason. */
const PATH_LENGTH = 1000;

/** An error of the file system in words. */
export class FileError extends Error {
  /** The code of the system, which callers tell errors apart by. */
  public readonly code: string;

  /** @param reason the message without the path */
  constructor(
    path: string | undefined,
    public readonly reason: string,
    cause: NodeJS.ErrnoException,
  ) {
    super(path === undefined ? reason : `${abridged(shown(path), PATH_LENGTH)}: ${reason}`, { cause });
    this.code = cause.code ?? '';
  }
}

/**
 * An error of the file system in words; any other error as it is.
 *
 * @param file what was read or written: a read or write has no path of its own
 */
export function fileErrorOf(error: unknown, file?: string): unknown {
  if (!(error instanceof Error) || error instanceof FileError) return error;
  const { code = '', path = file, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'uv_cwd') return new FileError(undefined, 'the current folder does not exist', error);
  // With `recursive`, Node.js returns this for a read-only file system.
  if (code === 'ENOENT' && syscall === 'mkdir') return new FileError(path, 'this folder cannot be created', error);
  return Object.hasOwn(REASONS, code) ? new FileError(path, REASONS[code], error) : error;
}

/** @throws FileError where the file system refuses */
export function withFileErrors<T>(file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw fileErrorOf(error, file);
  }
}
