/**
 * Bundles the command `check` into triton-check/, the npm package that the pre-commit hook and the GitHub Action run from the checkout of a
 * release. Only the tags of releases contain these files (tag-release.sh).
 */
import * as fs from 'fs';
import * as path from 'path';
import { build, Plugin } from 'esbuild';
import { ROOT } from './fresh-app';
import { BundledPackage, bundledPackages, renderLicenses } from './third-party';

/** The folder of the package. Its package.json and README.md are maintained manually. */
export const TRITON_CHECK = path.join(ROOT, 'triton-check');

/** Loads the version from the manifest at run time, so a release does not change the bundle. */
const externalManifest: Plugin = {
  name: 'external-manifest',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/\.\.\/package\.json$/ }, () => ({ path: './package.json', external: true })),
};

/** Rejects a file of `check` that loads aws-cdk-lib, which is 60 MB large. Type imports are not part of a bundle. */
const rejectCdkImports: Plugin = {
  name: 'without-cdk',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(aws-cdk-lib|constructs)($|\/)/ }, ({ path: imported, importer }) => ({
      errors: [
        {
          text: `check cannot load ${imported}: move what check uses of ${path.relative(ROOT, importer)} to another file`,
        },
      ],
    })),
};

/** The source file of the command. */
const CHECK_COMMAND = path.join(ROOT, 'cli', 'check', 'main.ts');

/** Writes the bundled files to a folder, and returns the packages that they contain. They are not minified, so users can read them. */
export async function bundleTritonCheck(folder: string, command = CHECK_COMMAND): Promise<BundledPackage[]> {
  const { metafile } = await build({
    metafile: true,
    logLevel: 'silent', // the thrown error contains the messages
    entryPoints: {
      'triton-check': command,
      action: path.join(ROOT, 'cli', 'check', 'action.ts'),
    },
    outdir: folder,
    bundle: true,
    legalComments: 'none', // the licenses are in third-party-licenses.txt
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    absWorkingDir: ROOT,
    external: ['./triton-check.js'],
    plugins: [externalManifest, rejectCdkImports],
    banner: { js: '#!/usr/bin/env node' },
  });
  fs.chmodSync(path.join(folder, 'triton-check.js'), 0o755);
  const packages = bundledPackages(metafile);
  fs.writeFileSync(path.join(folder, 'third-party-licenses.txt'), renderLicenses(packages));
  fs.copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  return packages;
}

if (require.main === module) void bundleTritonCheck(TRITON_CHECK);
