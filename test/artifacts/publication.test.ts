import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, LegacyStackSynthesizer, NestedStack, Stack, StackProps, Stage } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Backend, ModelFiles, TritonModel, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../lib';

let workFolder: string;
beforeEach(() => (workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'publication-'))));
afterEach(() => fs.rmSync(workFolder, { recursive: true, force: true }));

const WEIGHTS = Buffer.alloc(2_000_000, 'weights');

/** Writes the files of a model to a folder: one large file and two small files. */
function createModelFolder(folder: string): string {
  fs.mkdirSync(path.join(folder, '1'), { recursive: true });
  fs.writeFileSync(path.join(folder, '1', 'weights.bin'), WEIGHTS);
  fs.writeFileSync(path.join(folder, '1', 'model.py'), 'class TritonPythonModel: pass\n');
  fs.writeFileSync(path.join(folder, 'labels.txt'), 'cat\n');
  return folder;
}

function createModel(folder: string, maxBatchSize = 8): TritonModel {
  return new TritonModel({
    name: 'model',
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(folder),
    maxBatchSize,
  });
}

interface SynthesisResult {
  readonly outdir: string;
  readonly template: Template;
  readonly templateText: string;
  /** Files of the model's assets, by object key. */
  readonly assets: Record<string, string>;
}

function synth(folder: string, props: Partial<TritonRealtimeEndpointProps> = {}): SynthesisResult {
  const app = new App({ outdir: fs.mkdtempSync(path.join(workFolder, 'cdk.out-')) });
  const stack = new Stack(app, 'Stack');
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: createModel(folder), ...props });
  const { directory } = app.synth();
  const { files } = JSON.parse(fs.readFileSync(path.join(directory, 'Stack.assets.json'), 'utf8'));
  const assets: Record<string, string> = {};
  for (const { displayName, source, destinations } of Object.values<AssetEntry>(files)) {
    if (!displayName?.startsWith('Triton model')) continue;
    for (const { objectKey } of Object.values(destinations)) assets[objectKey] = source.path;
  }
  return {
    outdir: directory,
    template: Template.fromStack(stack),
    templateText: fs.readFileSync(path.join(directory, 'Stack.template.json'), 'utf8'),
    assets,
  };
}

interface AssetEntry {
  readonly displayName?: string;
  readonly source: { readonly path: string };
  readonly destinations: Record<string, { readonly objectKey: string }>;
}

function readManifest({ outdir, assets }: SynthesisResult): { copies: { key: string }[]; bundle?: { key: string } } {
  const [file] = Object.values(assets).filter((asset) => asset.endsWith('.json'));
  return JSON.parse(fs.readFileSync(path.join(outdir, file), 'utf8'));
}

