import * as os from 'os';
import * as path from 'path';

/** A folder of this project in the user's cache, `$XDG_CACHE_HOME` or `~/.cache`. Cache folders can be deleted at any time. */
export function cacheFolder(name: string): string {
  return path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'cdk-sagemaker-triton', name);
}
