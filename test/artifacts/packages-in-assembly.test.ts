import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { Construct } from 'constructs';
import { consequencesOf } from '../../cli/consequences/consequences';
import { readDeployments } from '../../cli/assembly/deployments';
import { endpointsOf } from '../../cli/assembly/endpoints';
import { publicationOf } from '../../cli/assembly/publications';
import { cacheFolder } from '../../lib/files/cache-folder';
import {
  InstanceType,
  TritonImage,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../lib';
import { FAKE_RELEASE, PackageFiles, tokenizerWith } from '../model/fake-packages';

/** Above the size from which a file is a separate object instead of a part of the bundle. */
const LARGE = Buffer.alloc(1_100_000, 1);

const PACKAGES: PackageFiles = {
  'regex 2025.9.1': { 'regex/__init__.py': 'version = 1\n' },
  'tokenizers 0.23.3': { 'tokenizers/__init__.py': 'version = 2\n', 'tokenizers/tokenizers.abi3.so': LARGE },
};

const PACKAGE_PATHS = [
  'tokenizer/1/regex-2025.9.1.dist-info/RECORD',
  'tokenizer/1/regex/__init__.py',
  'tokenizer/1/tokenizers-0.23.3.dist-info/RECORD',
  'tokenizer/1/tokenizers/__init__.py',
  'tokenizer/1/tokenizers/tokenizers.abi3.so',
];

let workFolder: string;
let outdir: string;
const cacheHome = process.env.XDG_CACHE_HOME;
beforeEach(() => {
  workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'packages-'));
  outdir = path.join(workFolder, 'cdk.out');
});
afterEach(() => {
  fs.rmSync(workFolder, { recursive: true });
  if (cacheHome === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = cacheHome;
});

const tokenizer = (packages = PACKAGES): TritonModel => tokenizerWith(workFolder, packages);

function synthesize(build: (stack: Construct) => void, context: Record<string, string> = {}): Stack {
  const app = new App({ outdir, context });
  const stack = new Stack(app, 'Serving');
  build(stack);
  app.synth();
  return stack;
}

function createEndpoint(
  scope: Construct,
  { model = tokenizer(), ...props }: Partial<TritonRealtimeEndpointProps> = {},
): void {
  const image = TritonImage.forRelease(FAKE_RELEASE);
  new TritonRealtimeEndpoint(scope, 'Endpoint', { endpointName: 'text', model, image, ...props });
}

function createMultiModelEndpoint(scope: Construct): void {
  new TritonMultiModelEndpoint(scope, 'Endpoint', {
    endpointName: 'text',
    models: [tokenizer()],
    instanceType: InstanceType.G5_XLARGE,
    image: TritonImage.forRelease(FAKE_RELEASE),
  });
}

/** The paths of the published files. */
function publishedPaths(): string[] {
  const [deployment] = readDeployments(outdir).values();
  const [{ variants }] = endpointsOf(deployment.template);
  return [...(publicationOf(variants[0].models[0].dataUri, deployment)?.files?.keys() ?? [])].sort();
}

/** The texts of all JSON files of the assembly. */
function assemblyTexts(): string {
  const names = fs.readdirSync(outdir).filter((name) => name.endsWith('.json'));
  return names.map((name) => fs.readFileSync(path.join(outdir, name), 'utf8')).join('\n');
}

describe.each([
  ['without a staging', {}],
  ["with the staging 'inPlace'", { 'cdk-sagemaker-triton:assetStaging': 'inPlace' }],
  ["with the staging 'copy'", { 'cdk-sagemaker-triton:assetStaging': 'copy' }],
])('%s', (_, context: Record<string, string>) => {
  test('the assembly contains the files of packages, and does not refer to the cache', () => {
    const stack = synthesize((scope) => createEndpoint(scope), context);
    fs.rmSync(cacheFolder('python-packages'), { recursive: true });
    expect(assemblyTexts()).not.toContain('python-packages');
    expect(publishedPaths()).toEqual([
      'tokenizer/1/model.py',
      ...PACKAGE_PATHS,
      'tokenizer/config.pbtxt',
      'tokenizer/python-requirements.lock.txt',
    ]);
    const [{ assets }] = readDeployments(outdir).values();
    const modelFiles = assets.keys.map((key) => assets.locate(key)).filter(({ isZipped }) => !isZipped);
    expect(modelFiles.filter(({ isInside, exists }) => !isInside || !exists)).toEqual([]);
    const messages = Annotations.fromStack(stack).findInfo('*', Match.stringLikeRegexp('files\\.outside'));
    expect(messages).toEqual([]);
  });
});

test('the message about files outside of the assembly names large files of the model, but none of packages', () => {
  const model = tokenizer();
  fs.writeFileSync(path.join(workFolder, 'model', '1', 'weights.bin'), LARGE);
  const stack = synthesize((scope) => createEndpoint(scope, { model }));
  const messages = Annotations.fromStack(stack).findInfo('*', Match.stringLikeRegexp('files\\.outside'));
  expect(messages.map(({ entry }) => entry.data)).toEqual([
    expect.stringMatching(/^1 model file is not in the cloud assembly: \S+weights\.bin\./),
  ]);
});

test('the archive of a multi-model endpoint contains the packages', () => {
  synthesize((scope) => createMultiModelEndpoint(scope));
  const [archive] = fs.readdirSync(outdir).filter((name) => name.endsWith('.tar.gz'));
  const content = gunzipSync(fs.readFileSync(path.join(outdir, archive)));
  expect(PACKAGE_PATHS.filter((each) => !content.includes(`${each}\0`))).toEqual([]);
  expect(content.includes(LARGE)).toBe(true);
  expect(assemblyTexts()).not.toContain('python-packages');
});

test('changed packages are one reason for the new fleet, and not one for each file', () => {
  synthesize((scope) => createEndpoint(scope));
  const before = path.join(workFolder, 'cdk.before');
  fs.renameSync(outdir, before);
  const changed = { 'regex 2026.1.0': { 'regex/__init__.py': '', 'regex/new.py': '', 'regex/large.so': LARGE } };
  synthesize((scope) => createEndpoint(scope, { model: tokenizer(changed) }));
  const [{ endpoints }] = consequencesOf(outdir, { against: before });
  expect(endpoints).toMatchObject([
    {
      newFleet: 'yes',
      reasons: [
        'the Python packages of tokenizer change',
        'tokenizer/python-requirements.lock.txt has different content',
      ],
    },
  ]);
});
