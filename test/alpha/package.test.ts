import * as fs from 'fs';
import * as path from 'path';
import { buildSync } from 'esbuild';
import * as ts from 'typescript';

const ROOT = path.join(__dirname, '..', '..');

/** What an entry of the library is made of, and what it loads besides. */
function partsOf(entry: string) {
  const { metafile } = buildSync({
    entryPoints: [path.join(ROOT, entry)],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    packages: 'external',
  });
  const files = Object.entries(metafile.inputs);
  return {
    files: files.map(([file]) => file),
    packages: files.flatMap(([, { imports }]) => imports.filter(({ external }) => external).map((found) => found.path)),
  };
}

test('neither entry loads the alpha module, which users may not have', () => {
  for (const entry of ['lib/index.ts', 'lib/alpha/index.ts']) {
    const { packages } = partsOf(entry);
    expect(packages).toContain('aws-cdk-lib');
    expect(packages.filter((name) => name.includes('sagemaker-alpha'))).toEqual([]);
  }
});

test('the adapters are no part of the main entry, which other languages get', () => {
  const isAdapter = (file: string) => file.startsWith('lib/alpha/');
  expect(partsOf('lib/index.ts').files.filter(isAdapter)).toEqual([]);
  expect(partsOf('lib/alpha/index.ts').files.some(isAdapter)).toBe(true);
});

describe('what users import', () => {
  const INSTALLED = '/app/node_modules/cdk-sagemaker-triton/';
  const shipped = new Map(
    ['dist-js/index.d.ts', 'dist-js/alpha/index.d.ts', 'package.json'].map((file) => [
      INSTALLED + file,
      file.endsWith('.json') ? fs.readFileSync(path.join(ROOT, file), 'utf8') : '',
    ]),
  );
  const host: ts.ModuleResolutionHost = {
    fileExists: (file) => shipped.has(file),
    readFile: (file) => shipped.get(file),
  };

  test.each([
    ['node16', ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
    ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
    ['node10, which knows no exports', ts.ModuleKind.CommonJS, ts.ModuleResolutionKind.Node10],
  ])('has types under moduleResolution %s', (_, module, moduleResolution) => {
    const typesOf = (name: string) =>
      ts.resolveModuleName(name, '/app/bin/app.ts', { module, moduleResolution }, host).resolvedModule
        ?.resolvedFileName;
    expect(typesOf('cdk-sagemaker-triton')).toBe(`${INSTALLED}dist-js/index.d.ts`);
    expect(typesOf('cdk-sagemaker-triton/alpha')).toBe(`${INSTALLED}dist-js/alpha/index.d.ts`);
  });

  test('tools find package.json, and .jsii in the same folder: jsii reads it as a file, and compilers cannot resolve it', () => {
    const { exports } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect(exports).toHaveProperty(['./package.json'], './package.json');
    expect(exports).not.toHaveProperty(['./.jsii']);
  });
});
