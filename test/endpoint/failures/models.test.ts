import * as fs from 'fs';
import * as path from 'path';
import { Match } from 'aws-cdk-lib/assertions';
import {
  Backend,
  Ensemble,
  ExecutionAccelerator,
  InstanceGroup,
  InstanceType,
  TritonImage,
  ModelConfig,
  ModelFiles,
  ServerOptions,
  Tensor,
  TritonModel,
  Warmup,
} from '../../../lib';
import { repositoryFiles } from '../../../lib/artifacts/model-repository';
import { folderWith } from '../../model/folders';
import { classifier } from '../fixtures';
import { errorOf, modelWith, pythonModel, templateOf, warningsOf } from './outcome';

// The numbers are those of the list of failures that this library has to prevent.

test('1: a config.pbtxt never lies at the root of what is served, whatever the folder looks like', () => {
  const model = modelWith(Backend.PYTHON, { 'config.pbtxt': 'name: "other"', '1/model.py': 'pass' });
  expect(repositoryFiles(model).map((file) => file.path)).toEqual(['model/1/model.py', 'model/config.pbtxt']);
});

test('2: a folder without a version that Triton reads', () => {
  expect(errorOf({ model: modelWith(Backend.PYTHON, { 'v1/model.py': 'pass' }) })).toMatch(/\/repo\.no-version\)/);
});

test('2: an ensemble has a version, although it has no files', () => {
  expect(repositoryFiles(ensembleOf(pythonModel())).map((file) => file.path)).toContainEqual(
    expect.stringMatching(/^ensemble\/1\//),
  );
});

test('3: the default model is named, and nobody else can name it', () => {
  templateOf().hasResourceProperties('AWS::SageMaker::Model', {
    PrimaryContainer: { Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'image-classifier' } },
  });
  const server: ServerOptions = { environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'other' } };
  expect(errorOf({ server })).toMatch(/server\.environment.*\/sme\.reserved\)/);
});

test('4: a model that calls another one, which is not loaded', () => {
  const calling = "pb_utils.InferenceRequest(model_name='tokenizer')";
  expect(warningsOf({ model: pythonModel(calling) })).toContainEqual(
    expect.stringMatching(/calls tokenizer, which the server does not load.*sme\.bls/),
  );
});

test('4: members are loaded', () => {
  const tokenizer = pythonModel('pass', { name: 'tokenizer' });
  const model = pythonModel("pb_utils.InferenceRequest(model_name='tokenizer')", { members: [tokenizer] });
  templateOf({ model, server: {} }).hasResourceProperties('AWS::SageMaker::Model', {
    PrimaryContainer: {
      Environment: { SAGEMAKER_TRITON_ADDITIONAL_ARGS: Match.stringLikeRegexp('--load-model=tokenizer') },
    },
  });
});

test('5: dimensions that the model file does not have', () => {
  expect(errorOf({ model: classifier({ inputs: [Tensor.fp32('image', [3, 244, 244])] }) })).toMatch(
    /inputs.*\/onnx\.io-dims\)/,
  );
});

test('5: a GPU that the instance does not have', () => {
  const instanceGroups = [InstanceGroup.gpu({ gpus: [1] })];
  expect(errorOf({ model: classifier({ instanceGroups }), instanceType: InstanceType.G4DN_XLARGE })).toMatch(
    /instanceGroups.*\/ig\./,
  );
});

function ensembleOf(model: TritonModel, inputMap: { [input: string]: string } = { x: 'in' }): TritonModel {
  return new TritonModel({
    name: 'ensemble',
    backend: Backend.ENSEMBLE,
    inputs: [Tensor.fp32('in', [4])],
    outputs: [Tensor.fp32('out', [4])],
    ensemble: Ensemble.of([{ model, inputMap, outputMap: { y: 'out' } }]),
  });
}

test('6: an ensemble step whose tensors do not fit together', () => {
  expect(errorOf({ model: ensembleOf(pythonModel()) })).toBe('');
  expect(errorOf({ model: ensembleOf(pythonModel(), { x: 'typo' }) })).toMatch(/\/ens\./);
});

test('7: an ensemble is written the one way that the multi-model start script finds', () => {
  expect(ModelConfig.fromText('name: "e" platform : "ensemble"').toText()).toContain('platform: "ensemble"');
  expect(ensembleOf(pythonModel()).config.toText()).toContain('platform: "ensemble"');
});

