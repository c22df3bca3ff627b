import { createRequire } from 'module';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import * as cdk from 'aws-cdk-lib';
import { Endpoint as AlphaEndpoint } from '@aws-cdk/aws-sagemaker-alpha';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Repository } from 'aws-cdk-lib/aws-ecr';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { IConstruct } from 'constructs';
import * as ts from 'typescript';
import { artifact } from '../../bin/model-folders';
import * as library from '../../lib';
import { digestOfRequirements, formatLock } from '../../lib/model/python-packages/packages-lock';
import { lockFileOf } from '../../lib/model/python-packages/python-packages';
import { codeBlocks } from '../../scripts/markdown-blocks';
import { initializer, onnxBytes, onnxTensor } from '../model/onnx-bytes';
import { fragmentContext } from './fragments';

const ROOT = path.join(__dirname, '..', '..');
const DOCS = path.join(ROOT, 'docs');
const PAGES = ['README.md', ...fs.readdirSync(DOCS).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))];
const blocks = PAGES.flatMap((page) =>
  codeBlocks(path.join(ROOT, page), 'ts').map((block, index): [string, number, string] => [page, index + 1, block]),
);
const FORMATS = ['onnx', 'python', 'torchscript'];

const ENV = { region: 'eu-west-1', account: '111122223333' };
const CLASSIFIER = artifact('image-classifier', 'onnx');
const BERT = artifact('stand-ins', 'bert-large', 'onnx');

/** Blocks that do not run, by a text that they contain, with the reason. */
const NOT_RUN: Record<string, string> = {
  'stableTemplate(new Stack': 'the stack of the example has no resources',
  'new ManualApprovalStep': 'it continues the pipeline of an app',
};

/** The files of the app that the blocks read, each with the file or folder that takes its place. */
const FILES: Record<string, string> = {
  'model-artifacts': artifact(),
  'models/bert': BERT,
  'models/bert.onnx': path.join(BERT, '1', 'model.onnx'),
  'models/cat': CLASSIFIER,
  'models/classifier': CLASSIFIER,
  'models/circle.onnx': path.join(CLASSIFIER, '1', 'model.onnx'),
  'models/classifier.onnx': path.join(CLASSIFIER, '1', 'model.onnx'),
  'models/dog.onnx': path.join(CLASSIFIER, '1', 'model.onnx'),
  'models/preprocess': artifact('image-pipeline', 'preprocess'),
  'models/tokenizer': artifact('image-pipeline', 'preprocess'),
  classifier: CLASSIFIER,
  'classifier-pt': artifact('image-classifier', 'torchscript'),
  bert: BERT,
};

const FP32 = 1;

