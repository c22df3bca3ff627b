/**
 * Packs the package, and checks that it contains only files that users need. Then installs it in new apps with the newest peer dependencies:
 * imports it with common tools, and compiles a jsii library that depends on it.
 */
import assert from 'assert/strict';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { reachedDeclarations } from './declarations';
import { createApp, npmPack, packageTarball, ROOT, run } from './fresh-app';
import { TRITON_CHECK } from './triton-check';
import { checkExports } from './package-apps/exports';
import { compileJsiiLibrary } from './package-apps/jsii-library';
import { runMatrix } from './package-apps/matrix';
import { newestPeers } from './package-apps/peers';

const MAX_PACKAGE_BYTES = 3.4e6;

/** Patterns for all files of the package. */
const FILES = [
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|NOTICE|\.jsii)$/,
  /^dist-js\/(index|library)\.js$/,
  /^dist-js\/alpha\/[\w-]+\.js$/,
  /^dist-js\/client\/index\.js$/,
  /^dist-js\/[\w/-]+\.d\.ts$/,
  /^assets\/third-party-(licenses\.txt|packages\.json)$/,
  /^assets\/artifact-worker\/index\.js$/,
  /^assets\/cli\/(index|commands|check-alone)\.js$/,
  /^assets\/cli\/(setup\.sh|requirements\.txt|python\/(\w+\.py|stub\.sh))$/,
  /^assets\/engine\/\w+\.py$/,
  /^assets\/server-metrics\/(config\.pbtxt|1\/\w+\.py)$/,
  /^assets\/(handler-hashes\.json|db\.json\.gz)$/,
  /^assets\/cli\/templates\/(typescript|python|import)\/[\w.-]+$/,
  /^assets\/lambda\/[\w-]+\/(index|[\w.-]+-[A-Z0-9]{8})\.mjs$/,
];

/** Checks that the package contains exactly the declaration files that the entry points import, and all files that NOTICE mentions. */
function assertFilesComplete(packedFiles: string[]): void {
  const entries = ['index', 'alpha/index', 'client/index'].map((entry) => path.join(ROOT, 'dist-js', `${entry}.d.ts`));
  const reachedDeclarationFiles = [...reachedDeclarations(entries)].map((file) => path.relative(ROOT, file)).sort();
  assert.deepEqual(packedFiles.filter((file) => file.endsWith('.d.ts')).sort(), reachedDeclarationFiles);
  const filesInNotice = fs.readFileSync(path.join(ROOT, 'NOTICE'), 'utf8').match(/\b[\w-]+(\/[\w-]+)+(\.\w+)+/g) ?? [];
  assert.deepEqual(
    filesInNotice.filter((file) => !packedFiles.includes(file)),
    [],
    'NOTICE names files that are not in the package',
  );
}

/** Checks that the manifest contains nothing that only developers need. */
function assertManifest(tarball: string): void {
  const manifest = JSON.parse(
    run(ROOT, 'tar', '--extract', '--to-stdout', '--gzip', '--file', tarball, 'package/package.json'),
  );
  assert.deepEqual(
    ['scripts', 'devDependencies', 'devEngines'].filter((key) => key in manifest),
    [],
  );
}

function checkTarball(tarball: string): void {
  const files = run(ROOT, 'tar', '--list', '--gzip', '--file', tarball)
    .split('\n')
    .map((file) => file.replace(/^package\//, ''))
    .filter((file) => file !== '');
  const unexpected = files.filter((file) => !FILES.some((pattern) => pattern.test(file)));
  if (unexpected.length > 0) throw new Error(`users do not need ${unexpected.join(', ')}`);
  const unmatched = FILES.filter((pattern) => !files.some((file) => pattern.test(file)));
  if (unmatched.length > 0) throw new Error(`no file of the package matches ${unmatched.join(', ')}`);
  const { size } = fs.statSync(tarball);
  if (size > MAX_PACKAGE_BYTES) throw new Error(`the package has ${size} bytes; allowed: ${MAX_PACKAGE_BYTES}`);
  assertFilesComplete(files);
  assertManifest(tarball);
  console.log(`${path.basename(tarball)}: ${files.length} files, ${(size / 1e6).toFixed(2)} MB`);
}

/** Checks that the package triton-check has no dependencies, and that its command runs. */
function checkTritonCheck(folder: string, tarball: string): void {
  createApp(folder, [tarball]);
  assert.deepEqual(
    fs.readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['triton-check'],
  );
  const config = path.join(folder, 'config.pbtxt');
  fs.writeFileSync(config, 'backend: "python"');
  console.log(run(folder, path.join(folder, 'node_modules', '.bin', 'triton-check'), config).trim());
}

async function main(): Promise<void> {
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'check-package-'));
  try {
    const tarball = packageTarball(workFolder);
    checkTarball(tarball);
    checkExports(path.join(workFolder, 'exports'), tarball);
    const apps = path.join(workFolder, 'apps');
    await runMatrix(apps, [tarball, ...newestPeers()]);
    compileJsiiLibrary(apps);
    console.log('a jsii library that depends on it compiles');
    const tritonCheck = path.join(workFolder, npmPack(workFolder, TRITON_CHECK));
    checkTritonCheck(path.join(workFolder, 'triton-check'), tritonCheck);
  } finally {
    fs.rmSync(workFolder, { recursive: true });
  }
}

void main();
