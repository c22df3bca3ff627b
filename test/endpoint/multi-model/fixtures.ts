import * as fs from 'fs';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import {
  Backend,
  ModelFiles,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonMultiModelEndpointProps,
} from '../../../lib';
import { classifier } from '../fixtures';

export const classifierNamed = (name: string): TritonModel => classifier({ name });

/** A multi-model endpoint with two classifiers, by default in a new stack. */
export function createVisionEndpoint(
  props: Partial<TritonMultiModelEndpointProps> = {},
  stack = new Stack(new App(), 'Stack'),
): TritonMultiModelEndpoint {
  return new TritonMultiModelEndpoint(stack, 'Vision', {
    models: [classifierNamed('cat'), classifierNamed('dog')],
    ...props,
  });
}

export const multiModelTemplate = (endpoint: TritonMultiModelEndpoint): Template => Template.fromStack(endpoint.stack);

/** Properties of the only resource of a type. */
export function propertiesOf(template: Template, type: string): ReturnType<Template['toJSON']> {
  const resources = Object.values(template.findResources(type));
  expect(resources).toHaveLength(1);
  return resources[0].Properties;
}

/** The warnings of an endpoint, each with its rule ID. */
export function warningsOf(endpoint: TritonMultiModelEndpoint): string[] {
  const warnings = Annotations.fromStack(endpoint.stack).findWarning('*', Match.anyValue());
  return warnings.map(({ entry }) => String(entry.data));
}

/** A model with one file of this size. The lock file lists the file, but the file does not exist. */
export function modelOfSize(folder: string, name: string, gibibytes: number): TritonModel {
  const file = path.join(folder, name, 'model.py');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const lock = { path: 'model.py', bytes: gibibytes * 1024 ** 3, sha256: 'a'.repeat(64), crc32: '00000000' };
  fs.writeFileSync(path.join(folder, name, 'triton-model.lock'), JSON.stringify({ files: [lock] }));
  return classifier({ name, backend: Backend.PYTHON, files: ModelFiles.fromFile(file) });
}
