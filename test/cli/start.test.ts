import { isBuiltin } from 'module';
import * as path from 'path';
import { buildSync, Metafile } from 'esbuild';

const ROOT = path.join(__dirname, '..', '..');

/** The packages that a program loads when it starts, without those of dynamic imports, each with a file that imports the package. */
function packagesAtStart(program: string): Record<string, string> {
  const { inputs } = inspect(program);
  const files = new Set([program]);
  const packages: Record<string, string> = {};
  for (const file of files) {
    for (const { path: imported, kind, external } of inputs[file].imports) {
      if (kind === 'dynamic-import' || isBuiltin(imported)) continue;
      if (!external) files.add(imported);
      else if (!imported.startsWith('.')) packages[imported] = file; // esbuild reports imports of types as external files
    }
  }
  return packages;
}

function inspect(program: string): Metafile {
  const options = { bundle: true, write: false, metafile: true, platform: 'node', outdir: 'assets' } as const;
  return buildSync({ ...options, entryPoints: [program], absWorkingDir: ROOT, packages: 'external' }).metafile;
}

test('only the actions of the commands load packages other than commander', () => {
  expect(Object.keys(packagesAtStart('cli/commands.ts'))).toEqual(['commander']);
});
