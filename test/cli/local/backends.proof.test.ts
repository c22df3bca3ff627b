import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { PYTHON } from '../../../cli/local/wheel-runtime';
import {
  InstanceType,
  ModelExample,
  ModelExampleOptions,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../../lib';
import { onnxBytes, onnxNode, onnxTensor } from '../../model/onnx-bytes';
import { sample } from '../../setup/proof';
import { LocalCommand } from './command';

// Models that Triton's backends on the endpoint serve, and that the Python libraries of a local run execute differently, or not at all. A local
// run reports PASSED or FAILED only if the endpoint would. The expected responses follow from the sources of the backends.

interface ServedModel {
  readonly config: string;
  /** Writes the files of the model, unless torchscript.py writes them. */
  readonly write?: (folder: string) => void;
  readonly example?: ModelExampleOptions;
  readonly onCpu?: boolean;
  readonly expected: RegExp;
}

const tensor = (name: string, datatype: string, shape: number[], data: unknown[]): object => ({
  name,
  datatype,
  shape,
  data,
});
const step = (input: object, output: object): ModelExampleOptions => ({
  request: { inputs: [input] },
  response: { outputs: [output] },
});
const inputField = (name: string, type: string, dims: number, more = ''): string =>
  `input { name: "${name}" data_type: TYPE_${type} dims: [ ${dims} ] ${more} }\n`;
const outputField = (name: string, type: string, dims: number): string =>
  `output { name: "${name}" data_type: TYPE_${type} dims: [ ${dims} ] }\n`;
const pytorch = (fields: string): string => `backend: "pytorch" max_batch_size: 4\n${fields}`;
const onnxruntime = (fields: string): string => `backend: "onnxruntime" max_batch_size: 4\n${fields}`;

/** Requests of one sequence, and their responses. */
function sequence(input: string, output: string, pairs: [number, number][]): ModelExampleOptions {
  const steps = pairs.map(([sent, expected]) =>
    step(tensor(input, 'INT32', [1, 1], [sent]), tensor(output, 'INT32', [1, 1], [expected])),
  );
  return { ...steps[0], nextSteps: steps.slice(1) };
}
const state = (input: string, output: string, initial: string): string =>
  `sequence_batching { state { input_name: "${input}" output_name: "${output}" data_type: TYPE_INT32 dims: [ 1 ]
    initial_state { name: "initial" data_type: TYPE_INT32 dims: [ 1 ] ${initial} } } }`;
const [FLOAT, INT32] = [1, 6];
const numbers = (name: string): Uint8Array => onnxTensor(name, INT32, [-1, 1]);

/** Writes an ONNX model that adds each number to its state. */
function writeRunningSum(folder: string): void {
  fs.writeFileSync(
    path.join(folder, '1', 'model.onnx'),
    onnxBytes({
      inputs: [numbers('value'), numbers('state')],
      outputs: [numbers('sum'), numbers('next_state')],
      nodes: [onnxNode('Add', ['value', 'state'], ['sum'], {}), onnxNode('Identity', ['sum'], ['next_state'], {})],
    }),
  );
  fs.mkdirSync(path.join(folder, 'initial_state'));
  fs.writeFileSync(path.join(folder, 'initial_state', 'ten'), Buffer.from(Int32Array.of(10).buffer));
}

/** Writes an ONNX model that copies its input. */
function writeIdentity(folder: string): void {
  const graph = {
    inputs: [onnxTensor('value', FLOAT, [-1])],
    outputs: [onnxTensor('copy', FLOAT, [-1, -1])],
    nodes: [onnxNode('Identity', ['value'], ['copy'], {})],
  };
  fs.writeFileSync(path.join(folder, '1', 'model.onnx'), onnxBytes(graph));
}

const FOUR = [1, 2, 3, 4];
const copyOf = (input: string, output: string): ModelExampleOptions =>
  step(tensor(input, 'FP32', [1, 4], FOUR), tensor(output, 'FP32', [1, 4], FOUR));
const FP32 = inputField('INPUT__0', 'FP32', 4) + outputField('OUTPUT__0', 'FP32', 4);
const FP16 = inputField('INPUT__0', 'FP16', 4) + outputField('OUTPUT__0', 'FP16', 4);
const SUM_CONFIG = inputField('value', 'INT32', 1) + outputField('sum', 'INT32', 1);
const TORCH_INT32 = inputField('INPUT__0', 'INT32', 1) + outputField('OUTPUT__0', 'INT32', 1);
const COPY_CONFIG = inputField('value', 'FP32', 4) + outputField('copy', 'FP32', 4);

const PYTHON_ON_GPU = `import torch

class TritonPythonModel:
    def execute(self, requests):
        return [torch.zeros(1).to("cuda:0") for _ in requests]
`;

const MODELS: Record<string, ServedModel> = {
  'onnx-state': {
    config: onnxruntime(SUM_CONFIG + state('state', 'next_state', 'zero_data: true')),
    write: writeRunningSum,
    example: sequence('value', 'sum', [
      [1, 1],
      [2, 3],
      [3, 6],
    ]),
    expected: /PASSED: 3 of 3 responses are correct/,
  },
  'onnx-state-from-file': {
    config: onnxruntime(SUM_CONFIG + state('state', 'next_state', 'data_file: "ten"')),
    write: writeRunningSum,
    example: sequence('value', 'sum', [
      [1, 11],
      [2, 13],
    ]),
    expected: /PASSED: 2 of 2 responses are correct/,
  },
  'onnx-state-ignored': {
    config: onnxruntime(SUM_CONFIG + state('state', 'next_state', 'zero_data: true')),
    write: writeRunningSum,
    example: sequence('value', 'sum', [
      [1, 1],
      [1, 1],
    ]),
    expected: /FAILED: .*example 1, step 2 of 2 .* differ from the example's/,
  },
  'running-sum': {
    config: pytorch(TORCH_INT32 + state('STATE__1', 'STATE__1', 'zero_data: true')),
    example: sequence('INPUT__0', 'OUTPUT__0', [
      [1, 1],
      [2, 3],
      [3, 6],
    ]),
    expected: /PASSED: 3 of 3 responses are correct/,
  },
  start: {
    config: pytorch(
      `${TORCH_INT32}sequence_batching { control_input { name: "START__1" control { kind: CONTROL_SEQUENCE_START int32_false_true: [ 0, 1 ] } } }`,
    ),
    example: sequence('INPUT__0', 'OUTPUT__0', [
      [1, 2],
      [1, 1],
    ]),
    expected: /PASSED: 2 of 2 responses are correct/,
  },
  dictionary: {
    config: pytorch(inputField('b', 'FP32', 1) + inputField('a', 'FP32', 1) + outputField('OUTPUT__0', 'FP32', 1)),
    example: {
      request: { inputs: [tensor('a', 'FP32', [1, 1], [5]), tensor('b', 'FP32', [1, 1], [2])] },
      response: { outputs: [tensor('OUTPUT__0', 'FP32', [1, 1], [3])] },
    },
    expected: /PASSED: 1 of 1 responses are correct/,
  },
  strings: {
    config: `backend: "pytorch"\n${inputField('INPUT__0', 'STRING', -1)}${outputField('OUTPUT__0', 'STRING', -1)}`,
    example: step(tensor('INPUT__0', 'BYTES', [2], ['a', 'ü']), tensor('OUTPUT__0', 'BYTES', [2], ['a!', 'ü!'])),
    expected: /PASSED: 1 of 1 responses are correct/,
  },
  library: {
    config: pytorch(`runtime: "libtriton_pytorch.so" default_model_filename: "model.pt"\n${FP32}`),
    example: copyOf('INPUT__0', 'OUTPUT__0'),
    expected: /PASSED: 1 of 1 responses are correct/,
  },
  'gpu-constant': {
    config: pytorch(FP32),
    example: copyOf('INPUT__0', 'OUTPUT__0'),
    expected: /NOT RUN: the model requires a GPU, which the endpoint has and this host lacks: .*'CUDA' backend/,
  },
  'gpu-constant-on-cpu': {
    config: pytorch(FP32),
    example: copyOf('INPUT__0', 'OUTPUT__0'),
    onCpu: true,
    expected: /FAILED: .*'CUDA' backend/,
  },
  'python-on-gpu': {
    config: `backend: "python" max_batch_size: 4\n${FP32}`,
    write: (folder) => fs.writeFileSync(path.join(folder, '1', 'model.py'), PYTHON_ON_GPU),
    example: copyOf('INPUT__0', 'OUTPUT__0'),
    expected: /NOT RUN: the model requires a GPU, which the endpoint has and this host lacks: .*CUDA/,
  },
  half: {
    config: pytorch(FP16),
    expected: /NOT RUN: torch \S+ of this machine, which has no GPU .*not implemented for 'Half'/,
  },
  'half-on-cpu': {
    config: pytorch(FP16),
    onCpu: true,
    expected:
      /NOT RUN: torch \S+ of this machine is older than .*not implemented for 'Half'\); to run it: .*pip install/,
  },
  'runtime-model-py': {
    config: pytorch(`runtime: "model.py"\n${FP32}`),
    write: (folder) =>
      fs.writeFileSync(
        path.join(folder, '1', 'model.py'),
        'import torch\n\n\nclass Model(torch.nn.Module):\n    def forward(self, INPUT__0):\n        return INPUT__0\n',
      ),
    expected: /NOT RUN: 'runtime-model-py' has runtime 'model\.py', which Triton's pytorch backend handles/,
  },
  ragged: {
    config: onnxruntime(inputField('value', 'FP32', -1, 'allow_ragged_batch: true') + outputField('copy', 'FP32', -1)),
    write: writeIdentity,
    expected: /NOT RUN: 'ragged' has inputs with allow_ragged_batch/,
  },
  // The second model rejects the zeros of the first: the shape of the response is not that of the engine.
  'after-a-stand-in': {
    config: `platform: "ensemble" max_batch_size: 4\n${inputField('image', 'FP32', 4)}${outputField('copy', 'FP32', 4)}ensemble_scheduling {
      step { model_name: "plan" model_version: -1 input_map { key: "image" value: "image" } output_map { key: "boxes" value: "boxes" } }
      step { model_name: "picky" model_version: -1 input_map { key: "value" value: "boxes" } output_map { key: "copy" value: "copy" } } }`,
    write: (folder) => fs.writeFileSync(path.join(folder, '1', '.gitkeep'), ''),
    expected: /NOT RUN: the zeros of the stand-in for plan can be the cause of this failure/,
  },
};
const CALLED: Record<string, ServedModel> = {
  plan: {
    config: `platform: "tensorrt_plan" max_batch_size: 4\n${inputField('image', 'FP32', 4)}${outputField('boxes', 'FP32', 4)}`,
    write: (folder) => fs.writeFileSync(path.join(folder, '1', 'model.plan'), 'ftrt'),
    expected: /./,
  },
  picky: {
    config: `backend: "python" max_batch_size: 4\n${COPY_CONFIG}`,
    write: (folder) =>
      fs.writeFileSync(
        path.join(folder, '1', 'model.py'),
        'class TritonPythonModel:\n    def execute(self, requests):\n        raise ValueError("no boxes")\n',
      ),
    expected: /./,
  },
};

