import * as fs from 'node:fs';
import * as path from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import fc from 'fast-check';
import { writePublishedFiles } from '../../cli/local/published-files';
import { ModelConfig, ModelExample, ModelFiles, TritonModelProps } from '../../lib';
import { classifier, stackWith } from '../endpoint/fixtures';
import { folderWith } from '../model/folders';

const MODEL = fs.readFileSync(path.join(__dirname, '../../model-artifacts/image-classifier/onnx/1/model.onnx'));

/** Synthesizes a model. Returns the error message of this library, and throws other errors, such as a TypeError. */
function synthesisError(makeOverrides: () => Partial<TritonModelProps>): string | undefined {
  try {
    Template.fromStack(stackWith({ model: classifier(makeOverrides()) }));
    return undefined;
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return error.message;
    throw error;
  }
}

const withExample = (json: string): Partial<TritonModelProps> => ({
  examples: [ModelExample.fromFile(path.join(folderWith({ 'example.json': json }), 'example.json'))],
});

const withLock = (lock: string): Partial<TritonModelProps> => ({
  files: ModelFiles.fromDirectory(folderWith({ '1/model.onnx': MODEL, 'triton-model.lock': lock })),
});

/** JSON with values of unexpected types and names. */
const anyJson = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 0, -1, 1e308, '', 'image', '__proto__', '../..', []),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          ...['request', 'response', 'inputs', 'outputs', 'name', 'datatype', 'shape', 'data'],
          ...['files', 'path', 'bytes', 'sha256', 'crc32', '__proto__', 'constructor', 'toString'],
        ),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  }))
  .value.map((value) => JSON.stringify(value));

describe('names of prototype members', () => {
  /** Runs a function, and returns the properties that it added to Object.prototype. */
  const addedToPrototype = (run: () => void): string[] => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    run();
    return Object.getOwnPropertyNames(Object.prototype).filter((name) => !before.includes(name));
  };

  test('a key named __proto__ is an ordinary key', () => {
    const text = 'parameters {\n  key: "__proto__"\n  value { string_value: "x" }\n}';
    const config = ModelConfig.fromText(text);
    expect(Object.entries(config.toJson().parameters)).toEqual([['__proto__', { string_value: 'x' }]]);
    const json = JSON.parse('{"parameters":{"__proto__":{"string_value":"x"}}}');
    expect(ModelConfig.fromJson(json).toText()).toBe(config.toText());
    expect(config.merge(ModelConfig.fromText(text)).toText()).toBe(config.toText());
  });

  test.each(['{"__proto__":{"name":"x"}}', '{"input":[{"__proto__":{"name":"x"}}]}', '{"constructor":{}}'])(
    'a field named __proto__ or constructor is rejected and does not change Object.prototype: %s',
    (json) => {
      const read = (): unknown => ModelConfig.fromJson(JSON.parse(json));
      expect(addedToPrototype(() => expect(read).toThrow(/is unknown/))).toEqual([]);
    },
  );

  test('invalid examples and locks are rejected with a message, and do not change Object.prototype', () => {
    fc.assert(
      fc.property(anyJson, (json) => {
        const read = (): void => {
          expect(synthesisError(() => withLock(json)) ?? '').toMatch(/lock|^$/);
          expect(synthesisError(() => withExample(json)) ?? '').toMatch(/example|^$/);
        };
        expect(addedToPrototype(read)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

test('a publication in an assembly is rejected if it has a path that contains ..', () => {
  const folder = folderWith({ 'out/keep': '' });
  const manifest = { copies: [], texts: [{ path: '../escaped', content: 'x' }] };
  expect(() =>
    writePublishedFiles({ manifest, assetPath: () => undefined, read: () => undefined }, path.join(folder, 'out')),
  ).toThrow("../escaped is not a path inside the model's folder");
  expect(fs.readdirSync(folder)).toEqual(['out']);
});