/** The files of the app whose content is written here. */
const CONTENTS: Record<string, string | Buffer> = {
  'bert.tar.gz': '',
  'docker/triton/Dockerfile': 'FROM nvcr.io/nvidia/tritonserver:24.09-py3',
  'latency.csv': 'instance_type,batch,milliseconds\nml.g4dn.xlarge,1,30\nml.g4dn.xlarge,16,60\n',
  'week.csv': 'time,requests\n2026-01-05T00:00:00Z,600\n2026-01-05T00:01:00Z,600\n',
  'models/cat.onnx': onnxBytes({
    inputs: [onnxTensor('image', FP32, [-1, 3, 224, 224])],
    outputs: [onnxTensor('scores', FP32, [-1, 10])],
    initializers: [initializer('weights')],
  }),
  'models/llama/1/model.json': '{ "model": "/opt/ml/model/llama/1/weights", "tensor_parallel_size": 4 }',
  'models/llama/config.pbtxt': 'backend: "vllm" instance_group { kind: KIND_MODEL }',
  'models/pixels-to-scores/config.pbtxt': `platform: "ensemble" max_batch_size: 4
    input { name: "image" data_type: TYPE_FP32 dims: [ 3, 32, 32 ] }
    output { name: "scores" data_type: TYPE_FP32 dims: [ 10 ] }
    ensemble_scheduling { step {
      model_name: "cat" model_version: -1 input_map { key: "image" value: "image" } output_map { key: "scores" value: "scores" }
    } }`,
  'models/tokenizer/requirements.txt': '# packages would require uv and an index',
  'models/xgboost.json': JSON.stringify({
    learner: {
      gradient_booster: { model: { trees: [] } },
      learner_model_param: { base_score: '5E-1', num_class: '2', num_feature: '4', num_target: '1' },
    },
    version: [3, 2, 0],
  }),
  'model.plan.json': JSON.stringify({ gpu: 'NVIDIA A10G', latency: [{ profile: 0, batch: 1, mean: 3 }] }),
  'results.csv':
    'configuration,instance_type,initial_instance_count,invocations_per_minute_per_instance,model_latency_ms,cost_per_hour_usd\n' +
    'Base,ml.g6.xlarge,1,1200,300,1\n',
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'blocks-'));
const previousFolder = process.cwd();
beforeAll(() => {
  for (const [name, source] of Object.entries(FILES)) {
    fs.cpSync(source, path.join(folder, name), { recursive: true });
  }
  for (const [name, text] of Object.entries(CONTENTS)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  writeLock(path.join(folder, 'models/tokenizer/requirements.txt'));
  process.chdir(folder);
  for (const level of ['log', 'warn'] as const) jest.spyOn(console, level).mockImplementation();
});
afterAll(() => {
  jest.restoreAllMocks();
  process.chdir(previousFolder);
  fs.rmSync(folder, { recursive: true });
});

/** Writes the lock of requirements without packages, for the default release of Triton. */
function writeLock(requirements: string): void {
  const target = { python: '3.12', platform: 'x86_64-manylinux_2_39', imagePackages: [] };
  const lock = formatLock({ ...target, requirements: digestOfRequirements([requirements]) }, 'this test', '');
  fs.writeFileSync(lockFileOf(requirements), lock);
}

/** Creates the values of constants that a block declares without a value (`declare const`), by their types. */
const VALUES: Record<string, (stack: cdk.Stack, name: string) => unknown> = {
  Stack: (stack, name) => (name === 'stack' ? stack : new cdk.Stack(stack.node.root as cdk.App, name, { env: ENV })),
  TritonModel: (_, name) => MODELS[name]?.() ?? library.TritonModel.fromDirectory(CLASSIFIER, { name: 'cnn' }),
  ModelFiles: engineFiles,
  TritonRealtimeEndpoint: (stack, name) =>
    new library.TritonRealtimeEndpoint(stack, `Declared-${name}`, { model: classifier() }),
  TritonMultiModelEndpoint: (stack, name) =>
    new library.TritonMultiModelEndpoint(stack, `Declared-${name}`, { models: [classifier()] }),
  TritonInferenceComponents: (stack, name) =>
    new library.TritonInferenceComponents(stack, `Declared-${name}`, {
      instanceType: library.InstanceType.G5_12XLARGE,
      maxInstanceCount: 2,
      components: [{ componentName: 'classifier', model: classifier() }],
    }),
  Role: role,
  IRole: role,
  IGrantable: role,
  Function: lambda,
  IFunction: lambda,
  Vpc: (stack) => new Vpc(stack, 'Vpc'),
  IVpc: (stack) => new Vpc(stack, 'Vpc'),
  IKey: (stack) => new Key(stack, 'Key'),
  ITopic: (stack) => new Topic(stack, 'Topic'),
  IAlarmAction: (stack) => new SnsAction(new Topic(stack, 'Topic')),
  Alarm: (stack) =>
    new Metric({ namespace: 'Shop', metricName: 'Refunds' }).createAlarm(stack, 'Refunds', {
      threshold: 10,
      evaluationPeriods: 3,
    }),
  IRepository: (stack) => Repository.fromRepositoryName(stack, 'Images', 'triton'),
  SecurityGroup: (stack) => SecurityGroup.fromSecurityGroupId(stack, 'Group', 'sg-0123456789abcdef0'),
  ScalingSearchOptions: () => ({
    trace: library.TrafficTrace.steps([{ requestsPerSecond: 20, duration: cdk.Duration.minutes(30) }]),
    profile: { instanceType: 'ml.g4dn.xlarge', serviceTimes: [{ batch: 1, milliseconds: 30 }] },
    latencyObjective: library.LatencyObjective.p99(cdk.Duration.millis(200)),
  }),
  Endpoint: (stack) => AlphaEndpoint.fromEndpointName(stack, 'AlphaEndpoint', 'made-elsewhere'),
};

/** Models whose names require a special kind. */
const MODELS: Record<string, () => library.TritonModel> = {
  bert: () => library.TritonModel.fromDirectory(BERT, { name: 'bert', maxBatchSize: 16 }),
  story: () => library.TritonModel.fromDirectory(artifact('word-stream', 'python'), { name: 'story' }),
};

function classifier(): library.TritonModel {
  return library.TritonModel.fromDirectory(CLASSIFIER, { name: 'cnn' });
}

function role(stack: cdk.Stack, name: string): Role {
  return new Role(stack, `Declared-${name}`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
}

function lambda(stack: cdk.Stack, name: string): LambdaFunction {
  return new LambdaFunction(stack, `Declared-${name}`, {
    runtime: Runtime.NODEJS_22_X,
    handler: 'index.handler',
    code: Code.fromInline('exports.handler = () => {}'),
  });
}

function engineFiles(): library.ModelFiles {
  const shapes = { min: [1, 512], opt: [16, 512], max: [16, 512] };
  return library.ModelFiles.fromEngineBuild(path.join(BERT, '1', 'model.onnx'), {
    profiles: [{ token_ids: shapes, attn_mask: shapes }],
  });
}

/** The value of a constant. A comment can require an engine. */
function declaredValue(stack: cdk.Stack, name: string, type: string, comment: string): unknown {
  if (type !== 'TritonModel' || !comment.includes('fromEngineBuild')) return VALUES[type](stack, name);
  const { Backend, TritonModel } = library;
  return new TritonModel({ name, backend: Backend.TENSORRT, files: engineFiles(), maxBatchSize: 16 });
}

/** The modules that a block can import, with the classes of this test in place of `App`. */
function importerOf(apps: cdk.App[]): (name: string) => unknown {
  class RecordedApp extends cdk.App {
    constructor(props?: cdk.AppProps) {
      super(props);
      apps.push(this);
    }
  }
  const require = createRequire(__filename);
  const modules: Record<string, unknown> = {
    'aws-cdk-lib': Object.create(cdk, { App: { value: RecordedApp } }),
    'cdk-sagemaker-triton': library,
  };
  return (name) => modules[name] ?? require(name.replace(/^cdk-sagemaker-triton\//, '../../lib/'));
}

/** Runs a block as a module, and returns its apps. */
function runBlock(block: string): cdk.App[] {
  const apps = [new cdk.App()];
  const region = block.includes(':us-east-1:') ? 'us-east-1' : ENV.region;
  const stack = new cdk.Stack(apps[0], 'Stack', { env: { ...ENV, region } });
  const isFragment = !/^import /m.test(block);
  const context: Record<string, unknown> = isFragment ? { ...fragmentContext(), stack, model: classifier() } : {};
  for (const [, name, type, comment] of block.matchAll(/^declare const (\w+): (?:capacity\.)?(\w+);(.*)$/gm)) {
    context[name] = declaredValue(stack, name, type, comment);
  }
  for (const [, name] of block.matchAll(/^declare function (\w+)/gm)) context[name] = () => undefined;
  const { outputText } = ts.transpileModule(block, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const names = Object.keys(context);
  new Function('require', 'exports', ...names, outputText)(importerOf(apps), {}, ...names.map((name) => context[name]));
  return apps;
}

/** The names with which the endpoints of an app serve their models. */
function servedNames(app: cdk.App): string[] {
  return app.node
    .findAll()
    .filter((construct: IConstruct): construct is CfnModel => construct instanceof CfnModel)
    .flatMap((model) => {
      const { environment = {} } = model.stack.resolve(model.primaryContainer) ?? {};
      return environment.SAGEMAKER_TRITON_DEFAULT_MODEL_NAME ?? [];
    });
}

const [notRun, run] = [true, false].map((isExcluded) =>
  blocks.filter(([, , block]) => Object.keys(NOT_RUN).some((text) => block.includes(text)) === isExcluded),
);

test('each excluded block exists', () => {
  expect(notRun).toHaveLength(Object.keys(NOT_RUN).length);
});

test.each(run)('%s: block %d runs, and serves no model with the name of a format', (_page, _index, block) => {
  const names = runBlock(block).flatMap(servedNames);
  expect(names.filter((name) => FORMATS.includes(name))).toEqual([]);
});
