/**
 * Bundles the compiled library and its bundled dependencies into one file, because loading about 250 small files takes longer than the work of
 * an app with one endpoint. Inside the file, a module is evaluated at its first use.
 *
 * Bundles the client into a separate file, which loads neither the library nor aws-cdk-lib, for programs that invoke an endpoint.
 *
 * Deletes declaration files that no entry point imports.
 */
import * as fs from 'fs';
import { createRequire } from 'module';
import * as path from 'path';
import { build, Metafile } from 'esbuild';
import { deleteUnreachedDeclarations } from './declarations';
import { makeImportsLazy } from './lazy-imports';
import { bundledPackages } from './third-party';

const COMPILED = path.join(__dirname, '..', 'dist-js');
const ENTRY = path.join(COMPILED, 'index.js');
/** Modules that are evaluated lazily: the modules of the library, and of dependencies with many re-exports. */
const LAZY = /dist-js\b.*\.js$|@bufbuild.protobuf\b.*\.js$/;

/** Options of both bundles. Without comments, a bundle is a quarter smaller and contains only ASCII characters, so Node.js parses it faster. */
const OPTIONS = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifyWhitespace: true,
  // Node.js prints the whole line that threw an error.
  lineLimit: 160,
} as const;

void build({
  ...OPTIONS,
  // The TypeScript source, because esbuild reads the names of the exports from it.
  entryPoints: [path.join(COMPILED, '..', 'lib', 'client', 'index.ts')],
  outfile: path.join(COMPILED, 'client', 'index.js'),
  allowOverwrite: true,
});

/** The bundle of the library, which the entry point loads. */
const LIBRARY = path.join(COMPILED, 'library.js');

/**
 * The entry point lists the names of the exports in a line that is never executed. Node.js scans the text of a CommonJS file for the names that
 * an ES module can import. Node.js would find no names in the bundle, and would need 100 ms to scan it.
 */
function entryPoint(names: string[]): string {
  return `"use strict";
const library = require("./library.js");
module.exports = library;
0 && (module.exports = { ${names.join(', ')} });
`;
}

/** The types of the API as jsii describes them, without the documentation: the names and types of all properties and parameters. */
function apiTypes(): string {
  const { types } = JSON.parse(fs.readFileSync(path.join(COMPILED, '..', '.jsii'), 'utf8'));
  const unused = ['abstract', 'assembly', 'docs', 'immutable', 'locationInModule', 'members', 'returns', 'symbolId'];
  return JSON.stringify(types, (key, value) => (unused.includes(key) ? undefined : value));
}

async function bundleLibrary(): Promise<void> {
  const names = Object.keys(createRequire(ENTRY)(ENTRY));
  const { metafile } = await build({
    ...OPTIONS,
    metafile: true,
    stdin: {
      resolveDir: COMPILED,
      contents: `const { checkedApi } = require('./findings/checked-api.js');
module.exports = checkedApi(require('./index.js'), JSON.parse(${JSON.stringify(apiTypes())}));`,
    },
    outfile: LIBRARY,
    external: ['aws-cdk-lib', 'constructs'],
    plugins: [
      {
        name: 'lazy-imports',
        setup: ({ onLoad }) =>
          onLoad({ filter: LAZY }, ({ path: file }) => ({
            contents: makeImportsLazy(fs.readFileSync(file, 'utf8'), file),
          })),
      },
    ],
  });
  assertListed(metafile);
  fs.writeFileSync(ENTRY, entryPoint(names));
}

/** Checks that scripts/bundle.ts, which inspects the sources, listed each package that the bundle of the compiled files contains. */
function assertListed(metafile: Metafile): void {
  const file = path.join(COMPILED, '..', 'assets', 'third-party-packages.json');
  const listed: { name: string; version: string }[] = JSON.parse(fs.readFileSync(file, 'utf8'));
  const unlisted = bundledPackages(metafile).filter(
    ({ name, version }) => !listed.some((each) => each.name === name && each.version === version),
  );
  if (unlisted.length > 0) throw new Error(`${file} lacks ${unlisted.map(({ name }) => name).join(', ')}`);
}

void bundleLibrary();

deleteUnreachedDeclarations(
  COMPILED,
  ['index.d.ts', 'alpha/index.d.ts', 'client/index.d.ts'].map((entry) => path.join(COMPILED, entry)),
);
