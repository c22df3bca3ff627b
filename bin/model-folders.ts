import * as fs from 'fs';
import * as path from 'path';
import { Annotations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ModelExample, ModelExampleOptions } from '../lib';

const ARTIFACTS = path.join(__dirname, '..', 'model-artifacts');

/** A folder of `model-artifacts/`. */
export function artifact(...parts: string[]): string {
  return path.join(ARTIFACTS, ...parts);
}

/**
 * The folder of a model whose weights are not shipped, in one of its forms: `$MODELS/<name>/<form>`. Without one it is a stand-in with
 * the same inputs and outputs: as an engine it only synthesizes, as anything else it also deploys and computes.
 */
export function ownModel(scope: Construct, name: string, form: string): string {
  const own = process.env.MODELS && path.join(process.env.MODELS, name, form);
  if (own && fs.existsSync(own)) return own;
  Annotations.of(scope).addInfoV2(
    'example:stand-in',
    `'${name}/${form}' is a stand-in, whose responses are meaningless: set MODELS to the folder that contains your ${name}/${form}, ` +
      'as described in model-artifacts/README.md',
  );
  return artifact('stand-ins', name, form);
}

/** The examples that a script of `model-artifacts/` exported with a model: those in `<folder>.examples`. */
export function exportedExamples(folder: string, options?: ModelExampleOptions): ModelExample[] {
  const files = fs.readdirSync(`${folder}.examples`).map((file) => path.join(`${folder}.examples`, file));
  return files.map((file) => ModelExample.fromFile(file, options));
}

/** The sizes of the keys and values of a decoder's cache, which `t5/export.py` wrote next to the folder of each of its models. */
export function cacheSizes(folder: string): { layers: number; heads: number; width: number } {
  return JSON.parse(fs.readFileSync(`${folder}/../sizes.json`, 'utf8'));
}
