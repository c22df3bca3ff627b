import fsModule, * as fs from 'fs';
import { syncBuiltinESMExports } from 'module';
import * as path from 'path';
import { deflateRawSync } from 'zlib';
import fc from 'fast-check';
import { readForwardSignature } from '../../lib/model/readers/forward-signature';
import { readOnnxGraph } from '../../lib/model/readers/onnx-graph';
import { ZipArchive } from '../../lib/model/readers/zip-archive';
import { contentOf, fixture, folderWith } from './folders';
import { initializer, onnxBytes, onnxSequence, onnxTensor } from './onnx-bytes';

function fileOf(content: Buffer): string {
  return path.join(folderWith({ model: content }), 'model');
}

describe('the graph of an ONNX file', () => {
  const summary = (tensors: { name: string; dataType?: object; shape?: number[] }[]): string[] =>
    tensors.map(({ name, dataType, shape }) => `${name} ${dataType} [${shape}]`);

  test('has the inputs and outputs that an exporter wrote', () => {
    const graph = readOnnxGraph(fixture('text.onnx'));
    expect(summary(graph.inputs)).toEqual(['token_ids TYPE_INT32 [-1,8]', 'attn_mask TYPE_INT32 [-1,8]']);
    expect(summary(graph.outputs)).toEqual(['logits TYPE_FP32 [-1,2]']);
  });

  test('does not require inputs that have a value in the file', () => {
    const graph = readOnnxGraph(fixture('text-old-ir.onnx'));
    expect(graph.inputs.map(({ name }) => name)).toEqual(['token_ids', 'attn_mask']);
    expect(graph.defaultedInputs.map(({ name }) => name)).toEqual(['embedding.weight', 'head.weight', 'head.bias']);
    const sparse = onnxBytes({
      inputs: [onnxTensor('x', 1, [2]), onnxTensor('w', 1, [2])],
      sparse: [initializer('w')],
    });
    expect(readOnnxGraph(fileOf(sparse)).inputs.map(({ name }) => name)).toEqual(['x']);
  });

  test('knows scalars, tensors of any rank, and what is not a tensor', () => {
    const file = fileOf(
      onnxBytes({
        inputs: [
          onnxTensor('scalar', 7, []),
          onnxTensor('any', 7),
          onnxSequence('sequence'),
          onnxTensor('new', 99, [1]),
        ],
      }),
    );
    expect(readOnnxGraph(file).inputs).toEqual([
      { name: 'scalar', dataType: expect.objectContaining({ name: 'TYPE_INT64' }), shape: [] },
      { name: 'any', dataType: expect.objectContaining({ name: 'TYPE_INT64' }), shape: undefined },
      { name: 'sequence', otherType: 'sequence' },
      { name: 'new', dataType: undefined, shape: [1] },
    ]);
  });

  test('names the files that hold weights', () => {
    const initializers = [
      initializer('a', { location: 'w.bin' }),
      initializer('b', { location: 'w.bin' }),
      initializer('c'),
    ];
    expect(readOnnxGraph(fileOf(onnxBytes({ initializers }))).externalFiles).toEqual(['w.bin']);
  });

  test('is found without reading the weights', () => {
    // A sparse file: one initializer of 1.5 GB, then an input.
    const weights = 1.5e9;
    const head = Buffer.from([0x4a, ...varint(weights)]); // raw_data
    const tail = onnxBytes({ inputs: [onnxTensor('x', 1, [3])] });
    const graph = tail.subarray(2 + 2, tail.length - 4); // the content of the graph field between ir_version and opset
    const initializerHead = Buffer.from([0x2a, ...varint(head.length + weights)]);
    const size = initializerHead.length + head.length + weights + graph.length;
    const start = Buffer.concat([Buffer.from([0x3a, ...varint(size)]), initializerHead, head]);
    const file = fileOf(start);
    fs.truncateSync(file, start.length + weights);
    fs.appendFileSync(file, graph);
    const read = vi.spyOn(fsModule, 'readSync');
    syncBuiltinESMExports();
    expect(readOnnxGraph(file).inputs.map(({ name }) => name)).toEqual(['x']);
    const bytes = read.mock.results.reduce((sum, { value }) => sum + value, 0);
    read.mockRestore();
    syncBuiltinESMExports();
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(1e6);
  });

  test('is read, or refused for its content, whatever the bytes', () => {
    const whole = contentOf('text.onnx');
    const mutated = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    const outcome = (file: string): string => {
      try {
        return `read ${readOnnxGraph(file).inputs.length}`;
      } catch (error) {
        return String(error);
      }
    };
    fc.assert(
      fc.property(mutated, fc.nat(whole.length), (changes, length) => {
        const bytes = Buffer.from(whole.subarray(0, length));
        for (const [at, value] of changes) if (at < length) bytes[at] = value;
        expect(outcome(fileOf(bytes))).toMatch(/^read \d|^Error: |^RangeError: premature EOF/);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the signature of a TorchScript file', () => {
  test.each([
    ['text.pt', 'token_ids: Tensor, attn_mask: Tensor', 1],
    ['detector-traced.pt', 'image: Tensor', 2],
    ['dictionary.pt', 'features: Dict[str, Tensor]', 1],
    ['flag.pt', 'x: Tensor, y: Optional[Tensor], scale: int', 1],
  ])('of %s is forward(%s)', (name, signature, outputCount) => {
    const found = readForwardSignature(fixture(name));
    expect(found?.arguments.map((argument) => `${argument.name}: ${argument.type}`).join(', ')).toBe(signature);
    expect(found?.outputCount).toBe(outputCount);
  });

  test('is unknown for files of other kinds', () => {
    expect(readForwardSignature(fixture('text.onnx'))).toBeUndefined();
    expect(readForwardSignature(fileOf(Buffer.alloc(0)))).toBeUndefined();
    expect(readForwardSignature(fileOf(zip([{ name: 'a/data.pkl', content: 'no pickle' }])))).toBeUndefined();
  });

  test('is read, or unknown, whatever the bytes', () => {
    const whole = contentOf('text.pt');
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, value, length) => {
        const bytes = Buffer.from(whole.subarray(0, length));
        if (at < length) bytes[at] = value;
        expect(() => readForwardSignature(fileOf(bytes))).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });
});

describe('a zip archive', () => {
  const members = [
    { name: 'plain', content: 'as it is' },
    { name: 'packed', content: 'again and again '.repeat(100), deflate: true },
  ];

  test.each([
    ['with 32-bit numbers', false],
    ['with 64-bit numbers', true],
  ])('%s gives its members', (_, zip64) => {
    const [names, contents, none] = ZipArchive.use(fileOf(zip(members, zip64)), (archive) => [
      archive.members.map(({ name }) => name),
      members.map(({ name }) => archive.read(name)?.toString()),
      archive.read('none'),
    ]);
    expect(names).toEqual(['plain', 'packed']);
    expect(contents).toEqual(members.map(({ content }) => content));
    expect(none).toBeUndefined();
  });

  test('is refused when it is cut off, or something else', () => {
    const open = (content: Buffer): unknown => ZipArchive.use(fileOf(content), (archive) => archive.members);
    expect(() => open(Buffer.from('something else'))).toThrow('it is not a zip archive');
    expect(() => open(zip(members).subarray(40))).toThrow(/truncated|damaged/);
  });
});

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** A zip archive; with zip64, all numbers that can be are 64-bit ones, as in archives of gigabytes. */
function zip(members: { name: string; content: string; deflate?: boolean }[], zip64 = false): Buffer {
  const deferred = 0xffffffff;
  const directory: Buffer[] = [];
  const data: Buffer[] = [];
  let offset = 0;
  for (const { name, content, deflate = false } of members) {
    const plain = Buffer.from(content);
    const stored = deflate ? deflateRawSync(plain) : plain;
    const extra = zip64
      ? numbers([1, 2], [24, 2], [plain.length, 8], [stored.length, 8], [offset, 8])
      : Buffer.alloc(0);
    const local = numbers([0x04034b50, 4], [0, 22], [name.length, 2], [0, 2]);
    const method: [number, number] = [deflate ? 8 : 0, 2];
    const sizes: [number, number][] = zip64
      ? [
          [deferred, 4],
          [deferred, 4],
        ]
      : [
          [stored.length, 4],
          [plain.length, 4],
        ];
    const header = numbers(
      [0x02014b50, 4],
      [0, 6],
      method,
      [0, 8],
      ...sizes,
      [name.length, 2],
      [extra.length, 2],
      [0, 10],
      [zip64 ? deferred : offset, 4],
    );
    directory.push(header, Buffer.from(name), extra);
    data.push(local, Buffer.from(name), stored);
    offset += local.length + name.length + stored.length;
  }
  const listing = Buffer.concat(directory);
  const count = members.length;
  const end64 = numbers([0x06064b50, 4], [44, 8], [0, 12], [count, 8], [count, 8], [listing.length, 8], [offset, 8]);
  const locator = numbers([0x07064b50, 4], [0, 4], [offset + listing.length, 8], [1, 4]);
  const end = numbers(
    [0x06054b50, 4],
    [0, 4],
    [count, 2],
    [count, 2],
    [listing.length, 4],
    [zip64 ? deferred : offset, 4],
    [0, 2],
  );
  return Buffer.concat([...data, listing, ...(zip64 ? [end64, locator] : []), end]);
}

/** Little-endian numbers, each with its width. */
function numbers(...values: [value: number, width: number][]): Buffer {
  return Buffer.concat(
    values.map(([value, width]) => {
      const buffer = Buffer.alloc(width);
      if (width <= 4) buffer.writeUIntLE(value, 0, width);
      else if (width === 8) buffer.writeBigUInt64LE(BigInt(value));
      return buffer;
    }),
  );
}
