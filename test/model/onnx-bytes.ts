import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** An encoded part of an ONNX file. From such parts, tests create ONNX files that exporters do not write. The field numbers are from onnx.proto. */
type Bytes = Uint8Array;

function message(...fields: [number: number, content: Bytes | string | number][]): Bytes {
  const writer = new BinaryWriter();
  for (const [number, content] of fields) {
    if (typeof content === 'number') writer.tag(number, WireType.Varint).int64(content);
    else if (typeof content === 'string') writer.tag(number, WireType.LengthDelimited).string(content);
    else writer.tag(number, WireType.LengthDelimited).bytes(content);
  }
  return writer.finish();
}

/** Encodes an input or output. -1 or a name is a variable dimension. Without a shape, the tensor has any rank. */
export function onnxTensor(name: string, elementType: number, shape?: (number | string)[]): Bytes {
  const dims = (shape ?? []).map((dim): [number, Bytes] => [
    1,
    typeof dim === 'string' || dim === -1 ? message([2, dim === -1 ? 'batch' : dim]) : message([1, dim]),
  ]);
  const tensorType = shape ? message([1, elementType], [2, message(...dims)]) : message([1, elementType]);
  return message([1, name], [2, message([1, tensorType])]);
}

/** Encodes an input or output that is a sequence instead of a tensor. */
export function onnxSequence(name: string): Bytes {
  return message([1, name], [2, message([4, message()])]);
}

/** Encodes weights, which are in the ONNX file or in an external file. */
export function initializer(name: string, external: { location?: string } = {}): Bytes {
  const { location } = external;
  const entries: [number, Bytes][] = location === undefined ? [] : [[13, message([1, 'location'], [2, location])]];
  return message([1, 1], [2, 1], [8, name], [9, new Uint8Array([0, 0, 128, 63])], ...entries, [14, location ? 1 : 0]);
}

/** Encodes a node. The value of an attribute is an integer, a list of integers, or a graph (a list of nodes). */
export function onnxNode(
  operator: string,
  inputs: string[],
  outputs: string[],
  attributes: Record<string, number | number[] | Bytes[]> = {},
  name?: string,
): Bytes {
  const [integerType, graphType, integersType] = [2, 5, 7]; // of AttributeProto
  const encode = (key: string, value: number | number[] | Bytes[]): Bytes => {
    if (typeof value === 'number') return message([1, key], [3, value], [20, integerType]);
    if (value.every((each) => typeof each === 'number'))
      return message([1, key], ...value.map((each): [number, number] => [8, each]), [20, integersType]);
    const nodes = value.map((node): [number, Bytes] => [1, node as Bytes]);
    return message([1, key], [6, message(...nodes)], [20, graphType]);
  };
  return message(
    ...inputs.map((input): [number, string] => [1, input]),
    ...outputs.map((output): [number, string] => [2, output]),
    ...(name === undefined ? [] : [[3, name] as [number, string]]),
    [4, operator],
    ...Object.entries(attributes).map(([key, value]): [number, Bytes] => [5, encode(key, value)]),
  );
}

/** Encodes a complete ONNX file. */
export function onnxBytes(
  graph: {
    inputs?: Bytes[];
    outputs?: Bytes[];
    initializers?: Bytes[];
    sparse?: Bytes[];
    nodes?: Bytes[];
  },
  irVersion = 8,
  opsets: { [domain: string]: number } = { '': 17 },
): Buffer {
  const { inputs = [], outputs = [], initializers = [], sparse = [], nodes = [] } = graph;
  const fields = (number: number, contents: Bytes[]): [number, Bytes][] => contents.map((content) => [number, content]);
  const graphBytes = message(
    ...fields(1, nodes),
    [2, 'graph'],
    ...fields(5, initializers),
    ...fields(11, inputs),
    ...fields(12, outputs),
    ...fields(
      15,
      sparse.map((values) => message([1, values])),
    ),
  );
  const imports = Object.entries(opsets).map(([domain, version]): [number, Bytes] => [
    8,
    domain === '' ? message([2, version]) : message([1, domain], [2, version]),
  ]);
  return Buffer.from(message([1, irVersion], [7, graphBytes], ...imports));
}
