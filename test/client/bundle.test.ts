import * as fs from 'node:fs';
import * as path from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = path.join(__dirname, '..', '..');
const KILOBYTE = 1000;

test('the client loads only its own files and float16, not the construct library or aws-cdk-lib', () => {
  const { metafile, outputFiles } = buildSync({
    entryPoints: [path.join(ROOT, 'lib', 'client', 'index.ts')],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    minify: true,
  });
  const clientFiles = /^(lib\/client\/|node_modules\/@petamoriken\/float16\/)/;
  expect(Object.keys(metafile.inputs).filter((file) => !clientFiles.test(file))).toEqual([]);
  expect(outputFiles[0].contents.length).toBeLessThan(20 * KILOBYTE);
});

test('the client is an entry point of the package', () => {
  const { exports } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  expect(exports['./client']).toEqual({ types: './dist-js/client/index.d.ts', default: './dist-js/client/index.js' });
});
