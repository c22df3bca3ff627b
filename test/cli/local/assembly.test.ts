import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack, Stage } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Backend, ModelFiles, TritonRealtimeEndpoint } from '../../../lib';
import { LocalAssembly, readLocalAssembly } from '../../../cli/local/local-variants';
import { evaluateIntrinsics } from '../../../cli/assembly/intrinsics';
import { writePublishedFiles, PublishedFiles } from '../../../cli/local/published-files';
import { classifier } from '../../endpoint/fixtures';

let outdir: string;
beforeEach(() => {
  outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'assembly-'));
});
afterEach(() => fs.rmSync(outdir, { recursive: true }));

function read(build: (app: App) => void): LocalAssembly {
  const app = new App({ outdir });
  build(app);
  app.synth();
  return readLocalAssembly(outdir);
}

test('a variant has the image, environment, model files and smoke test of its endpoint', () => {
  const { variants, assets } = read((app) => {
    new TritonRealtimeEndpoint(new Stack(app, 'Vision'), 'Classifier', { model: classifier(), endpointName: 'vision' });
  });
  expect(variants).toEqual([
    expect.objectContaining({
      stackName: 'Vision',
      endpointName: 'vision',
      variantName: 'AllTraffic',
      image: expect.stringMatching(/^\d+\.dkr\.ecr\.us-east-1\.amazonaws\.com\/sagemaker-tritonserver:26\.05-py3$/),
      environment: expect.objectContaining({ SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'image-classifier' }),
      smokeTest: expect.objectContaining({ EndpointName: 'vision', Spec: expect.stringContaining('"scores"') }),
    }),
  ]);
  expect(variants[0].archive).toBeUndefined();
  const manifest = variants[0].published?.manifest;
  expect(manifest?.texts).toEqual([expect.objectContaining({ path: 'image-classifier/config.pbtxt' })]);
  expect(assets.keys).not.toEqual([]);
});

test('the model data of a model package is not in the assembly', () => {
  const { variants } = read((app) => {
    const stack = new Stack(app, 'Vision');
    const version = 'arn:aws:sagemaker:us-east-1:111122223333:model-package/classifiers/3';
    const bucket = Bucket.fromBucketName(stack, 'Bucket', 'models');
    const files = ModelFiles.fromModelPackage(version, bucket, 'model.tar.gz');
    new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier({ files }) });
  });
  expect(variants[0]).toMatchObject({ modelDataUri: expect.stringMatching(/model-package\/classifiers\/3$/) });
  expect(variants[0].archive ?? variants[0].published).toBeUndefined();
});

test('uncompressed model files are written to a repository unchanged', () => {
  const source = path.join(outdir, 'source');
  fs.mkdirSync(path.join(source, '1'), { recursive: true });
  const files = {
    '1/model.py': 'class TritonPythonModel: pass\n',
    '1/weights.bin': 'w'.repeat(2_000_000),
    '1/empty': '',
  };
  for (const [file, content] of Object.entries(files)) fs.writeFileSync(path.join(source, file), content);
  const { variants } = read((app) => {
    const model = classifier({ name: 'model', backend: Backend.PYTHON, files: ModelFiles.fromDirectory(source) });
    new TritonRealtimeEndpoint(new Stack(app, 'Vision'), 'Classifier', { model });
  });
  const repository = path.join(outdir, 'repository');
  writePublishedFiles(variants[0].published as PublishedFiles, repository);
  for (const [file, content] of Object.entries(files)) {
    expect(fs.readFileSync(path.join(repository, 'model', file), 'utf8')).toBe(content);
  }
  expect(fs.readFileSync(path.join(repository, 'model', 'config.pbtxt'), 'utf8')).toContain('max_batch_size: 16');
});

test('endpoints in CDK stages are found', () => {
  const { variants } = read((app) => {
    const stage = new Stage(app, 'Production');
    new TritonRealtimeEndpoint(new Stack(stage, 'Vision'), 'Classifier', { model: classifier() });
  });
  expect(variants).toHaveLength(1);
  expect(variants[0].published).toBeDefined();
});

test('a folder that is not an assembly is rejected', () => {
  expect(() => readLocalAssembly(outdir)).toThrow("pass the folder that 'cdk synth' wrote");
});

describe('intrinsic functions', () => {
  const template = {
    Parameters: { Key: { Default: 'model.tar.gz' } },
    Mappings: { Accounts: { 'us-east-1': { account: '7631' } } },
  };
  test.each<[string, unknown, unknown]>([
    [
      'Fn::Sub',
      { 'Fn::Sub': 's3://assets-${AWS::AccountId}-${AWS::Region}/a' },
      's3://assets-111122223333-us-east-1/a',
    ],
    ['Fn::Sub with variables', { 'Fn::Sub': ['${A}-${Role.Arn}', { A: { Ref: 'AWS::Region' } }] }, 'us-east-1-Role'],
    ['Fn::Join', { 'Fn::Join': ['.', ['a', { Ref: 'AWS::URLSuffix' }]] }, 'a.amazonaws.com'],
    ['Fn::Select and Fn::Split', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    ['Fn::FindInMap', { 'Fn::FindInMap': ['Accounts', { Ref: 'AWS::Region' }, 'account'] }, '7631'],
    ['Fn::GetAtt', { 'Fn::GetAtt': ['Model', 'ModelName'] }, 'Model'],
    ['Ref to a resource', { Ref: 'Model' }, 'Model'],
    ['Ref to a parameter', { Ref: 'Key' }, 'model.tar.gz'],
    ['functions inside an object', { list: [{ Ref: 'AWS::Partition' }], other: 1 }, { list: ['aws'], other: 1 }],
  ])('%s is evaluated', (_, value, expected) => {
    expect(evaluateIntrinsics(value, template)).toEqual(expected);
  });
});
