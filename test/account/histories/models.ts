import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Backend, ModelFiles, Tensor, TritonModel } from '../../../lib';

const folder = mkdtempSync(join(tmpdir(), 'account-models-'));

/** A model of one tensor in and one out. Its version is in its files, so that each version has a prefix of its own. */
export function model(version: string, name = 'doubler'): TritonModel {
  const file = join(folder, name, version, '1', 'model.py');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `# version ${version}\nclass TritonPythonModel:\n    def execute(self, requests):\n        return []\n`,
  );
  return new TritonModel({
    name,
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(join(folder, name, version)),
    maxBatchSize: 8,
    inputs: [Tensor.fp32('numbers', [4])],
    outputs: [Tensor.fp32('doubled', [4])],
  });
}

/** What the model answers to any request of one row, right or wrong. */
export function answer(isRight: boolean): Record<string, unknown> {
  const outputs = [{ name: 'doubled', datatype: 'FP32', shape: [1, isRight ? 4 : 3], data: [0, 0, 0, 0] }];
  return {
    ContentType: 'application/json',
    Body: new Uint8Array(Buffer.from(JSON.stringify({ model_name: 'doubler', model_version: '1', outputs }))),
  };
}
