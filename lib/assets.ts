import * as fs from 'fs';
import * as path from 'path';

/**
 * A file or folder of `assets/`, which ships in the package. This code runs from the sources, from the one file that is
 * published and inside the bundled command, each at another depth: so the place is told from the package's root.
 */
export function assetPath(...parts: string[]): string {
  root ??= packageRoot(__dirname);
  return path.join(root, 'assets', ...parts);
}

let root: string | undefined;

/** The nearest folder upwards that has a package.json. */
function packageRoot(folder: string): string {
  if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error(`no folder above ${__dirname} has the package.json of cdk-sagemaker-triton`);
  return packageRoot(parent);
}