describe('8: a TensorRT engine', () => {
  const engine = (provenance?: object) =>
    modelWith(Backend.TENSORRT, {
      '1/model.plan': 'engine',
      ...(provenance && { '1/model.plan.json': JSON.stringify(provenance) }),
    });
  const forT4 = { gpu: 'NVIDIA T4', computeCapability: '7.5', tensorRtVersion: '10.4.0' };

  test('of another GPU or TensorRT', () => {
    const [G4DN_XLARGE, G5_XLARGE] = [InstanceType.G4DN_XLARGE, InstanceType.G5_XLARGE];
    expect(errorOf({ model: engine(forT4), instanceType: G4DN_XLARGE })).toBe('');
    expect(errorOf({ model: engine(forT4), instanceType: G5_XLARGE })).toMatch(/compute capability.*\/trt\.version\)/);
    const older = { model: engine({ ...forT4, tensorRtVersion: '8.6.1' }), instanceType: G4DN_XLARGE };
    const image = TritonImage.forRelease('24.09');
    expect(errorOf({ ...older, image })).toMatch(/TensorRT 8\.6\.1.*\/trt\.version\)/);
    expect(warningsOf(older)).toContainEqual(
      expect.stringMatching(/TensorRT 8\.6\.1.*Triton 26\.05 is 10\.16.*trt\.provenance/),
    );
  });

  test('in pools of several GPUs', () => {
    const instancePools = [{ instanceType: InstanceType.G4DN_XLARGE }, { instanceType: InstanceType.G5_XLARGE }];
    expect(errorOf({ model: engine(forT4), instancePools })).toMatch(/\/trt\.version\)/);
  });

  test('of unknown provenance', () => {
    expect(warningsOf({ model: engine() })).toContainEqual(expect.stringMatching(/trt\.provenance/));
  });
});

test('11: more Python instances than shared memory', () => {
  const model = pythonModel('pass', { instanceGroups: [InstanceGroup.cpu({ count: 8 })] });
  expect(warningsOf({ model })).toContainEqual(expect.stringMatching(/got 8 instances.*64 MiB.*py\.shm-budget/));
});

test('12: a Python environment that is not in the model’s folder', () => {
  const parameters = { EXECUTION_ENV_PATH: '$$TRITON_MODEL_DIRECTORY/env.tar.gz' };
  expect(errorOf({ model: pythonModel('pass', { parameters }) })).toMatch(/\/py\.env-path\)/);
});

test('13: links', () => {
  const folder = folderWith({ '1/model.py': 'pass' });
  fs.symlinkSync('/etc/hostname', path.join(folder, '1', 'outside'));
  const model = pythonModel('pass', { files: ModelFiles.fromDirectory(folder) });
  expect(errorOf({ model })).toMatch(/files.*\/files\.link\)/);
});

describe('44: a model that compiles at its first request', () => {
  const accelerated = { gpuExecutionAccelerators: [ExecutionAccelerator.tensorrt()] };
  const torch = () =>
    modelWith(
      Backend.PYTORCH,
      { '1/model.pt': 'x' },
      { inputs: [Tensor.fp32('x__0', [4])], outputs: [Tensor.fp32('y__0', [4])] },
    );

  test('TensorRT inside ONNX Runtime', () => {
    expect(warningsOf({ model: classifier({ optimization: accelerated }) })).toContainEqual(
      expect.stringMatching(/warmup: got none; TensorRT builds its engines.*warm\.first-request/),
    );
  });

  test('does so before it counts as up when it has a warmup; others need none, TorchScript among them', () => {
    const warmup = [Warmup.zeros()];
    for (const model of [classifier({ optimization: accelerated, warmup }), torch(), classifier()]) {
      expect(warningsOf({ model }).join()).not.toContain('warm.first-request');
    }
  });

  test('as a member of an ensemble is named', () => {
    const member = classifier({ optimization: accelerated });
    const model = new TritonModel({
      name: 'ensemble',
      backend: Backend.ENSEMBLE,
      maxBatchSize: 16,
      inputs: [Tensor.fp32('in', [3, 32, 32])],
      outputs: [Tensor.fp32('out', [10])],
      ensemble: Ensemble.of([{ model: member, inputMap: { image: 'in' }, outputMap: { scores: 'out' } }]),
    });
    expect(warningsOf({ model })).toContainEqual(expect.stringMatching(/^model 'image-classifier'\.warmup: got none/));
  });
});
