import * as fs from 'fs';
import * as path from 'path';
import { Annotations } from 'aws-cdk-lib';
import { Construct } from 'constructs';

const ARTIFACTS = path.join(__dirname, '..', 'model-artifacts');

/** A folder of `model-artifacts/`. */
export function artifact(...parts: string[]): string {
  return path.join(ARTIFACTS, ...parts);
}

/**
 * The folder of a model that is too large to ship: `$MODELS/<name>`. Without one it is a stand-in of the same layout, with which
 * the stack synthesizes and runs locally, but does not deploy.
 */
export function ownModel(scope: Construct, name: string, file = 'model.plan'): string {
  const own = process.env.MODELS && path.join(process.env.MODELS, name);
  if (own && fs.existsSync(own)) return own;
  Annotations.of(scope).addWarningV2(
    'example:stand-in',
    `'${name}' is a stand-in, whose answers mean nothing: set MODELS to the folder that holds ${name}/1/${file}`,
  );
  return artifact('stand-ins', name);
}
