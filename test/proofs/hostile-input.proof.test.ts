import * as fs from 'node:fs';
import * as path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { Template } from 'aws-cdk-lib/assertions';
import fc from 'fast-check';
import { create, WriteEntry } from 'tar';
import { writePublishedFiles } from '../../cli/local/published-files';
import { unpack } from '../../cli/local/repository';
import { ModelConfig, ModelExample, ModelFiles, TritonModelProps } from '../../lib';
import { readForwardSignature } from '../../lib/model/readers/torchscript';
import { readOnnxGraph } from '../../lib/model/readers/onnx-graph';
import { ZipArchive } from '../../lib/model/readers/zip-archive';
import { classifier, stackWith } from '../endpoint/fixtures';
import { folderWith } from '../model/folders';

const MODEL = fs.readFileSync(path.join(__dirname, '../../model-artifacts/image-classifier/onnx/1/model.onnx'));
const DIGEST = 'a'.repeat(64);

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

describe('paths outside of the model folder', () => {
  test.each([
    ['../../etc/passwd', 'got path "../../etc/passwd"'],
    ['/etc/passwd', 'got path "/etc/passwd"'],
    ['1/../../x', 'got path "1/../../x"'],
    ['', 'got path ""'],
  ])('a lock with the path "%s" is rejected', (name, message) => {
    const lock = JSON.stringify({ files: [{ path: name, bytes: 1e9, sha256: DIGEST }] });
    expect(synthesisError(() => withLock(lock))).toContain(`${message}; allowed: a path inside the model's folder`);
  });

  test('a lock with a path as a digest is rejected', () => {
    const lock = JSON.stringify({ files: [{ path: '1/weights.bin', bytes: 1e9, sha256: '../../x' }] });
    expect(synthesisError(() => withLock(lock))).toContain('got sha256 "../../x"');
  });

  test('an archive with a path that contains .. is rejected', async () => {
    const folder = folderWith({ 'in/file': 'x', 'in/link-target': 'y' });
    const archive = path.join(folder, 'evil.tar.gz');
    await create({ file: archive, gzip: true, cwd: path.join(folder, 'in'), preservePaths: true }, ['../in/file']);
    await expect(unpack(archive, path.join(folder, 'out'))).rejects.toThrow(/\.\./);
    expect(fs.readdirSync(path.join(folder, 'out'))).toEqual([]);
  });

  test('an archive that writes a file through a symbolic link is rejected', async () => {
    const folder = folderWith({ 'outside/keep': '', 'in/b/file': 'x' });
    fs.symlinkSync(path.join(folder, 'outside'), path.join(folder, 'in', 'a'));
    const archive = path.join(folder, 'evil.tar.gz');
    const throughLink = (entry: WriteEntry): void => void (entry.path = entry.path.replace(/^b\b/, 'a'));
    const options = { cwd: path.join(folder, 'in'), preservePaths: true, onWriteEntry: throughLink };
    await create({ file: archive, gzip: true, ...options }, ['a', 'b/file']);
    await expect(unpack(archive, path.join(folder, 'out'))).rejects.toThrow(/linkpath/);
    expect(fs.readdirSync(path.join(folder, 'outside'))).toEqual(['keep']);
  });

  test('a publication in an assembly is rejected if it has a path that contains ..', () => {
    const folder = folderWith({ 'out/keep': '' });
    const manifest = { copies: [], texts: [{ path: '../escaped', content: 'x' }] };
    expect(() =>
      writePublishedFiles({ manifest, assetPath: () => undefined, read: () => undefined }, path.join(folder, 'out')),
    ).toThrow("../escaped is not a path inside the model's folder");
    expect(fs.readdirSync(folder)).toEqual(['out']);
  });
});

describe('small files that declare or contain much data', () => {
  test('a TorchScript file of 1 MB with 1 GB of content is not decompressed', () => {
    const bomb = path.join(folderWith({ 'model.pt': zip('model/data.pkl', Buffer.alloc(2 ** 30)) }), 'model.pt');
    expect(fs.statSync(bomb).size).toBeLessThan(2e6);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => readForwardSignature(bomb)).toThrow(/; the limit of a member of a TorchScript file is /);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e8);
  });

  test('a TorchScript member with more content than its declared size is rejected', () => {
    const archive = zip('model/data.pkl', Buffer.alloc(2 ** 28), 1000);
    const file = path.join(folderWith({ 'model.pt': archive }), 'model.pt');
    expect(() => ZipArchive.use(file, (reader) => reader.read('model/data.pkl'))).toThrow(/larger than 1000 bytes/);
  });

  test('an ONNX file that declares more bytes than it contains is rejected', () => {
    const graph = Buffer.from([0x3a, 0xff, 0xff, 0xff, 0xff, 0x07, 0x5a]); // field 7 of 2 GB, which contains field 11
    expect(() => readOnnxGraph(path.join(folderWith({ 'model.onnx': graph }), 'model.onnx'))).toThrow(/is truncated/);
  });

  test('an example with 20,000 nested lists is rejected, because it has no values', () => {
    const data = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const input = `{"name":"image","datatype":"FP32","shape":[1,3,32,32],"data":${data}}`;
    expect(synthesisError(() => withExample(`{"request":{"inputs":[${input}]}}`))).toContain('got 0 values');
  });
});

/** A zip archive with one compressed member, whose declared size may be incorrect. */
function zip(name: string, content: Buffer, declaredSize = content.length): Buffer {
  const data = deflateRawSync(content, { level: 9 });
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10); // deflate
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(declaredSize, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(header.length + name.length + data.length, 16);
  return Buffer.concat([header, Buffer.from(name), data, entry, Buffer.from(name), end]);
}
