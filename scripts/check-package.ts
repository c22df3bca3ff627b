/**
 * Packs what would be published and holds it against what users need; installs it in fresh CDK apps with the oldest and the newest
 * peers that its ranges admit, and synthesizes the README's stack there: all of them have to give the same resources. Then it imports the
 * package with the tools and the versions of Node.js that users have, and compiles a jsii library that depends on it.
 */
import assert from 'assert/strict';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { reachedDeclarations } from './declarations';
import { freshApp, npmPack, Packed, ROOT, run, synthesize } from './fresh-app';
import { TRITON_CHECK } from './triton-check';
import { codeBlocks } from './markdown-blocks';
import { checkExports } from './package-apps/exports';
import { compileJsiiLibrary } from './package-apps/jsii-library';
import { runMatrix } from './package-apps/matrix';

const PEERS = ['aws-cdk-lib', 'constructs'];

/** What versions of aws-cdk-lib differ in: properties that the L1s of older ones lack, and scalable targets. */
const NEWER_PROPERTIES = `
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

const MAXIMUM_BYTES = 3e6;

/** Every file of the package is one of these. */
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
  /^assets\/handler-hashes\.json$/,
  /^assets\/cli\/templates\/(typescript|python)\/[\w.-]+$/,
  /^assets\/lambda\/[\w-]+\/(index|[\w.-]+-[A-Z0-9]{8})\.mjs$/,
];

/** Declarations that no entry point reaches, and files of others that NOTICE names but that are not in the package. */
function assertReached(files: Packed['files']): void {
  const entries = ['index', 'alpha/index', 'client/index'].map((entry) => path.join(ROOT, 'dist-js', `${entry}.d.ts`));
  const reached = [...reachedDeclarations(entries)].map((file) => path.relative(ROOT, file)).sort();
  const shipped = files.map((file) => file.path);
  assert.deepEqual(shipped.filter((file) => file.endsWith('.d.ts')).sort(), reached);
  const named = fs.readFileSync(path.join(ROOT, 'NOTICE'), 'utf8').match(/\b[\w-]+(\/[\w-]+)+\.\w+/g) ?? [];
  assert.deepEqual(
    named.filter((file) => !shipped.includes(file)),
    [],
    'NOTICE names files that are not in the package',
  );
}

/** What only developers need. */
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
  const absent = FILES.filter((pattern) => !files.some((file) => pattern.test(file.path)));
  if (absent.length > 0) throw new Error(`nothing in the package is ${absent.join(', ')}`);
  if (size > MAXIMUM_BYTES) throw new Error(`the package has ${size} bytes; allowed: ${MAXIMUM_BYTES}`);
  assertReached(files);
  const tarball = path.join(folder, filename);
  assertManifest(tarball);
  console.log(`${filename}: ${files.length} files, ${(size / 1e6).toFixed(2)} MB`);
  return tarball;
}

/** The oldest and the newest version that a range such as ^2.224.0 admits. */
function ends(name: string): [string, string] {
  const range: string = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')).peerDependencies[name];
  const versions: string | string[] = JSON.parse(
    run(ROOT, 'npm', 'view', '--silent', '--json', `${name}@${range}`, 'version'),
  );
  return [range.replace('^', ''), [versions].flat().at(-1) ?? ''];
}

/** The resources of the README's stack and of what versions differ in, synthesized in a folder that has nothing but these packages. */
function resourcesWith(folder: string, packages: string[]): unknown[] {
  freshApp(folder, packages);
  run(folder, path.join(folder, 'node_modules', '.bin', 'cdk-sagemaker-triton'), '--help');
  return [codeBlocks(path.join(ROOT, 'README.md'), 'ts')[0], NEWER_PROPERTIES].map((source, index) => {
    synthesize(folder, source, `out-${index}`);
    const template = path.join(folder, `out-${index}`, 'Serving.template.json');
    const { Resources } = JSON.parse(fs.readFileSync(template, 'utf8'));
    // Versions of CDK write dashboards in other words, and its own metadata.
    const differing = ['AWS::CloudWatch::Dashboard', 'AWS::CDK::Metadata'];
    return Object.entries(Resources as Record<string, { Type: string }>).filter(
      ([, { Type }]) => !differing.includes(Type),
    );
  });
}

/** The package with the command `check` alone: installed without any other, it finds nothing wrong with the repository's models. */
function checkAlone(folder: string, tarball: string): void {
  freshApp(folder, [tarball]);
  assert.deepEqual(
    fs.readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['triton-check'],
  );
  const config = path.join(folder, 'config.pbtxt');
  fs.writeFileSync(config, 'backend: "python"');
  console.log(run(folder, path.join(folder, 'node_modules', '.bin', 'triton-check'), config).trim());
}

async function main(): Promise<void> {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'check-package-'));
  try {
    const tarball = pack(work);
    checkExports(path.join(work, 'exports'), tarball);
    const peersOf = [0, 1].map((end) => PEERS.map((name) => `${name}@${ends(name)[end]}`));
    const [oldest, newest] = peersOf.map((peers, end) => {
      const resources = resourcesWith(path.join(work, `app-${end}`), [tarball, ...peers]);
      console.log(`installs and synthesizes with ${peers.join(' and ')}`);
      return resources;
    });
    assert.deepEqual(newest, oldest);
    compileJsiiLibrary(path.join(work, 'app-1'));
    console.log('a jsii library that depends on it compiles');
    await runMatrix(path.join(work, 'matrix'), [tarball, ...peersOf[1]]);
    checkAlone(path.join(work, 'triton-check'), path.join(work, npmPack(work, TRITON_CHECK).filename));
  } finally {
    fs.rmSync(work, { recursive: true });
  }
}

void main();
