import * as path from 'path';
import { build as esbuild, Plugin } from 'esbuild';

const ROOT = path.join(__dirname, '..');
const APPS = path.join(__dirname, 'apps');

const compiledLibrary: Plugin = {
  name: 'compiled-library',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/\.\.\/lib$/ }, () => ({ path: path.join(ROOT, 'dist-js'), external: true })),
};

/** Compiles an app to JavaScript that uses the compiled library, like a user's compiled app. */
export async function build(source: string, outfile: string): Promise<string> {
  await esbuild({
    entryPoints: [path.join(APPS, source)],
    outfile,
    bundle: true,
    platform: 'node',
    external: ['aws-cdk-lib', 'constructs', '@aws-cdk/*', '@cdklabs/*'],
    plugins: [compiledLibrary],
    define: { __dirname: JSON.stringify(APPS) },
  });
  return outfile;
}
