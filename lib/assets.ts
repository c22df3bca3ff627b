import * as path from 'path';

/**
 * A file or folder of `assets/`, which ships beside the library. Only here, one level below the package's root: the place is
 * the same in the sources, the compiled files and the one file that is published.
 */
export function assetPath(...parts: string[]): string {
  return path.join(__dirname, '..', 'assets', ...parts);
}
