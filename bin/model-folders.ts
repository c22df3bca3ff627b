import * as fs from 'fs';
import * as path from 'path';
import { Annotations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ModelExample, FileExampleOptions } from '../lib';

const ARTIFACTS = path.join(__dirname, '..', 'model-artifacts');

/** Path of a file or folder in `model-artifacts/`. */
export function artifact(...parts: string[]): string {
  return path.join(ARTIFACTS, ...parts);
}

/**
 * Returns the folder of a model whose weights are not included in the repository: `$MODELS/<name>/<format>`. If the folder does not exist,
 * returns the folder of a stand-in, which is a small model with the same inputs and outputs. A stand-in for an engine can only be
 * synthesized. All other stand-ins can also be deployed and invoked.
 */
export function modelFolder(scope: Construct, name: string, format: string): string {
  const folder = process.env.MODELS && path.join(process.env.MODELS, name, format);
  if (folder && fs.existsSync(folder)) return folder;
  Annotations.of(scope).addInfoV2(
    'example:stand-in',
    `'${name}/${format}' is a stand-in, whose responses are meaningless: set MODELS to the folder that contains your ${name}/${format}, ` +
      'as described in model-artifacts/README.md',
  );
  return artifact('stand-ins', name, format);
}

/** The examples in `<folder>.examples`, which a script in `model-artifacts/` exported with the model. */
export function exportedExamples(folder: string, options?: FileExampleOptions): ModelExample[] {
  const files = fs.readdirSync(`${folder}.examples`).map((file) => path.join(`${folder}.examples`, file));
  return files.map((file) => ModelExample.fromFile(file, options));
}

/** The sizes of the keys and values in a decoder's cache. `t5/export.py` writes them to a file next to the folders of the models. */
export function cacheSizes(folder: string): { layers: number; heads: number; width: number } {
  return JSON.parse(fs.readFileSync(`${folder}/../sizes.json`, 'utf8'));
}
