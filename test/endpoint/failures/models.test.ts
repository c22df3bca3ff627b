import { Match } from 'aws-cdk-lib/assertions';
import {
  Backend,
  Ensemble,
  InstanceGroup,
  InstanceType,
  ModelConfig,
  ServerOptions,
  Tensor,
  TritonModel,
  Warmup,
} from '../../../lib';
import { repositoryFiles } from '../../../lib/artifacts/model-repository';
import { classifier } from '../fixtures';
import { errorOf, modelWith, pythonModel, endpointTemplate, warningsOf } from './outcome';

// The numbers in titles are those of the failures of Triton on SageMaker that users report, and that this library prevents. The other numbers are
// prevented by rules, which have their own tests.

test('1: config.pbtxt is never at the root of the served files, regardless of the folder', () => {
  const model = modelWith(Backend.PYTHON, { 'config.pbtxt': 'name: "other"', '1/model.py': 'pass' });
  expect(repositoryFiles(model).map((file) => file.path)).toEqual(['model/1/model.py', 'model/config.pbtxt']);
});

test('2: an ensemble has a version, although it has no files', () => {
  expect(repositoryFiles(ensembleOf(pythonModel())).map((file) => file.path)).toContainEqual(
    expect.stringMatching(/^ensemble\/1\//),
  );
});

test('3: the default model is set, and users cannot set it', () => {
  endpointTemplate().hasResourceProperties('AWS::SageMaker::Model', {
    PrimaryContainer: { Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'image-classifier' } },
  });
  const server: ServerOptions = { environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'other' } };
  expect(errorOf({ server })).toMatch(/server\.environment.*\/sme\.reserved\)/);
});

test('4: a call of a model that is not loaded causes a warning', () => {
  const code = "pb_utils.InferenceRequest(model_name='tokenizer')";
  expect(warningsOf({ model: pythonModel(code) })).toContainEqual(
    expect.stringMatching(/calls tokenizer, which the server does not load.*sme\.bls/),
  );
});

test('4: the server loads the members of a model', () => {
  const tokenizer = pythonModel('pass', { name: 'tokenizer' });
  const model = pythonModel("pb_utils.InferenceRequest(model_name='tokenizer')", { members: [tokenizer] });
  endpointTemplate({ model, server: {} }).hasResourceProperties('AWS::SageMaker::Model', {
    PrimaryContainer: {
      Environment: { SAGEMAKER_TRITON_ADDITIONAL_ARGS: Match.stringLikeRegexp('--load-model=tokenizer') },
    },
  });
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

test('6: an ensemble step with an unknown input is rejected', () => {
  expect(errorOf({ model: ensembleOf(pythonModel()) })).toBe('');
  expect(errorOf({ model: ensembleOf(pythonModel(), { x: 'typo' }) })).toMatch(/\/ens\./);
});

test('7: an ensemble is written in the only format that the multi-model start script detects', () => {
  expect(ModelConfig.fromText('name: "e" platform : "ensemble"').toText()).toContain('platform: "ensemble"');
  expect(ensembleOf(pythonModel()).config.toText()).toContain('platform: "ensemble"');
});

test('8: a TensorRT engine for only one of the GPUs in the instance pools is rejected', () => {
  const provenance = { gpu: 'NVIDIA T4', computeCapability: '7.5', tensorRtVersion: '10.4.0' };
  const files = { '1/model.plan': 'ftrt engine', '1/model.plan.json': JSON.stringify(provenance) };
  const instancePools = [{ instanceType: InstanceType.G4DN_XLARGE }, { instanceType: InstanceType.G5_XLARGE }];
  expect(errorOf({ model: modelWith(Backend.TENSORRT, files), instancePools })).toMatch(/\/trt\.version\)/);
});

test('11: more Python instances than fit into shared memory cause a warning', () => {
  const model = pythonModel('pass', { instanceGroups: [InstanceGroup.cpu({ count: 8 })] });
  expect(warningsOf({ model })).toContainEqual(expect.stringMatching(/got 8 instances.*64 MiB.*py\.shm-budget/));
});

describe('44: a model that compiles when the first request arrives', () => {
  const accelerated = ModelConfig.fromText(
    'optimization { execution_accelerators { gpu_execution_accelerator [{ name: "tensorrt" }] } }',
  );
  const torchScriptModel = () =>
    modelWith(
      Backend.PYTORCH,
      { '1/model.pt': 'x' },
      { inputs: [Tensor.fp32('x__0', [4])], outputs: [Tensor.fp32('y__0', [4])] },
    );

  test('causes a warning, for example with TensorRT inside ONNX Runtime', () => {
    expect(warningsOf({ model: classifier({ config: accelerated }) })).toContainEqual(
      expect.stringMatching(/warmup: got none; TensorRT builds its engines.*warm\.first-request/),
    );
  });

  test('causes no warning if it has a warmup, and other models, such as TorchScript, cause none without a warmup', () => {
    const warmup = [Warmup.zeros()];
    for (const model of [classifier({ config: accelerated, warmup }), torchScriptModel(), classifier()]) {
      expect(warningsOf({ model }).join()).not.toContain('warm.first-request');
    }
  });

  test('is named in the warning if it is a member of an ensemble', () => {
    const member = classifier({ config: accelerated });
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
