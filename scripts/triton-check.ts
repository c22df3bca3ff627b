/**
 * Bundles the command `check` alone into triton-check/: what the pre-commit hook and the GitHub Action run from a checkout, and what the
 * npm package triton-check has. The files are committed; test/cli/triton-check.test.ts holds them against their sources.
 */
import * as fs from 'fs';
import * as path from 'path';
import { build, Plugin } from 'esbuild';
import { ROOT } from './fresh-app';
import { bundledPackages, renderLicenses } from './third-party';

/** The committed folder. Its package.json and README.md are written by hand. */
export const TRITON_CHECK = path.join(ROOT, 'triton-check');

/** The version is in the manifest beside the bundle, so that a release changes one line, and no bundle. */
const manifestBeside: Plugin = {
  name: 'manifest-beside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/\.\.\/package\.json$/ }, () => ({ path: './package.json', external: true })),
};

/** Writes the bundled files into a folder. Not minified: people read them before they run them, and git merges them by lines. */
export async function bundleTritonCheck(folder: string): Promise<void> {
  const { metafile } = await build({
    metafile: true,
    entryPoints: {
      'triton-check': path.join(ROOT, 'cli', 'check', 'main.ts'),
      action: path.join(ROOT, 'cli', 'check', 'action.ts'),
    },
    outdir: folder,
    bundle: true,
    legalComments: 'none', // third-party-licenses.txt has them
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    absWorkingDir: ROOT,
    external: ['./triton-check.js'],
    plugins: [manifestBeside],
    banner: { js: '#!/usr/bin/env node' },
  });
  fs.chmodSync(path.join(folder, 'triton-check.js'), 0o755);
  fs.writeFileSync(path.join(folder, 'third-party-licenses.txt'), renderLicenses(bundledPackages(metafile)));
  fs.copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
}

if (require.main === module) void bundleTritonCheck(TRITON_CHECK);
