import { fileErrorOf } from '../lib/platform/file-error';

/** An error in a sentence. */
export function describeError(error: unknown): string {
  const described = fileErrorOf(error);
  return described instanceof Error ? described.message : String(described);
}
