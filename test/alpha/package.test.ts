import * as fs from 'fs';
import * as path from 'path';
import { buildSync } from 'esbuild';
import * as ts from 'typescript';

const ROOT = path.join(__dirname, '..', '..');

/** Files in the bundle of an entry point, and the packages that it loads. */
function filesAndPackagesOf(entry: string) {
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
    packages: files.flatMap(([, { imports }]) =>
      imports.filter(({ external }) => external).map(({ path: name }) => name),
    ),
  };
}

test('no entry point loads the alpha module, which is optional', () => {
  for (const entry of ['lib/index.ts', 'lib/alpha/index.ts']) {
    const { packages } = filesAndPackagesOf(entry);
    expect(packages).toContain('aws-cdk-lib');
    expect(packages.filter((name) => name.includes('sagemaker-alpha'))).toEqual([]);
  }
});

test('the adapters are not part of the main entry point, which jsii publishes for other languages', () => {
  const isAdapter = (file: string) => file.startsWith('lib/alpha/');
  expect(filesAndPackagesOf('lib/index.ts').files.filter(isAdapter)).toEqual([]);
  expect(filesAndPackagesOf('lib/alpha/index.ts').files.some(isAdapter)).toBe(true);
});

describe('the entry points', () => {
  const INSTALLED = '/app/node_modules/cdk-sagemaker-triton/';
  const packageFiles = new Map(
    ['dist-js/index.d.ts', 'dist-js/alpha/index.d.ts', 'package.json'].map((file) => [
      INSTALLED + file,
      file.endsWith('.json') ? fs.readFileSync(path.join(ROOT, file), 'utf8') : '',
    ]),
  );
  const host: ts.ModuleResolutionHost = {
    fileExists: (file) => packageFiles.has(file),
    readFile: (file) => packageFiles.get(file),
  };

  test.each([
    ['node16', ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
    ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
    ['node10, which ignores exports', ts.ModuleKind.CommonJS, ts.ModuleResolutionKind.Node10],
  ])('have types with moduleResolution %s', (_, module, moduleResolution) => {
    const typesOf = (name: string) =>
      ts.resolveModuleName(name, '/app/bin/app.ts', { module, moduleResolution }, host).resolvedModule
        ?.resolvedFileName;
    expect(typesOf('cdk-sagemaker-triton')).toBe(`${INSTALLED}dist-js/index.d.ts`);
    expect(typesOf('cdk-sagemaker-triton/alpha')).toBe(`${INSTALLED}dist-js/alpha/index.d.ts`);
  });

  test('include package.json for tools, but not .jsii, which jsii reads as a file', () => {
    const { exports } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect(exports).toHaveProperty(['./package.json'], './package.json');
    expect(exports).not.toHaveProperty(['./.jsii']);
  });
});
