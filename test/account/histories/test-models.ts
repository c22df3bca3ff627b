import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Backend, ModelFiles, Tensor, TritonModel } from '../../../lib';

const folder = mkdtempSync(join(tmpdir(), 'account-models-'));

/** A model with one input and one output. Each version has different files, so the library publishes each under a different prefix. */
export function createModel(version: string, name = 'doubler'): TritonModel {
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

/** The response of the model to a request with one row, correct or wrong. */
export function modelResponse(isCorrect: boolean, modelName = 'doubler'): Record<string, unknown> {
  const outputs = [{ name: 'doubled', datatype: 'FP32', shape: [1, isCorrect ? 4 : 3], data: [0, 0, 0, 0] }];
  return {
    ContentType: 'application/json',
    Body: new Uint8Array(Buffer.from(JSON.stringify({ model_name: modelName, model_version: '1', outputs }))),
  };
}
