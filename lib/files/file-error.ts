import { abridged } from '../findings/abridged';
import { escapeControlCharacters } from '../findings/escape-control-characters';

/** Messages for the error codes of the file system. */
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

/** Maximum length of the path in a message. A longer path would hide the reason. */
const MAX_PATH_LENGTH = 1000;

/** A file system error with a readable message. */
export class FileError extends Error {
  /** Error code of the system, such as `ENOENT`. */
  public readonly code: string;

  /** @param reason the message without the path */
  constructor(
    path: string | undefined,
    public readonly reason: string,
    cause: NodeJS.ErrnoException,
  ) {
    super(path === undefined ? reason : `${abridged(escapeControlCharacters(path), MAX_PATH_LENGTH)}: ${reason}`, {
      cause,
    });
    this.code = cause.code ?? '';
  }
}

/**
 * Converts a file system error to a `FileError`; returns other errors unchanged.
 *
 * @param file path to report if the error itself has no path, as for read and write errors
 */
export function fileErrorOf(error: unknown, file?: string): unknown {
  if (!(error instanceof Error) || error instanceof FileError) return error;
  const { code = '', path = file, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'uv_cwd') return new FileError(undefined, 'the current folder does not exist', error);
  // With the option `recursive`, Node.js reports a read-only file system as ENOENT.
  if (code === 'ENOENT' && syscall === 'mkdir') return new FileError(path, 'this folder cannot be created', error);
  return Object.hasOwn(REASONS, code) ? new FileError(path, REASONS[code], error) : error;
}

/**
 * Runs a function, and converts its file system errors.
 *
 * @throws FileError for an error of the file system
 */
export function withFileErrors<T>(file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw fileErrorOf(error, file);
  }
}
