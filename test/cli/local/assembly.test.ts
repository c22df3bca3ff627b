import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack, Stage } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  InstanceGroup,
  InstanceType,
  ModelConfig,
  ModelFiles,
  Tensor,
  TritonImage,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../../lib';
import { LocalAssembly, readLocalAssembly } from '../../../cli/local/local-variants';
import { ServerSetup } from '../../../cli/local/server-setup';
import { TritonProcess } from '../../../cli/local/triton-process';
import { WheelRuntime } from '../../../cli/local/wheel-runtime';
import { evaluateIntrinsics } from '../../../cli/assembly/intrinsics';
import { MultiModelLoader } from '../../../cli/local/multi-model';
import { writePublishedFiles, PublishedFiles, UnbuiltEngine } from '../../../cli/local/published-files';
import { replaceEnginesWithOnnx } from '../../../cli/local/unbuilt-engine';
import { ARTIFACTS_FOLDER, classifier } from '../../endpoint/fixtures';
import { bert } from '../../endpoint/engines/fixtures';
import { onnxBytes, onnxTensor } from '../../model/onnx-bytes';
import { folderWith } from '../../model/folders';

let outdir: string;
beforeEach(() => (outdir = folderWith({})));

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

describe('an engine that the deployment builds', () => {
  const engineModel = (options = {}): TritonModel =>
    classifier({
      backend: Backend.TENSORRT,
      files: ModelFiles.fromEngineBuild(
        path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx', '1', 'model.onnx'),
        options,
      ),
      instanceGroups: [InstanceGroup.gpu({ count: 1, profiles: ['0'] })],
    });

  /** Synthesizes an endpoint with two instance types. Returns its model repository on this host, and the differences from the deployment. */
  function serveEngine(model: TritonModel, image?: TritonImage): { repository: string; differences: string[] } {
    const { variants } = read((app) => {
      const instancePools = [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G6_XLARGE }];
      new TritonRealtimeEndpoint(new Stack(app, 'Vision'), 'Classifier', { model, image, instancePools });
    });
    const [repository, work] = ['repository', 'work'].map((name) => path.join(outdir, name));
    const published = variants[0].published as PublishedFiles;
    writePublishedFiles(published, repository);
    return { repository, differences: replaceEnginesWithOnnx(published.engines, repository, work) };
  }

  test('is served as ONNX, which the report lists as a difference', () => {
    const { repository, differences } = serveEngine(engineModel());
    expect(differences).toEqual([
      "'image-classifier' is served as ONNX by ONNX Runtime: the deployment builds its TensorRT engine, which is not tested here",
    ]);
    const folder = path.join(repository, 'image-classifier');
    expect(fs.readdirSync(path.join(folder, '1'))).toEqual(['model.onnx']);
    const config = ModelConfig.fromDirectory(folder).toJson();
    expect(config).toMatchObject({ backend: 'onnxruntime', default_model_filename: 'model.onnx' });
    expect(config).not.toHaveProperty('cc_model_filenames');
    expect(config.instance_group).toEqual([{ count: 1, kind: 'KIND_GPU' }]);
    expect(config.input).toMatchObject([{ name: 'image' }]);
  });

  test('is served as ONNX if it is in an archive', async () => {
    const { variants } = read((app) => {
      const instanceType = InstanceType.G5_XLARGE;
      new TritonMultiModelEndpoint(new Stack(app, 'Vision'), 'Models', { models: [engineModel()], instanceType });
    });
    const repository = path.join(outdir, 'repository');
    const setup: ServerSetup = { variant: variants[0], repository, workFolder: outdir, verbose: false };
    const runtime = { prepareModel: () => ({ models: [], differences: [] }) };
    const loader = new MultiModelLoader(
      runtime as unknown as WheelRuntime,
      {} as TritonProcess,
      setup,
      () => undefined,
    );
    const name = 'image-classifier.tar.gz';
    await loader.unpackAll([name]);
    const files = fs.readdirSync(path.join(outdir, 'models'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.(onnx|plan)$/.test(file))).toEqual([
      expect.stringMatching(/model\/image-classifier\/1\/model\.onnx$/),
    ]);
    expect(loader.preparationOf(name)?.differences).toEqual([
      expect.stringContaining("'image-classifier' is served as ONNX by ONNX Runtime: the deployment builds its"),
    ]);
  });

  test('is served with the external data of its ONNX file', () => {
    const { repository } = serveEngine(bert());
    expect(fs.readdirSync(path.join(repository, 'bert', '1'))).toEqual(['bert.data', 'bert.onnx']);
  });

  test('is not run if its layers are in plugins', () => {
    const plugin = path.join(outdir, 'norm.so');
    fs.writeFileSync(plugin, 'library');
    expect(() => serveEngine(engineModel({ plugins: [plugin] }))).toThrow(
      "'image-classifier' has layers in plugins, which only TensorRT loads",
    );
  });

  test('is not run if the types of the engine and the ONNX file differ', () => {
    const onnx = path.join(outdir, 'ids.onnx');
    fs.writeFileSync(
      onnx,
      onnxBytes({ inputs: [onnxTensor('ids', 7, [-1, 8])], outputs: [onnxTensor('y', 1, [-1, 2])] }),
    );
    const model = new TritonModel({
      name: 'text',
      backend: Backend.TENSORRT,
      files: ModelFiles.fromEngineBuild(onnx),
      maxBatchSize: 8,
      inputs: [Tensor.int32('ids', [8])],
      outputs: [Tensor.fp32('y', [2])],
    });
    expect(() => serveEngine(model, TritonImage.forRelease('24.01'))).toThrow(
      "'ids' of 'text' is TYPE_INT32 in the engine and TYPE_INT64 in the ONNX file",
    );
  });

  test('is not run if its sources are not in the assembly', () => {
    const engine: UnbuiltEngine = { path: 'bert/1/model.plan' };
    expect(() => replaceEnginesWithOnnx([engine], outdir, outdir)).toThrow('are only in S3');
  });

  test('is not written outside the model repository', () => {
    const engine: UnbuiltEngine = { path: '../../1/model.plan' };
    expect(() => replaceEnginesWithOnnx([engine], outdir, outdir)).toThrow('is not a path inside the model repository');
  });
});
