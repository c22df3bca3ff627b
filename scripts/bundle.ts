/** Bundles what ships beside the library into assets/: the Lambda handlers and the command. */
import * as fs from 'fs';
import * as path from 'path';
import { build, Metafile } from 'esbuild';
import { hashFolder } from './hash-folder';
import { replacingProperties } from './replacing-properties';
import { bundledPackages, renderLicenses } from './third-party';

const ROOT = path.join(__dirname, '..');
const ASSETS = path.join(ROOT, 'assets');

/** ES modules, split, so that clients which only some invocations need are loaded only then. */
async function bundleHandler(name: string, outdir: string): Promise<Metafile[]> {
  const { metafile } = await build({
    metafile: true,
    entryPoints: { index: path.join(ROOT, 'lambda', name, 'index.ts') },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    mainFields: ['module', 'main'],
    // Some libraries of the SDK are CommonJS and call require for Node's own modules.
    banner: { js: "import{createRequire}from'module';const require=createRequire(import.meta.url);" },
  });
  return [metafile];
}

/**
 * The command: one file for all verbs, one for `check`, with what they use at run time beside them: programs for Python and for pages, the
 * templates of apps, the set-up script, CloudFormation's rules.
 */
async function bundleCommand(outdir: string): Promise<Metafile[]> {
  const command = await build({
    metafile: true,
    entryPoints: {
      index: path.join(ROOT, 'cli', 'index.ts'),
      commands: path.join(ROOT, 'cli', 'commands.ts'),
      'check-alone': path.join(ROOT, 'cli', 'check-alone.ts'),
    },
    outdir,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['aws-cdk-lib', 'constructs', './commands.js', './check-alone.js'],
    banner: { js: '#!/usr/bin/env node' },
  });
  const page = await build({
    metafile: true,
    entryPoints: [path.join(ROOT, 'cli', 'dashboard', 'page', 'main.mts')],
    outfile: path.join(outdir, 'dashboard-page.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
  });
  fs.chmodSync(path.join(outdir, 'index.js'), 0o755);
  fs.cpSync(path.join(ROOT, 'cli', 'local', 'python'), path.join(outdir, 'python'), {
    recursive: true,
    filter: (file) => !file.endsWith('__pycache__'),
  });
  fs.cpSync(path.join(ROOT, 'cli', 'init', 'templates'), path.join(outdir, 'templates'), { recursive: true });
  fs.copyFileSync(
    path.join(ROOT, 'node_modules', 'chart.js', 'dist', 'chart.umd.js'),
    path.join(outdir, 'chart.umd.js'),
  );
  fs.writeFileSync(path.join(outdir, 'replacing-properties.json'), JSON.stringify(replacingProperties()));
  for (const file of ['setup.sh', 'requirements.txt']) {
    fs.copyFileSync(path.join(ROOT, 'scripts', 'triton', file), path.join(outdir, file));
  }
  return [command.metafile, page.metafile];
}

/** What builds a TensorRT engine in the image of Triton. It uses Python's standard library, and numpy where the image has it. */
function copyEnginePrograms(outdir: string): void {
  fs.cpSync(path.join(ROOT, 'lib', 'engine', 'container'), outdir, {
    recursive: true,
    filter: (file) => !file.endsWith('__pycache__'),
  });
}

/** The process that the library starts for reading and packing model files. */
async function bundleWorker(outdir: string): Promise<Metafile[]> {
  const { metafile } = await build({
    metafile: true,
    entryPoints: [path.join(ROOT, 'artifact-worker', 'index.ts')],
    outfile: path.join(outdir, 'index.js'),
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
  });
  return [metafile];
}

/** What the library and its client have parts of; scripts/bundle-library.ts bundles them when they are compiled. */
async function inspectLibrary(): Promise<Metafile[]> {
  const { metafile } = await build({
    metafile: true,
    entryPoints: ['index.ts', 'client/index.ts'].map((entry) => path.join(ROOT, 'lib', entry)),
    bundle: true,
    write: false,
    outdir: ASSETS,
    platform: 'node',
    external: ['aws-cdk-lib', 'constructs'],
  });
  return [metafile];
}

async function main(): Promise<void> {
  // Built beside and renamed, so that a process that runs meanwhile never sees half of it.
  const fresh = fs.mkdtempSync(`${ASSETS}-`);
  try {
    const metafiles = await Promise.all([
      bundleHandler('publish-model', path.join(fresh, 'lambda', 'publish-model')),
      ...['recommendation-results', 'recommendation-start'].map((name) =>
        bundleHandler(name, path.join(fresh, 'lambda', name)),
      ),
      ...['build-engine', 'endpoint-cleanup', 'failure-report', 'preflight', 'scaling-registration'].map((name) =>
        bundleHandler(name, path.join(fresh, 'lambda', name)),
      ),
      bundleHandler('smoke-test', path.join(fresh, 'lambda', 'smoke-test')),
      bundleCommand(path.join(fresh, 'cli')),
      bundleWorker(path.join(fresh, 'artifact-worker')),
      inspectLibrary(),
    ]);
    copyEnginePrograms(path.join(fresh, 'engine'));
    const handlers = path.join(fresh, 'lambda');
    const hashes = fs.readdirSync(handlers).map((name) => [name, hashFolder(path.join(handlers, name))]);
    fs.writeFileSync(path.join(fresh, 'handler-hashes.json'), JSON.stringify(Object.fromEntries(hashes)));
    const packages = bundledPackages(...metafiles.flat());
    fs.writeFileSync(path.join(fresh, 'third-party-licenses.txt'), renderLicenses(packages));
    fs.writeFileSync(
      path.join(fresh, 'third-party-packages.json'),
      JSON.stringify(packages.map(({ name, version, license }) => ({ name, version, license }))),
    );
    fs.chmodSync(fresh, 0o755);
    fs.rmSync(ASSETS, { recursive: true, force: true });
    fs.renameSync(fresh, ASSETS);
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true });
  }
}

void main();
