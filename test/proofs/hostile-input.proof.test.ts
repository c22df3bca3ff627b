import * as fs from 'node:fs';
import * as path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { Template } from 'aws-cdk-lib/assertions';
import fc from 'fast-check';
import { create, WriteEntry } from 'tar';
import { layOut } from '../../cli/local/published-files';
import { unpack } from '../../cli/local/repository';
import { ModelConfig, ModelExample, ModelFiles, TritonModelProps } from '../../lib';
import { readForwardSignature } from '../../lib/model/readers/forward-signature';
import { readOnnxGraph } from '../../lib/model/readers/onnx-graph';
import { ZipArchive } from '../../lib/model/readers/zip-archive';
import { classifier, stackWith } from '../endpoint/fixtures';
import { folderWith } from '../model/folders';

const MODEL = fs.readFileSync(path.join(__dirname, '../../model-artifacts/image-classifier/onnx/1/model.onnx'));
const DIGEST = 'a'.repeat(64);

/** What a model's synthesis ends with: the message of an error of ours; anything else is thrown on. */
function refusalOf(makeOverrides: () => Partial<TritonModelProps>): string | undefined {
  try {
    Template.fromStack(stackWith({ model: classifier(makeOverrides()) }));
    return undefined;
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return error.message;
    throw error;
  }
}

const exampleOf = (json: string): Partial<TritonModelProps> => ({
  examples: [ModelExample.fromFile(path.join(folderWith({ 'example.json': json }), 'example.json'))],
});

const lockedBy = (lock: string): Partial<TritonModelProps> => ({
  files: ModelFiles.fromDirectory(folderWith({ '1/model.onnx': MODEL, 'triton-model.lock': lock })),
});

/** JSON that a program might stumble over, in the places where something else belongs. */
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