const SERVED = sample(Object.entries(MODELS), 4);

let folder: string;
let command: LocalCommand;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'backends-'));
  const repository = path.join(folder, 'repository');
  execFileSync(PYTHON, [path.join(__dirname, 'torchscript.py'), repository]);
  for (const [name, { config, write }] of Object.entries({ ...MODELS, ...CALLED })) {
    fs.mkdirSync(path.join(repository, name, '1'), { recursive: true });
    fs.writeFileSync(path.join(repository, name, 'config.pbtxt'), config);
    write?.(path.join(repository, name));
  }
  const app = new App({ outdir: path.join(folder, 'cdk.out') });
  const modelOf = (name: string): TritonModel => {
    const { example } = MODELS[name];
    const model = TritonModel.fromRepository(repository, name);
    return example ? model.withOverrides({ examples: [ModelExample.of(example)] }) : model;
  };
  for (const [name, { onCpu }] of SERVED) {
    new TritonRealtimeEndpoint(new Stack(app, name), 'Endpoint', {
      endpointName: name,
      instanceType: InstanceType.of(onCpu ? 'ml.c6i.xlarge' : 'ml.g4dn.xlarge'),
      model: modelOf(name),
    });
  }
  const models = ['gpu-constant', 'dictionary'].map(modelOf);
  new TritonMultiModelEndpoint(new Stack(app, 'several'), 'Endpoint', { endpointName: 'several', models });
  app.synth();
  command = new LocalCommand([path.join(folder, 'cdk.out')]);
  await command.waitForEnd();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

test.each(SERVED.map(([name, { expected }]) => [name, expected] as const))('%s: %s', (name, expected) => {
  expect(command.report(name)).toMatch(expected);
});

test('on a multi-model endpoint, a model that requires a GPU is not run, and the others are tested', () => {
  expect(command.report('several')).toMatch(
    /NOT RUN: 1 of 2 models passed\. gpu-constant\S* was not run: the model requires a GPU/,
  );
});
