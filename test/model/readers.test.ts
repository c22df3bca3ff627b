import fsModule, * as fs from 'fs';
import { syncBuiltinESMExports } from 'module';
import * as path from 'path';
import { deflateRawSync } from 'zlib';
import fc from 'fast-check';
import { readForwardSignature } from '../../lib/model/folder/readers/torchscript';
import { readOnnxGraph } from '../../lib/model/folder/readers/onnx-graph';
import { ZipArchive } from '../../lib/model/folder/readers/zip-archive';
import { contentOf, fixture, folderWith } from './folders';
import { initializer, onnxBytes, onnxSequence, onnxTensor } from './onnx-bytes';

function fileOf(content: Buffer): string {
  return path.join(folderWith({ model: content }), 'model');
}

describe('the graph of an ONNX file', () => {
  const summary = (tensors: { name: string; dataType?: object; shape?: number[] }[]): string[] =>
    tensors.map(({ name, dataType, shape }) => `${name} ${dataType} [${shape}]`);

  test('contains the inputs and outputs that an exporter wrote', () => {
    const graph = readOnnxGraph(fixture('text.onnx'));
    expect(summary(graph.inputs)).toEqual(['token_ids TYPE_INT32 [-1,8]', 'attn_mask TYPE_INT32 [-1,8]']);
    expect(summary(graph.outputs)).toEqual(['logits TYPE_FP32 [-1,2]']);
  });

  test('separates inputs with a default value in the file from the required inputs', () => {
    const graph = readOnnxGraph(fixture('text-old-ir.onnx'));
    expect(graph.inputs.map(({ name }) => name)).toEqual(['token_ids', 'attn_mask']);
    expect(graph.defaultedInputs.map(({ name }) => name)).toEqual(['embedding.weight', 'head.weight', 'head.bias']);
    const sparse = onnxBytes({
      inputs: [onnxTensor('x', 1, [2]), onnxTensor('w', 1, [2])],
      sparse: [initializer('w')],
    });
    expect(readOnnxGraph(fileOf(sparse)).inputs.map(({ name }) => name)).toEqual(['x']);
  });

  test('supports scalars, tensors of any rank, and values that are not tensors', () => {
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

  test('lists the files with external weights', () => {
    const initializers = [
      initializer('a', { location: 'w.bin' }),
      initializer('b', { location: 'w.bin' }),
      initializer('c'),
    ];
    expect(readOnnxGraph(fileOf(onnxBytes({ initializers }))).externalFiles).toEqual(['w.bin']);
  });

  test('is read without reading the bytes of the weights', () => {
    // A sparse file with an initializer of 1.5 GB, followed by an input.
    const weightBytes = 1.5e9;
    const weightsHead = Buffer.from([0x4a, ...varint(weightBytes)]); // raw_data
    const tail = onnxBytes({ inputs: [onnxTensor('x', 1, [3])] });
    const graph = tail.subarray(2 + 2, tail.length - 4); // content of the graph field, without ir_version and opset
    const initializerHead = Buffer.from([0x2a, ...varint(weightsHead.length + weightBytes)]);
    const size = initializerHead.length + weightsHead.length + weightBytes + graph.length;
    const start = Buffer.concat([Buffer.from([0x3a, ...varint(size)]), initializerHead, weightsHead]);
    const file = fileOf(start);
    fs.truncateSync(file, start.length + weightBytes);
    fs.appendFileSync(file, graph);
    const read = jest.spyOn(fsModule, 'readSync');
    syncBuiltinESMExports();
    expect(readOnnxGraph(file).inputs.map(({ name }) => name)).toEqual(['x']);
    const readBytes = read.mock.results.reduce((sum, { value }) => sum + value, 0);
    read.mockRestore();
    syncBuiltinESMExports();
    expect(readBytes).toBeGreaterThan(0);
    expect(readBytes).toBeLessThan(1e6);
  });

  test('is read or rejected with an error for any bytes', () => {
    const complete = contentOf('text.onnx');
    const byteEdits = fc.array(fc.tuple(fc.nat(complete.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    const readOrError = (file: string): string => {
      try {
        return `read ${readOnnxGraph(file).inputs.length}`;
      } catch (error) {
        return String(error);
      }
    };
    fc.assert(
      fc.property(byteEdits, fc.nat(complete.length), (changes, length) => {
        const bytes = Buffer.from(complete.subarray(0, length));
        for (const [index, value] of changes) if (index < length) bytes[index] = value;
        expect(readOrError(fileOf(bytes))).toMatch(/^read \d|^Error: |^RangeError: premature EOF/);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the TorchScript signature', () => {
  test.each([
    ['text.pt', 'token_ids: Tensor, attn_mask: Tensor', 1],
    ['detector-traced.pt', 'image: Tensor', 2],
    ['dictionary.pt', 'features: Dict[str, Tensor]', 1],
    ['flag.pt', 'x: Tensor, y: Optional[Tensor], scale: int', 1],
  ])('in %s is forward(%s)', (name, signature, outputCount) => {
    const forward = readForwardSignature(fixture(name));
    expect(forward?.arguments.map((argument) => `${argument.name}: ${argument.type}`).join(', ')).toBe(signature);
    expect(forward?.outputCount).toBe(outputCount);
  });

  test('is undefined for files that are not TorchScript', () => {
    expect(readForwardSignature(fixture('text.onnx'))).toBeUndefined();
    expect(readForwardSignature(fileOf(Buffer.alloc(0)))).toBeUndefined();
    expect(readForwardSignature(fileOf(zip([{ name: 'a/data.pkl', content: 'no pickle' }])))).toBeUndefined();
  });

  test('is read or undefined for any bytes, without an error', () => {
    const complete = contentOf('text.pt');
    fc.assert(
      fc.property(fc.nat(complete.length - 1), fc.nat(255), fc.nat(complete.length), (index, value, length) => {
        const bytes = Buffer.from(complete.subarray(0, length));
        if (index < length) bytes[index] = value;
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
  ])('%s can be read', (_, zip64) => {
    const [names, contents, missing] = ZipArchive.use(fileOf(zip(members, zip64)), (archive) => [
      archive.members.map(({ name }) => name),
      members.map(({ name }) => archive.read(name)?.toString()),
      archive.read('none'),
    ]);
    expect(names).toEqual(['plain', 'packed']);
    expect(contents).toEqual(members.map(({ content }) => content));
    expect(missing).toBeUndefined();
  });

  test('is rejected if its beginning is missing; a file that is not a zip archive is rejected', () => {
    const open = (content: Buffer): unknown => ZipArchive.use(fileOf(content), (archive) => archive.members);
    expect(() => open(Buffer.from('something else'))).toThrow('it is not a zip archive');
    expect(() => open(zip(members).subarray(40))).toThrow(/truncated|damaged/);
  });
});

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** Creates a zip archive. With zip64, the archive contains as many 64-bit numbers as possible, like an archive of several gigabytes. */
function zip(members: { name: string; content: string; deflate?: boolean }[], zip64 = false): Buffer {
  const ZIP64_SENTINEL = 0xffffffff; // means that the 64-bit extra field or end record contains the value
  const directory: Buffer[] = [];
  const data: Buffer[] = [];
  let offset = 0;
  for (const { name, content, deflate = false } of members) {
    const uncompressed = Buffer.from(content);
    const memberData = deflate ? deflateRawSync(uncompressed) : uncompressed;
    const extra = zip64
      ? littleEndian([1, 2], [24, 2], [uncompressed.length, 8], [memberData.length, 8], [offset, 8])
      : Buffer.alloc(0);
    const localHeader = littleEndian([0x04034b50, 4], [0, 22], [name.length, 2], [0, 2]);
    const method: [number, number] = [deflate ? 8 : 0, 2];
    const sizes: [number, number][] = zip64
      ? [
          [ZIP64_SENTINEL, 4],
          [ZIP64_SENTINEL, 4],
        ]
      : [
          [memberData.length, 4],
          [uncompressed.length, 4],
        ];
    const directoryHeader = littleEndian(
      [0x02014b50, 4],
      [0, 6],
      method,
      [0, 8],
      ...sizes,
      [name.length, 2],
      [extra.length, 2],
      [0, 10],
      [zip64 ? ZIP64_SENTINEL : offset, 4],
    );
    directory.push(directoryHeader, Buffer.from(name), extra);
    data.push(localHeader, Buffer.from(name), memberData);
    offset += localHeader.length + name.length + memberData.length;
  }
  const centralDirectory = Buffer.concat(directory);
  const count = members.length;
  const end64 = littleEndian(
    [0x06064b50, 4],
    [44, 8],
    [0, 12],
    [count, 8],
    [count, 8],
    [centralDirectory.length, 8],
    [offset, 8],
  );
  const locator = littleEndian([0x07064b50, 4], [0, 4], [offset + centralDirectory.length, 8], [1, 4]);
  const end = littleEndian(
    [0x06054b50, 4],
    [0, 4],
    [count, 2],
    [count, 2],
    [centralDirectory.length, 4],
    [zip64 ? ZIP64_SENTINEL : offset, 4],
    [0, 2],
  );
  return Buffer.concat([...data, centralDirectory, ...(zip64 ? [end64, locator] : []), end]);
}

/** Encodes little-endian numbers. The second value of each pair is the width in bytes. */
function littleEndian(...values: [value: number, width: number][]): Buffer {
  return Buffer.concat(
    values.map(([value, width]) => {
      const buffer = Buffer.alloc(width);
      if (width <= 4) buffer.writeUIntLE(value, 0, width);
      else if (width === 8) buffer.writeBigUInt64LE(BigInt(value));
      return buffer;
    }),
  );
}
