import * as fc from 'fast-check';
import { readResponse } from '../../lib/client/protocol/decode';
import { TensorElements, fromBytes, toBytes } from '../../lib/client/protocol/elements';
import { binaryRequest } from '../../lib/client/protocol/encode';

const integers = (bits: number, signed: boolean): fc.Arbitrary<number> =>
  fc.integer({ min: signed ? -(2 ** (bits - 1)) : 0, max: signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1 });

/** Values that a type can represent exactly. */
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  BOOL: fc.boolean(),
  UINT8: integers(8, false),
  UINT16: integers(16, false),
  UINT32: integers(32, false),
  UINT64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  INT8: integers(8, true),
  INT16: integers(16, true),
  INT32: integers(32, true),
  INT64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  FP16: fc.integer({ min: -2048, max: 2048 }),
  BF16: fc.integer({ min: -256, max: 256 }),
  FP32: fc.float(),
  FP64: fc.double(),
  BYTES: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
};

test.each(Object.entries(VALUES))(
  'elements of %s are unchanged after encoding and decoding, at any offset',
  (dataType, value) => {
    fc.assert(
      fc.property(fc.array(value), fc.nat(7), (elements, offset) => {
        const bytes = toBytes(elements, dataType);
        const bytesAtOffset = new Uint8Array(offset + bytes.length).subarray(offset);
        bytesAtOffset.set(bytes);
        expect(Array.from(fromBytes(bytesAtOffset, dataType))).toEqual(elements);
      }),
    );
  },
);

test.each<[string, TensorElements, string]>([
  ['FP16', [1, -2, 0.333251953125, 65504], '003c00c055 35ff7b'],
  ['BF16', [1, -2, 3.140625, 1e38], '803f00c049409 67e'],
  ['BF16', [1.00390625, NaN], '803fc07f'], // round half to even
  ['BYTES', ['ab', ''], '02000000616200000000'],
  ['BOOL', [true, false], '0100'],
  ['INT64', [-2, '9007199254740993'], 'feffffffffffffff0100000000002000'],
])('elements of %s have Triton’s memory layout', (dataType, elements, hex) => {
  expect(Buffer.from(toBytes(elements, dataType)).toString('hex')).toBe(hex.replaceAll(' ', ''));
});

test('a string that is longer than the data is rejected', () => {
  expect(() => fromBytes(Buffer.from('0300000061', 'hex'), 'BYTES')).toThrow('a string of 3 bytes is truncated');
});

test('a typed array is copied once for a request, and not for a response', () => {
  const elements = Float32Array.of(1, 2, 3);
  expect(toBytes(elements, 'FP32').buffer).toBe(elements.buffer);
  const { body } = binaryRequest({}, [{ name: 'image', datatype: 'FP32', shape: [3], elements }]);
  const inputBytes = body.subarray(body.byteLength - elements.byteLength);
  const view = fromBytes(inputBytes, 'FP32') as Float32Array;
  expect(view.buffer).toBe(body.buffer);
  expect(view).toEqual(elements);
});

test('a response can contain outputs in both formats', () => {
  const outputs = [
    { name: 'label', datatype: 'BYTES', shape: [1], data: ['cat'] },
    { name: 'score', datatype: 'FP32', shape: [1], parameters: { binary_data_size: 4 } },
  ];
  const json = Buffer.from(JSON.stringify({ outputs }));
  const contentType = `application/vnd.sagemaker-triton.binary+json;json-header-size=${json.length}`;
  const body = Buffer.concat([json, toBytes([0.5], 'FP32')]);
  expect(readResponse({ contentType, body }).outputs.map(({ elements }) => Array.from(elements))).toEqual([
    ['cat'],
    [0.5],
  ]);
});
