/** Bundles the Lambda handlers and the command into assets/, which is part of the package. */
import * as fs from 'fs';
import * as path from 'path';
import { build, Metafile } from 'esbuild';
import { hashFolder } from './hash-folder';
import { compactServiceSpec } from './service-spec';
import { bundledPackages, renderLicenses } from './third-party';

const ROOT = path.join(__dirname, '..');
const ASSETS = path.join(ROOT, 'assets');

/** Bundles a handler as split ES modules, so AWS clients that only some invocations need are loaded only in these invocations. */
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
    // Some libraries of the SDK are CommonJS modules that call require for modules of Node.js.
    banner: { js: "import{createRequire}from'module';const require=createRequire(import.meta.url);" },
  });
  return [metafile];
}

/**
 * Bundles the command into one file for all commands and one for `check`, and adds the files that they use at run time: Python programs, scripts
 * of web pages, templates of apps, the setup script, and properties whose changes require replacement.
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
  fs.chmodSync(path.join(outdir, 'index.js'), 0o755);
  fs.cpSync(path.join(ROOT, 'cli', 'local', 'python'), path.join(outdir, 'python'), {
    recursive: true,
    filter: (file) => !file.endsWith('__pycache__'),
  });
  fs.cpSync(path.join(ROOT, 'cli', 'init', 'templates'), path.join(outdir, 'templates'), { recursive: true });
  for (const file of ['setup.sh', 'requirements.txt']) {
    fs.copyFileSync(path.join(ROOT, 'scripts', 'triton', file), path.join(outdir, file));
  }
  return [command.metafile];
}

/** Copies the programs that build a TensorRT engine in the Triton image. They use Python's standard library, and numpy if it is installed. */
function copyEnginePrograms(outdir: string): void {
  fs.cpSync(path.join(ROOT, 'lib', 'engine', 'container'), outdir, {
    recursive: true,
    filter: (file) => !file.endsWith('__pycache__'),
  });
}

/** Copies the metrics exporter, a model of the Python backend that uses only Python's standard library. */
function copyMetricsExporter(outdir: string): void {
  fs.cpSync(path.join(ROOT, 'lib', 'endpoint', 'server-metrics', 'exporter'), outdir, {
    recursive: true,
    filter: (file) => !file.endsWith('__pycache__'),
  });
}

/** Bundles the program of the process that reads and packs model files for the library. */
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

/** Finds the packages that the library and the client bundle. scripts/bundle-library.ts creates these bundles from the compiled files. */
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
  // Written to a temporary folder and renamed, so concurrent processes never see an incomplete folder.
  const temporary = fs.mkdtempSync(`${ASSETS}-`);
  try {
    const metafiles = await Promise.all([
      bundleHandler('publish-model', path.join(temporary, 'lambda', 'publish-model')),
      ...['recommendation-results', 'recommendation-start'].map((name) =>
        bundleHandler(name, path.join(temporary, 'lambda', name)),
      ),
      ...['build-engine', 'endpoint-cleanup', 'failure-report', 'scaling-registration'].map((name) =>
        bundleHandler(name, path.join(temporary, 'lambda', name)),
      ),
      bundleHandler('smoke-test', path.join(temporary, 'lambda', 'smoke-test')),
      bundleCommand(path.join(temporary, 'cli')),
      bundleWorker(path.join(temporary, 'artifact-worker')),
      inspectLibrary(),
    ]);
    copyEnginePrograms(path.join(temporary, 'engine'));
    copyMetricsExporter(path.join(temporary, 'server-metrics'));
    // In the folder above the command, where @aws-cdk/aws-service-spec reads it.
    fs.writeFileSync(path.join(temporary, 'db.json.gz'), compactServiceSpec());
    const handlers = path.join(temporary, 'lambda');
    const hashes = fs.readdirSync(handlers).map((name) => [name, hashFolder(path.join(handlers, name))]);
    fs.writeFileSync(path.join(temporary, 'handler-hashes.json'), JSON.stringify(Object.fromEntries(hashes)));
    const packages = bundledPackages(...metafiles.flat());
    fs.writeFileSync(path.join(temporary, 'third-party-licenses.txt'), renderLicenses(packages));
    fs.writeFileSync(
      path.join(temporary, 'third-party-packages.json'),
      JSON.stringify(packages.map(({ name, version, license }) => ({ name, version, license }))),
    );
    fs.chmodSync(temporary, 0o755);
    fs.rmSync(ASSETS, { recursive: true, force: true });
    fs.renameSync(temporary, ASSETS);
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

void main();
