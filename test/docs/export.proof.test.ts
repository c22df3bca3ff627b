import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Tensor, TritonModel } from '../../lib';
import { cacheFolder } from '../../lib/files/cache-folder';
import { codeBlocks } from '../../scripts/markdown-blocks';

// docs/bring-a-model.md contains scripts that begin with their file name, and blocks that continue the scripts for ONNX.

const ROOT = path.join(__dirname, '..', '..');
const PYTHON = path.join(cacheFolder('libraries-venv'), 'bin', 'python');
const SMALL_BERT = `
from transformers import BertConfig, BertForSequenceClassification
config = BertConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64)
BertForSequenceClassification(config).save_pretrained('my-bert')
from transformers import BertTokenizerFast
open('vocab.txt', 'w').write('\\n'.join(['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', 'a', 'great', 'film']))
BertTokenizerFast('vocab.txt').save_pretrained('my-bert')`;

let folder: string;
beforeAll(() => {
  execFileSync('bash', [path.join(ROOT, 'scripts', 'libraries', 'setup.sh')], { stdio: 'inherit' });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'export-page-'));
  runScript(SMALL_BERT); // a local model, because the test does not download models
  // The tests run with PyTorch 1.13, which does not have the argument, as the page says.
  const withoutDynamo = (code: string): string => code.replace(/^ *dynamo=False,.*\n/m, '');
  const blocks = codeBlocks(path.join(ROOT, 'docs', 'bring-a-model.md'), 'python').map(withoutDynamo);
  const blockWith = (text: string): string =>
    blocks.find((code) => code.includes(text)) ?? `assert False, '''${text}'''`;
  const example = blockWith('def write_example');
  const [functions] = example.split('with torch.inference_mode');
  runScript(blockWith('# onnx_export.py') + example);
  runScript(blockWith('# torchscript_export.py'));
  runScript(blockWith('# huggingface_export.py') + functions + blockWith('write_example("bert.example.json"'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

function runScript(script: string): void {
  execFileSync(PYTHON, ['-B', '-c', script], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

test('the ONNX scripts on the page write valid models with a variable batch dimension and an example', () => {
  for (const name of ['classifier', 'bert']) {
    const model = TritonModel.fromDirectory(path.join(folder, name), { maxBatchSize: 16 });
    expect(model.validate()).toEqual([]);
    expect(model.examples).toHaveLength(1);
    expect(model.inputs).not.toEqual([]);
  }
});

test('the TorchScript script on the page writes a model with the documented inputs and outputs', () => {
  const model = TritonModel.fromDirectory(path.join(folder, 'classifier-pt'), {
    maxBatchSize: 16,
    inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
    outputs: [Tensor.fp32('OUTPUT__0', [10])],
  });
  expect(model.validate()).toEqual([]);
});
