import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { exportedExamples, modelFolder } from '../../bin/model-folders';
import { T5Stack } from '../../bin/t5-stack';
import { Backend, ModelFiles, Tensor, TritonModel, TritonMultiModelEndpoint } from '../../lib';
import { cacheFolder } from '../../lib/files/cache-folder';
import { LocalCommand } from '../cli/local/command';
import { RUNS_ALL, sample } from '../setup/proof';

// The scripts in model-artifacts/ export BERT and T5 of transformers and ResNet-50 of torchvision, and a real Triton server serves the exported
// models. The examples contain the outputs of PyTorch at export.

const ROOT = path.join(__dirname, '..', '..');
const ARTIFACTS = path.join(ROOT, 'model-artifacts');
const PYTHON = path.join(cacheFolder('libraries-venv'), 'bin', 'python');

const previousModels = process.env.MODELS;
let folder: string;
beforeAll(() => {
  execFileSync('bash', [path.join(ROOT, 'scripts', 'libraries', 'setup.sh')], { stdio: 'inherit' });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'exports-'));
  process.env.MODELS = path.join(folder, 'models');
});
afterAll(() => {
  if (previousModels === undefined) delete process.env.MODELS;
  else process.env.MODELS = previousModels;
  fs.rmSync(folder, { recursive: true });
});

/** Exports a model to a folder. */
function exportModel(name: string, output: string, ...options: string[]): void {
  const script = path.join(ARTIFACTS, name, 'export.py');
  execFileSync(PYTHON, ['-B', script, '--output', output, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Runs the endpoint of a stack locally. */
async function runLocally(
  stack: string,
  addStacks: (app: App) => void,
): Promise<{ status: number | null; report: string }> {
  const app = new App({ outdir: path.join(folder, stack) });
  addStacks(app);
  app.synth();
  const command = new LocalCommand([path.join(folder, stack), '--stack', stack]);
  return { status: await command.waitForEnd(), report: command.output };
}

/** An exported model with its examples, with an absolute tolerance of 0.001 and a relative tolerance of 0.0001. */
function exportedModel(
  scope: Stack,
  name: string,
  form: 'onnx' | 'torchscript',
  props: Partial<TritonModel>,
): TritonModel {
  const files = modelFolder(scope, name, form);
  return new TritonModel({
    ...props,
    name: `${name}-${form}`,
    backend: form === 'onnx' ? Backend.ONNXRUNTIME : Backend.PYTORCH,
    files: ModelFiles.fromDirectory(files),
    maxBatchSize: 16,
    examples: exportedExamples(files, { relativeTolerance: 1e-4 }),
  });
}

test.each(sample(['t5', 'bert-large'], 1))('the placeholder of %s matches the exported model', (name) => {
  const output = path.join(folder, 'stand-ins');
  exportModel(name, output);
  const placeholderFolder = path.join(ARTIFACTS, 'stand-ins', name);
  const graphs = (fs.readdirSync(placeholderFolder, { recursive: true }) as string[]).filter((file) =>
    file.endsWith('.onnx'),
  );
  expect(graphs.length).toBeGreaterThan(0);
  for (const file of graphs) {
    expect(
      fs.readFileSync(path.join(output, name, file)).equals(fs.readFileSync(path.join(placeholderFolder, file))),
    ).toBe(true);
  }
});

if (RUNS_ALL)
  test('BERT and ResNet-50 return the same outputs as PyTorch, as ONNX and TorchScript, for batches and texts of any size', async () => {
    for (const name of ['bert-large', 'resnet-50']) exportModel(name, path.join(folder, 'models'));
    const { status, report } = await runLocally('Scores', (app) => {
      const stack = new Stack(app, 'Scores');
      const tokens = { inputs: [Tensor.int32('INPUT__0', [-1]), Tensor.int32('INPUT__1', [-1])] };
      const image = { inputs: [Tensor.fp32('INPUT__0', [3, 224, 224])] };
      new TritonMultiModelEndpoint(stack, 'Endpoint', {
        models: [
          exportedModel(stack, 'bert-large', 'onnx', {}),
          exportedModel(stack, 'resnet-50', 'onnx', {}),
          exportedModel(stack, 'bert-large', 'torchscript', { ...tokens, outputs: [Tensor.fp32('OUTPUT__0', [2])] }),
          exportedModel(stack, 'resnet-50', 'torchscript', { ...image, outputs: [Tensor.fp32('OUTPUT__0', [1000])] }),
        ],
      });
    });
    expect([status, report]).toEqual([0, expect.stringContaining('PASSED: 8 of 8 responses are correct')]);
  });

if (RUNS_ALL)
  test("a T5 of any size from save_pretrained generates the same tokens as transformers' generate", async () => {
    execFileSync(PYTHON, ['-B', path.join(__dirname, 'another-t5.py'), path.join(folder, 'another-t5')]);
    exportModel('t5', path.join(folder, 'models'), '--model', path.join(folder, 'another-t5'));
    const { status, report } = await runLocally('T5', (app) => void new T5Stack(app, 'T5'));
    expect([status, report]).toEqual([0, expect.stringContaining('PASSED: 7 of 7 responses are correct')]);
  });
