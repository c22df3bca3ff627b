/**
 * Makes one file of the compiled library, with the libraries it bundles: loading some 250 small files takes longer than all that
 * an app of one endpoint does with them. Within it, a module is evaluated when something of it is used.
 *
 * The client becomes a file of its own, which loads neither the library nor aws-cdk-lib: programs that invoke an endpoint use it.
 *
 * Declarations that no entry point reaches are deleted: only the parts of the bundles have them.
 */
import * as fs from 'fs';
import { createRequire } from 'module';
import * as path from 'path';
import { build } from 'esbuild';
import { deleteUnreachedDeclarations } from './declarations';
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

/** The file that users load: all of the library is in one beside it. */
const LIBRARY = path.join(COMPILED, 'library.js');

/**
 * Node.js finds the names that an ES module may import of a CommonJS file by scanning its text. Of the library, it would find none and take
 * 100 ms; so the entry point names them, as esbuild writes names for it: in a line that is never run.
 */
function entryPoint(names: string[]): string {
  return `"use strict";
const library = require("./library.js");
module.exports = library;
0 && (module.exports = { ${names.join(', ')} });
`;
}

async function bundleLibrary(): Promise<void> {
  const names = Object.keys(createRequire(ENTRY)(ENTRY));
  await build({
    entryPoints: [ENTRY],
    outfile: LIBRARY,
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
          onLoad({ filter: LAZY }, ({ path: file }) => ({
            contents: lazyImports(fs.readFileSync(file, 'utf8'), file),
          })),
      },
    ],
  });
  fs.writeFileSync(ENTRY, entryPoint(names));
}

void bundleLibrary();

deleteUnreachedDeclarations(
  COMPILED,
  ['index.d.ts', 'alpha/index.d.ts', 'client/index.d.ts'].map((entry) => path.join(COMPILED, entry)),
);
