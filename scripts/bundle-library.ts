/**
 * Makes one file of the compiled library, with the libraries it bundles: loading some 250 small files takes longer than all that
 * an app of one endpoint does with them. Within it, a module is evaluated when something of it is used.
 *
 * The client becomes a file of its own, which loads neither the library nor aws-cdk-lib: programs that invoke an endpoint use it.
 */
import * as fs from 'fs';
import * as path from 'path';
import { build } from 'esbuild';
import { lazyImports } from './lazy-imports';

const COMPILED = path.join(__dirname, '..', 'dist-js');
const ENTRY = path.join(COMPILED, 'index.js');
/** The library, and what it bundles that re-exports much. */
const LAZY = /dist-js\b.*\.js$|@bufbuild.protobuf\b.*\.js$/;

void build({
  entryPoints: [path.join(COMPILED, '..', 'lib', 'client', 'index.ts')], // of the sources, so that ES modules see the names of its exports
  outfile: path.join(COMPILED, 'client', 'index.js'),
  allowOverwrite: true,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifyWhitespace: true,
});

void build({
  entryPoints: [ENTRY],
  outfile: ENTRY,
  allowOverwrite: true,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // Node.js reads all of it before it runs any of it. Without comments it is a quarter smaller, and has Latin letters only.
  minifyWhitespace: true,
  lineLimit: 160,
  external: ['aws-cdk-lib', 'constructs'],
  plugins: [
    {
      name: 'lazy-imports',
      setup: ({ onLoad }) =>
        onLoad({ filter: LAZY }, ({ path: file }) => ({ contents: lazyImports(fs.readFileSync(file, 'utf8'), file) })),
    },
  ],
});
