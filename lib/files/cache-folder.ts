import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

/**
 * A folder of this project in the user's cache, `$XDG_CACHE_HOME` or `~/.cache`. Cache folders can be deleted at any time. Relative paths in
 * the variables are ignored, as the XDG specification requires: they could lead to a folder that others wrote.
 */
export function cacheFolder(name: string): string {
  const { XDG_CACHE_HOME: cacheHome = '' } = process.env;
  const home = path.isAbsolute(os.homedir()) ? os.homedir() : os.userInfo().homedir;
  return path.join(path.isAbsolute(cacheHome) ? cacheHome : path.join(home, '.cache'), 'cdk-sagemaker-triton', name);
}

/**
 * The same folder, whose content is trusted, such as digests and programs.
 *
 * @throws Error if other users can write to the cache
 */
export function trustedCacheFolder(name: string): string {
  const folder = cacheFolder(name);
  const cache = path.dirname(folder);
  const stat = fs.statSync(cache, { throwIfNoEntry: false });
  const user = process.getuid?.();
  if (!stat || user === undefined) return folder; // Windows has no such permissions
  const isOwn = stat.uid === user || stat.uid === 0;
  if (isOwn && (stat.mode & 0o022) === 0) return folder;
  throw new Error(
    `got the cache folder ${cache}, to which other users can write; allowed: a folder to which only you can write. Remove it, or choose a different ` +
      'folder for caches with XDG_CACHE_HOME',
  );
}

/** Creates the folder, and closes new folders to other users. */
export function createCacheFolder(name: string): string {
  const folder = trustedCacheFolder(name);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