test('a large file is a separate asset in its original location, small files are bundled, and config.pbtxt is in the manifest', () => {
  const folder = createModelFolder(path.join(workFolder, 'a'));
  const synthesized = synth(folder);
  const { assets, outdir } = synthesized;
  const kinds = Object.keys(assets).map((key) => path.extname(key));
  expect(kinds.sort()).toEqual(['.bin', '.bundle', '.json']);
  const [weights] = Object.values(assets).filter((file) => file.endsWith('.bin'));
  expect(path.isAbsolute(weights)).toBe(false);
  expect(path.resolve(outdir, weights)).toBe(path.join(folder, '1', 'weights.bin'));
  expect(readManifest(synthesized)).toMatchObject({
    copies: [
      {
        path: 'model/1/weights.bin',
        bytes: WEIGHTS.length,
        key: Object.keys(assets).find((key) => key.endsWith('.bin')),
      },
    ],
    texts: [{ path: 'model/config.pbtxt', content: expect.stringContaining('max_batch_size: 8') }],
  });
  const [bundle] = Object.values(assets).filter((file) => file.endsWith('.bundle'));
  expect(fs.readFileSync(path.join(outdir, bundle), 'utf8')).toMatch(
    /^\[\{"path":"model\/1\/model.py".*\]class Tr.*\ncat\n$/s,
  );
});

test('a change of config.pbtxt uploads only a few hundred bytes', () => {
  const folder = createModelFolder(path.join(workFolder, 'a'));
  const before = synth(folder);
  const after = synth(folder, { model: createModel(folder, 16) });
  const newKeys = Object.keys(after.assets).filter((key) => !(key in before.assets));
  expect(newKeys.map((key) => path.extname(key))).toEqual(['.json']);
  expect(fs.statSync(path.join(after.outdir, after.assets[newKeys[0]])).size).toBeLessThan(800);
});

test('the template does not depend on the folder of the model', () => {
  const [a, b] = [
    synth(createModelFolder(path.join(workFolder, 'a'))),
    synth(createModelFolder(path.join(workFolder, 'elsewhere', 'b'))),
  ];
  expect(a.templateText).toBe(b.templateText);
  expect(Object.keys(a.assets)).toEqual(Object.keys(b.assets));
});

test('the model depends on the publication, and no resource uses attributes of the publication', () => {
  const { template, templateText } = synth(createModelFolder(path.join(workFolder, 'a')));
  const [publication] = Object.keys(template.findResources('Custom::TritonModelPublication'));
  template.hasResource('AWS::SageMaker::Model', { DependsOn: Match.arrayWith([publication]) });
  expect(templateText).not.toMatch(new RegExp(`"(Ref|Fn::GetAtt)": \\[?\\s*"${publication}"`));
});

test('the endpoint can read only its own models, and the publisher can write only below the prefix of its stack', () => {
  const { template } = synth(createModelFolder(path.join(workFolder, 'a')));
  const [{ Properties: publication }] = Object.values(template.findResources('Custom::TritonModelPublication'));
  const statementInBucket = (action: unknown, keys: string) => ({
    Action: action,
    Resource: {
      'Fn::Join': ['', [{ 'Fn::GetAtt': [Match.stringLikeRegexp('^TritonModelPublisherBucket'), 'Arn'] }, keys]],
    },
  });
  const hasStatement = (type: string, statement: object) =>
    template.hasResourceProperties(type, {
      PolicyDocument: { Statement: Match.arrayWith([Match.objectLike(statement)]) },
    });
  const endpointPrefix = publication.Prefix.split('/').slice(0, 2).join('/');
  hasStatement('AWS::IAM::Policy', statementInBucket('s3:GetObject', `/${endpointPrefix}/*`));
  hasStatement('AWS::S3::BucketPolicy', statementInBucket(Match.arrayWith(['s3:PutObject']), '/Stack/*'));
  const list = { Action: 's3:ListBucket', Condition: { StringLike: { 's3:prefix': 'Stack/*' } } };
  hasStatement('AWS::S3::BucketPolicy', list);
  expect(publication.Prefix).toMatch(/^Stack\/Stack-Endpoint-[0-9A-F]{8}\/[0-9a-f]{8}\/model\/[0-9a-f]{64}\/$/);
});

test('the timeout of a publication is the maximum of Lambda, and incomplete uploads are deleted', () => {
  const { template } = synth(createModelFolder(path.join(workFolder, 'a')));
  template.hasResourceProperties('Custom::TritonModelPublication', { ServiceTimeout: '900' });
  const Description = Match.stringLikeRegexp('^Puts the files of models');
  template.hasResourceProperties('AWS::Lambda::Function', { Description, Timeout: 900, MemorySize: 1024 });
  template.hasResourceProperties('AWS::S3::Bucket', {
    LifecycleConfiguration: { Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }] },
  });
});