describe('prototypes stay as they are', () => {
  /** Runs, and tells what came into the world's prototypes. */
  const polluted = (run: () => void): string[] => {
    const own = Object.getOwnPropertyNames(Object.prototype);
    run();
    return Object.getOwnPropertyNames(Object.prototype).filter((name) => !own.includes(name));
  };

  test('a key called __proto__ is a key like any other', () => {
    const text = 'parameters {\n  key: "__proto__"\n  value { string_value: "x" }\n}';
    const config = ModelConfig.fromText(text);
    expect(Object.entries(config.toJson().parameters)).toEqual([['__proto__', { string_value: 'x' }]]);
    const json = JSON.parse('{"parameters":{"__proto__":{"string_value":"x"}}}');
    expect(ModelConfig.fromJson(json).toText()).toBe(config.toText());
    expect(config.merge(ModelConfig.fromText(text)).toText()).toBe(config.toText());
  });

  test.each(['{"__proto__":{"name":"x"}}', '{"input":[{"__proto__":{"name":"x"}}]}', '{"constructor":{}}'])(
    'as a field it is unknown: %s',
    (json) => {
      const read = (): unknown => ModelConfig.fromJson(JSON.parse(json));
      expect(polluted(() => expect(read).toThrow(/is unknown/))).toEqual([]);
    },
  );

  test('examples and locks of any content are refused in words', () => {
    fc.assert(
      fc.property(anyJson, (json) => {
        const read = (): void => {
          expect(refusalOf(() => lockedBy(json)) ?? '').toMatch(/lock|^$/);
          expect(refusalOf(() => exampleOf(json)) ?? '').toMatch(/example|^$/);
        };
        expect(polluted(read)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('paths stay inside', () => {
  test.each([
    ['../../etc/passwd', 'got path "../../etc/passwd"'],
    ['/etc/passwd', 'got path "/etc/passwd"'],
    ['1/../../x', 'got path "1/../../x"'],
    ['', 'got path ""'],
  ])('a lock that names %s', (name, words) => {
    const lock = JSON.stringify({ files: [{ path: name, bytes: 1e9, sha256: DIGEST }] });
    expect(refusalOf(() => lockedBy(lock))).toContain(`${words}; allowed: a path inside the model's folder`);
  });

  test('a lock whose digest is a path', () => {
    const lock = JSON.stringify({ files: [{ path: '1/weights.bin', bytes: 1e9, sha256: '../../x' }] });
    expect(refusalOf(() => lockedBy(lock))).toContain('got sha256 "../../x"');
  });

  test('an archive that would be unpacked elsewhere', async () => {
    const folder = folderWith({ 'in/file': 'x', 'in/link-target': 'y' });
    const archive = path.join(folder, 'evil.tar.gz');
    await create({ file: archive, gzip: true, cwd: path.join(folder, 'in'), preservePaths: true }, ['../in/file']);
    await expect(unpack(archive, path.join(folder, 'out'))).rejects.toThrow(/\.\./);
    expect(fs.readdirSync(path.join(folder, 'out'))).toEqual([]);
  });

  test('an archive that writes through a link of its own', async () => {
    const folder = folderWith({ 'outside/keep': '', 'in/b/file': 'x' });
    fs.symlinkSync(path.join(folder, 'outside'), path.join(folder, 'in', 'a'));
    const archive = path.join(folder, 'evil.tar.gz');
    const throughLink = (entry: WriteEntry): void => void (entry.path = entry.path.replace(/^b\b/, 'a'));
    const options = { cwd: path.join(folder, 'in'), preservePaths: true, onWriteEntry: throughLink };
    await create({ file: archive, gzip: true, ...options }, ['a', 'b/file']);
    await expect(unpack(archive, path.join(folder, 'out'))).rejects.toThrow(/linkpath/);
    expect(fs.readdirSync(path.join(folder, 'outside'))).toEqual(['keep']);
  });

  test('a publication of an assembly that names files elsewhere', () => {
    const folder = folderWith({ 'out/keep': '' });
    const manifest = { copies: [], texts: [{ path: '../escaped', content: 'x' }] };
    expect(() =>
      layOut({ manifest, fileOf: () => undefined, read: () => undefined }, path.join(folder, 'out')),
    ).toThrow("../escaped is not a path inside the model's folder");
    expect(fs.readdirSync(folder)).toEqual(['out']);
  });
});

describe('what grows when it is read', () => {
  test('a TorchScript file of 1 MB that unpacks to 1 GB is not unpacked', () => {
    const bomb = path.join(folderWith({ 'model.pt': zip('model/data.pkl', Buffer.alloc(2 ** 30)) }), 'model.pt');
    expect(fs.statSync(bomb).size).toBeLessThan(2e6);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => readForwardSignature(bomb)).toThrow(/; the limit of a member of a TorchScript file is /);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e8);
  });

  test('nor is one that lies about its size', () => {
    const lying = zip('model/data.pkl', Buffer.alloc(2 ** 28), 1000);
    const file = path.join(folderWith({ 'model.pt': lying }), 'model.pt');
    expect(() => ZipArchive.use(file, (archive) => archive.read('model/data.pkl'))).toThrow(/larger than 1000 bytes/);
  });

  test('an ONNX file that promises gigabytes is cut off', () => {
    const graph = Buffer.from([0x3a, 0xff, 0xff, 0xff, 0xff, 0x07, 0x5a]); // field 7 of 2 GB, in it field 11
    expect(() => readOnnxGraph(path.join(folderWith({ 'model.onnx': graph }), 'model.onnx'))).toThrow(/is truncated/);
  });

  test('an example nested 20,000 deep is counted', () => {
    const data = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const input = `{"name":"image","datatype":"FP32","shape":[1,3,32,32],"data":${data}}`;
    expect(refusalOf(() => exampleOf(`{"request":{"inputs":[${input}]}}`))).toContain('got 0 values');
  });
});

/** An archive of one compressed member, which may lie about its size. */
function zip(name: string, content: Buffer, claimed = content.length): Buffer {
  const data = deflateRawSync(content, { level: 9 });
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10); // deflate
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(claimed, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(header.length + name.length + data.length, 16);
  return Buffer.concat([header, Buffer.from(name), data, entry, Buffer.from(name), end]);
}
