import { fileErrorOf } from '../lib/files/file-error';

/** Formats an error as a sentence. File system errors get a more readable message. */
export function describeError(error: unknown): string {
  const readableError = fileErrorOf(error);
  return readableError instanceof Error ? readableError.message : String(readableError);
}
