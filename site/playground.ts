/** Bundles the playground for the front page. */
import * as path from 'path';
import { buildSync } from 'esbuild';

/** Writes playground.js into a folder. */
export function bundlePlayground(folder: string): void {
  buildSync({
    entryPoints: [path.join(__dirname, 'playground', 'main.ts')],
    outfile: path.join(folder, 'playground.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
  });
}

if (require.main === module) bundlePlayground(path.resolve(process.argv[2]));
