/**
 * Makes one file of the compiled library, with the libraries it bundles: loading some 250 small files takes longer than all that
 * an app of one endpoint does with them.
 */
import * as path from 'path';
import { buildSync } from 'esbuild';

const ENTRY = path.join(__dirname, '..', 'dist-js', 'index.js');

buildSync({
  entryPoints: [ENTRY],
  outfile: ENTRY,
  allowOverwrite: true,
  bundle: true,
  platform: 'node',
  target: 'node20',
  external: ['aws-cdk-lib', 'constructs'],
});
