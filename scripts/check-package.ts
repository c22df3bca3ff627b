/**
 * Packs the package, and checks that it contains only files that users need. Installs it in new CDK apps with the oldest and the newest peer
 * dependencies that it accepts, and synthesizes the stack of the README: the resources must be the same with both versions. Then imports the package
 * with common tools and supported versions of Node.js, and compiles a jsii library that depends on the package.
 */
import assert from 'assert/strict';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { reachedDeclarations } from './declarations';
import { createApp, npmPack, PackedPackage, ROOT, run, synthesize } from './fresh-app';
import { TRITON_CHECK } from './triton-check';
import { codeBlocks } from './markdown-blocks';
import { checkExports } from './package-apps/exports';
import { compileJsiiLibrary } from './package-apps/jsii-library';
import { runMatrix } from './package-apps/matrix';

const PEERS = ['aws-cdk-lib', 'constructs'];

/** An app with features that differ between versions of aws-cdk-lib: properties that older L1 constructs lack, and scalable targets. */
const VERSION_DEPENDENT_APP = `
import { App, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { InstanceType, Scaling, TritonModel, TritonRealtimeEndpoint } from 'cdk-sagemaker-triton';

const stack = new Stack(new App(), 'Serving');
const model = TritonModel.fromDirectory('model-artifacts/image-classifier/onnx');
const metric = new Metric({ namespace: 'Load', metricName: 'Requests' });
const steps = [{ upper: 10, change: -1 }, { lower: 50, change: 1 }];
new TritonRealtimeEndpoint(stack, 'Steps', { model, instanceCount: 2, scaling: Scaling.steps({ maxCapacity: 4, metric, steps }) });
new TritonRealtimeEndpoint(stack, 'Pools', {
  model,
  instancePools: [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G5_2XLARGE }],
  shadowVariants: [{ variantName: 'Shadow' }],
  monitoring: { enhancedMetrics: true },
});
`;

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
  /^assets\/cli\/(index|commands|check-alone|dashboard-page|chart\.umd)\.js$/,
  /^assets\/cli\/(setup\.sh|requirements\.txt|replacing-properties\.json|python\/(\w+\.py|stub\.sh))$/,
  /^assets\/engine\/\w+\.py$/,
  /^assets\/server-metrics\/(config\.pbtxt|1\/\w+\.py)$/,
  /^assets\/handler-hashes\.json$/,
  /^assets\/cli\/templates\/(typescript|python)\/[\w.-]+$/,
  /^assets\/lambda\/[\w-]+\/(index|[\w.-]+-[A-Z0-9]{8})\.mjs$/,
];

/** Checks that the package contains exactly the declaration files that the entry points import, and all files that NOTICE mentions. */
function assertFilesComplete(files: PackedPackage['files']): void {
  const entries = ['index', 'alpha/index', 'client/index'].map((entry) => path.join(ROOT, 'dist-js', `${entry}.d.ts`));
  const reachedDeclarationFiles = [...reachedDeclarations(entries)].map((file) => path.relative(ROOT, file)).sort();
  const packedFiles = files.map((file) => file.path);
  assert.deepEqual(packedFiles.filter((file) => file.endsWith('.d.ts')).sort(), reachedDeclarationFiles);
  const filesInNotice = fs.readFileSync(path.join(ROOT, 'NOTICE'), 'utf8').match(/\b[\w-]+(\/[\w-]+)+\.\w+/g) ?? [];
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

function pack(folder: string): string {
  const { filename, size, files } = npmPack(folder);
  const unexpected = files.filter((file) => !FILES.some((pattern) => pattern.test(file.path)));
  if (unexpected.length > 0) {
    throw new Error(`users do not need ${unexpected.map((file) => file.path).join(', ')}`);
  }
  const unmatched = FILES.filter((pattern) => !files.some((file) => pattern.test(file.path)));
  if (unmatched.length > 0) throw new Error(`no file of the package matches ${unmatched.join(', ')}`);
  if (size > MAX_PACKAGE_BYTES) throw new Error(`the package has ${size} bytes; allowed: ${MAX_PACKAGE_BYTES}`);
  assertFilesComplete(files);
  const tarball = path.join(folder, filename);
  assertManifest(tarball);
  console.log(`${filename}: ${files.length} files, ${(size / 1e6).toFixed(2)} MB`);
  return tarball;
}

/** The oldest and the newest published version in the range of a peer dependency, such as ^2.224.0. */
function versionLimits(name: string): [string, string] {
  const range: string = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')).peerDependencies[name];
  const versions: string | string[] = JSON.parse(
    run(ROOT, 'npm', 'view', '--silent', '--json', `${name}@${range}`, 'version'),
  );
  return [range.replace('^', ''), [versions].flat().at(-1) ?? ''];
}

/** Synthesizes the README's stack and the version-dependent app in a new folder with these packages, and returns their resources. */
function resourcesWith(folder: string, packages: string[]): unknown[] {
  createApp(folder, packages);
  run(folder, path.join(folder, 'node_modules', '.bin', 'cdk-sagemaker-triton'), '--help');
  return [codeBlocks(path.join(ROOT, 'README.md'), 'ts')[0], VERSION_DEPENDENT_APP].map((source, index) => {
    synthesize(folder, source, `out-${index}`);
    const template = path.join(folder, `out-${index}`, 'Serving.template.json');
    const { Resources } = JSON.parse(fs.readFileSync(template, 'utf8'));
    // Dashboards and metadata are formatted differently in different versions of CDK.
    const versionDependentTypes = ['AWS::CloudWatch::Dashboard', 'AWS::CDK::Metadata'];
    return Object.entries(Resources as Record<string, { Type: string }>).filter(
      ([, { Type }]) => !versionDependentTypes.includes(Type),
    );
  });
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
    const tarball = pack(workFolder);
    checkExports(path.join(workFolder, 'exports'), tarball);
    const peersOf = [0, 1].map((versionIndex) => PEERS.map((name) => `${name}@${versionLimits(name)[versionIndex]}`));
    const [oldest, newest] = peersOf.map((peers, versionIndex) => {
      const resources = resourcesWith(path.join(workFolder, `app-${versionIndex}`), [tarball, ...peers]);
      console.log(`installs and synthesizes with ${peers.join(' and ')}`);
      return resources;
    });
    assert.deepEqual(newest, oldest);
    compileJsiiLibrary(path.join(workFolder, 'app-1'));
    console.log('a jsii library that depends on it compiles');
    await runMatrix(path.join(workFolder, 'matrix'), [tarball, ...peersOf[1]]);
    checkTritonCheck(
      path.join(workFolder, 'triton-check'),
      path.join(workFolder, npmPack(workFolder, TRITON_CHECK).filename),
    );
  } finally {
    fs.rmSync(workFolder, { recursive: true });
  }
}

void main();