test('two endpoints of a stack share the function and the bucket', () => {
  const app = new App({ outdir: path.join(workFolder, 'cdk.out') });
  const stack = new Stack(app, 'Stack');
  const folder = createModelFolder(path.join(workFolder, 'a'));
  for (const id of ['One', 'Two']) new TritonRealtimeEndpoint(stack, id, { model: createModel(folder) });
  const template = Template.fromStack(stack);
  template.resourceCountIs('AWS::S3::Bucket', 1);
  template.resourceCountIs('Custom::TritonModelPublication', 2);
  const [one, two] = Object.values(template.findResources('Custom::TritonModelPublication'));
  expect(one.Properties.Prefix).not.toBe(two.Properties.Prefix);
  expect(one.Properties.ServiceToken).toEqual(two.Properties.ServiceToken);
});

test('stacks with the same name in different Regions, accounts or parents can share a bucket, with separate permissions', () => {
  const servedModel = createModel(createModelFolder(path.join(workFolder, 'a')));
  const prefixesOf = (props: StackProps, nested = false): string[] => {
    const root = new Stack(new App({ outdir: fs.mkdtempSync(path.join(workFolder, 'cdk.out-')) }), 'Stack', props);
    const stack = nested ? new NestedStack(root, 'Nested') : root;
    const modelBucket = Bucket.fromBucketName(stack, 'Models', 'our-models');
    new TritonRealtimeEndpoint(stack, 'Endpoint', { model: servedModel, modelBucket });
    const template = Template.fromStack(stack).toJSON();
    const [publication] = Object.values<{ Type: string; Properties: { Prefix: unknown } }>(template.Resources).filter(
      ({ Type }) => Type === 'Custom::TritonModelPublication',
    );
    const writablePrefix =
      JSON.stringify(template).match(/:s3:::our-models\/([^"]*)\*/)?.[1] ?? JSON.stringify(template);
    return [JSON.stringify(publication.Properties.Prefix), writablePrefix];
  };
  const stackIn = (account: string, region: string): StackProps => ({ stackName: 'Serving', env: { account, region } });
  const allPrefixes = [
    prefixesOf(stackIn('111111111111', 'us-east-1')),
    prefixesOf(stackIn('111111111111', 'eu-west-1')),
    prefixesOf(stackIn('222222222222', 'us-east-1')),
    prefixesOf(stackIn('333333333333', 'us-east-1'), true),
  ];
  expect(allPrefixes[0][0]).toContain('111111111111/us-east-1/Serving/');
  expect(new Set(allPrefixes.map(([prefix]) => prefix)).size).toBe(allPrefixes.length);
  expect(new Set(allPrefixes.map(([, writablePrefix]) => writablePrefix)).size).toBe(allPrefixes.length);
  expect(prefixesOf({ stackName: 'Serving' })[0]).toContain('"Ref":"AWS::AccountId"');
});

test('large files are copied into the cloud assembly once for all stages', () => {
  const app = new App({ outdir: fs.mkdtempSync(path.join(workFolder, 'cdk.out-')) });
  const servedModel = createModel(createModelFolder(path.join(workFolder, 'a')));
  for (const name of ['Beta', 'Prod']) {
    new TritonRealtimeEndpoint(new Stack(new Stage(app, name), 'Serving'), 'Endpoint', { model: servedModel });
  }
  const { directory } = app.synth();
  const weights = fs.readdirSync(directory).filter((file) => file.endsWith('.bin'));
  expect(weights).toHaveLength(1);
  for (const name of ['Beta', 'Prod']) {
    const [manifest] = fs.readdirSync(path.join(directory, `assembly-${name}`)).filter((file) => /assets/.test(file));
    expect(fs.readFileSync(path.join(directory, `assembly-${name}`, manifest), 'utf8')).toContain(`"../${weights[0]}"`);
  }
});

test('a stack whose synthesizer knows the keys of assets only at deployment is rejected', () => {
  const stack = new Stack(new App(), 'Stack', { synthesizer: new LegacyStackSynthesizer() });
  const model = createModel(createModelFolder(path.join(workFolder, 'model')));
  expect(() => new TritonRealtimeEndpoint(stack, 'Endpoint', { model })).toThrow(
    /got LegacyStackSynthesizer.*allowed: a stack with DefaultStackSynthesizer/,
  );
});
