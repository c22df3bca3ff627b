/** What the system says of a path, in words. */
const REASONS: Record<string, string> = {
  EACCES: 'permission to read or write this is denied',
  ENOENT: 'this file or folder does not exist',
  ENOTDIR: 'this is not a folder',
  EISDIR: 'this is a folder, not a file',
  ELOOP: 'its links form a loop',
  ENOSPC: 'there is no space left',
};

/** An error in a sentence. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  return path !== undefined && code in REASONS ? `${path}: ${REASONS[code]}` : message;
}
