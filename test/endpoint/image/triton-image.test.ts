import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack, Token } from 'aws-cdk-lib';
import { Repository } from 'aws-cdk-lib/aws-ecr';
import { TritonImage } from '../../../lib';

let stack: Stack;
beforeEach(() => {
  stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
});

const uriOf = (image: TritonImage) => stack.resolve(image._bind(stack).uri);
const repositoryOf = (image: TritonImage) => stack.resolve(image._bind(stack).repositoryArn);

test('an image in an ECR repository is referred to by tag or digest', () => {
  const repository = Repository.fromRepositoryArn(
    stack,
    'Repository',
    'arn:aws:ecr:eu-west-1:444455556666:repository/triton',
  );
  const image = TritonImage.fromEcrRepository(repository, 'v1', { release: '24.09' });
  expect(JSON.stringify(uriOf(image))).toContain('/triton:v1');
  expect(repositoryOf(image)).toBe('arn:aws:ecr:eu-west-1:444455556666:repository/triton');
  const digest = `sha256:${'0'.repeat(64)}`;
  const pinned = TritonImage.fromEcrRepository(repository, digest, { release: '24.09' });
  expect(JSON.stringify(uriOf(pinned))).toContain(`/triton@${digest}`);
});

test('CDK builds an image once for two uses in the same scope, for x86_64', () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'image-'));
  fs.writeFileSync(path.join(directory, 'Dockerfile'), 'FROM scratch');
  const image = TritonImage.fromAsset(directory, { release: '24.09' });
  expect(JSON.stringify(uriOf(image))).toContain('cdk-hnb659fds-container-assets-111122223333-eu-west-1');
  expect(JSON.stringify(repositoryOf(image))).toContain('repository/cdk-hnb659fds-container-assets');
  const { directory: outdir } = (stack.node.root as App).synth();
  const manifest = JSON.parse(fs.readFileSync(path.join(outdir, 'Stack.assets.json'), 'utf8'));
  const images: { source: { platform: string } }[] = Object.values(manifest.dockerImages);
  expect(images.map(({ source }) => source.platform)).toEqual(['linux/amd64']);
  fs.rmSync(directory, { recursive: true });
});

test('the name of an image determines the repository, which the pull permission requires', () => {
  const image = TritonImage.of('444455556666.dkr.ecr.eu-west-1.amazonaws.com/team/triton:24.09', { release: '24.09' });
  expect(uriOf(image)).toBe('444455556666.dkr.ecr.eu-west-1.amazonaws.com/team/triton:24.09');
  expect(JSON.stringify(repositoryOf(image))).toContain(':ecr:eu-west-1:444455556666:repository/team/triton');
});

test.each(['registry.example.com/triton:1', Token.asString({ Ref: 'Image' })])(
  'the repository of %s is not known',
  (uri) => {
    expect(repositoryOf(TritonImage.of(uri, { release: '24.09' }))).toBeUndefined();
  },
);

test('the default CUDA version is the version in the release, and is undefined for an unknown release', () => {
  const cudaVersionOf = (release: string, cudaVersion?: string) =>
    TritonImage.of('registry.example.com/triton', { release, cudaVersion }).cudaVersion;
  expect([cudaVersionOf('24.09'), cudaVersionOf('24.09', '12.8'), cudaVersionOf('24.10')]).toEqual([
    '12.6.1',
    '12.8',
    undefined,
  ]);
});

test('a release that is not in the table has the registry account of the known releases of the same period', () => {
  expect(JSON.stringify(uriOf(TritonImage.forRelease('26.12')))).toMatch(
    /763104351884.*sagemaker-tritonserver:26\.12-py3/,
  );
  expect(JSON.stringify(uriOf(TritonImage.forRelease('23.05')))).toMatch(
    /802834080501.*sagemaker-tritonserver:23\.05-py3/,
  );
  expect(TritonImage.forRelease('26.12').cudaVersion).toBeUndefined();
});

test.each(['26.13', '26.3', '2026.03', 'latest', ''])('%j is rejected as a release', (release) => {
  expect(() => TritonImage.forRelease(release)).toThrow(/TritonImage: got release .*allowed: YY\.MM.*image\.release/);
});

test('the newest release requires a GPU of compute capability 7.5', () => {
  expect(TritonImage.latest().minimumComputeCapability).toBe('7.5');
});

test.each([
  [{ release: '24.9' }, /got release '24\.9'; allowed: YY\.MM .*image\.release/],
  [{ release: '24.09', cudaVersion: 'cu126' }, /got cudaVersion 'cu126'; allowed: such as 12\.6 .*image\.cuda/],
])('TritonImage.of rejects %j', (props, message) => {
  expect(() => TritonImage.of('registry.example.com/triton', props)).toThrow(message);
});
