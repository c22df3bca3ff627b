import fsModule, * as fs from 'fs';
import { syncBuiltinESMExports } from 'module';
import * as path from 'path';
import { deflateRawSync } from 'zlib';
import fc from 'fast-check';
import { readForwardSignature } from '../../lib/model/folder/readers/torchscript';
import { readOnnxGraph } from '../../lib/model/folder/readers/onnx-graph';
import { ZipArchive } from '../../lib/model/folder/readers/zip-archive';
import { varint, zip, zip64End, ZipEntry } from '../proofs/hostile/bytes';
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
    { name: 'plain', content: 'as it is', method: 0 },
    { name: 'packed', content: 'again and again '.repeat(100) },
  ];

  test.each([
    ['with 32-bit numbers', zip(members)],
    ['with 64-bit numbers', zipWith64BitNumbers(members)],
  ])('%s can be read', (_, content) => {
    const [names, contents, missing] = ZipArchive.use(fileOf(content), (archive) => [
      archive.members.map(({ name }) => name),
      members.map(({ name }) => archive.read(name)?.toString()),
      archive.read('none'),
    ]);
    expect(names).toEqual(['plain', 'packed']);
    expect(contents).toEqual(members.map(({ content }) => content));
    expect(missing).toBeUndefined();
  });

  test('with two members of the same name has the content of the first', () => {
    const content = zip([...members, { name: 'plain', content: 'later' }]);
    expect(ZipArchive.use(fileOf(content), (archive) => archive.read('plain')?.toString())).toBe('as it is');
  });

  test('is rejected if its beginning is missing; a file that is not a zip archive is rejected', () => {
    const open = (content: Buffer): unknown => ZipArchive.use(fileOf(content), (archive) => archive.members);
    expect(() => open(Buffer.from('something else'))).toThrow('it is not a zip archive');
    expect(() => open(zip(members).subarray(40))).toThrow(/truncated|damaged/);
  });
});

/** Creates a zip archive that contains as many 64-bit numbers as possible, like an archive of several gigabytes. */
function zipWith64BitNumbers(members: ZipEntry[]): Buffer {
  const claimed = 0xffffffff; // means that the 64-bit extra field or end record contains the value
  let offset = 0;
  const entries = members.map(({ name, content = '', method = 8 }) => {
    const raw = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const extra = Buffer.from([1, 0, 24, 0, ...Buffer.alloc(24)]);
    [content.length, raw.length, offset].forEach((value, index) =>
      extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index),
    );
    offset += 30 + name.length + raw.length;
    const claims = { claimedBytes: claimed, claimedCompressed: claimed, claimedOffset: claimed };
    return { name, content, method, raw, extra, ...claims };
  });
  const beforeEnd = (start: number, bytes: number): Buffer =>
    zip64End(start + bytes, BigInt(members.length), BigInt(bytes), BigInt(start));
  return zip(entries, { directoryOffset: claimed, beforeEnd });
}
