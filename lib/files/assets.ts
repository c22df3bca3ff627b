import * as fs from 'fs';
import * as path from 'path';

/**
 * Path of a file or folder in the package's folder `assets/`. The code can run from the sources, the published bundle or the bundled
 * command, which are at different depths, so the path starts at the root folder of the package.
 */
export function assetPath(...parts: string[]): string {
  rootFolder ??= packageRoot(__dirname);
  return path.join(rootFolder, 'assets', ...parts);
}

let rootFolder: string | undefined;

/** Closest parent folder with a package.json. */
function packageRoot(folder: string): string {
  if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error(`no folder above ${__dirname} has the package.json of cdk-sagemaker-triton`);
  return packageRoot(parent);
}
