import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Backend, ModelExample, ModelFiles, Tensor, TritonModel } from '../../lib';
import { cacheFolder } from '../../lib/platform/cache-folder';
import { codeBlocks } from '../../scripts/markdown-blocks';

// The page on exporting has scripts that begin with the name of their file, and one block that continues the first of them.

const ROOT = path.join(__dirname, '..', '..');
const PYTHON = path.join(cacheFolder('libraries-venv'), 'bin', 'python');
const SMALL_BERT = `
from transformers import BertConfig, BertForSequenceClassification
config = BertConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64)
BertForSequenceClassification(config).save_pretrained('my-bert')`;

let folder: string;
beforeAll(() => {
  execFileSync('bash', [path.join(ROOT, 'scripts', 'libraries', 'setup.sh')], { stdio: 'inherit' });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'export-page-'));
  run(SMALL_BERT); // a model that save_pretrained wrote, since nothing is downloaded here
  const blocks = codeBlocks(path.join(ROOT, 'docs', 'export.md'), 'python');
  const isScript = (code: string): boolean => /^# \w+\.py\n/.test(code);
  const [onnx, ...others] = blocks.filter(isScript);
  const [example] = blocks.filter((code) => !isScript(code));
  for (const script of [onnx + example, ...others]) run(script);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

function run(script: string): void {
  execFileSync(PYTHON, ['-B', '-c', script], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** What the model is, as far as its file tells. */
function exported(name: string, examples: ModelExample[] = []): TritonModel {
  const files = ModelFiles.fromDirectory(path.join(folder, name));
  return new TritonModel({ name, backend: Backend.ONNXRUNTIME, files, maxBatchSize: 8, examples });
}

test('the ONNX scripts of the page write models that Triton would load, with an open batch dimension', () => {
  const example = ModelExample.fromFile(path.join(folder, 'classifier.example.json'));
  expect(exported('classifier', [example]).validate()).toEqual([]);
  expect(exported('bert').validate()).toEqual([]);
});

test('the TorchScript script of the page writes a model with the inputs and outputs of the page', () => {
  const model = new TritonModel({
    name: 'classifier',
    backend: Backend.PYTORCH,
    files: ModelFiles.fromDirectory(path.join(folder, 'classifier-pt')),
    maxBatchSize: 16,
    inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
    outputs: [Tensor.fp32('OUTPUT__0', [10])],
  });
  expect(model.validate()).toEqual([]);
});
