import { BinaryReader } from '@bufbuild/protobuf/wire';
import { requireCountWithin } from '../../../findings/limits';
import type { Dimension } from './onnx-dimensions';
import { lastField, textOf } from './onnx-graph';
import { WireField, WireFile } from './wire-file';

/** A tensor in the file. Only short tensors of integers have values. */
export interface OnnxConstant {
  readonly dims: number[];
  readonly values?: number[];
}

/** A node with what determines the shapes of its outputs. */
export interface OnnxOperation {
  /** Name of the operator, with its domain unless the domain is ai.onnx. */
  readonly operator: string;
  readonly inputs: string[];
  readonly outputs: string[];
  /** Attributes that are integers or lists of integers. */
  readonly attributes: Map<string, number[]>;
  /** Value of a node `Constant`. */
  readonly constant?: OnnxConstant;
}

/** The nodes of a graph, in the order of their execution, and the tensors whose shapes are in the file. */
export interface OnnxOperations {
  readonly operations: OnnxOperation[];
  readonly inputs: Map<string, Dimension[]>;
  readonly constants: Map<string, OnnxConstant>;
  /** Shapes that the file declares for results of nodes. */
  readonly declared: Map<string, Dimension[]>;
}

/** Field numbers of the messages (onnx/onnx, onnx.proto). */
const MODEL_FIELDS = { graph: 7 };
const GRAPH_FIELDS = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 };
const NODE_FIELDS = { input: 1, output: 2, operator: 4, attribute: 5, domain: 7 };
const ATTRIBUTE_FIELDS = { name: 1, integer: 3, tensor: 5, integers: 8 };
const TENSOR_FIELDS = { dims: 1, dataType: 2, int64: 7, name: 8, raw: 9 };
const VALUE_INFO_FIELDS = { name: 1, type: 2 };
const DIM_FIELDS = { value: 1, name: 2 };
const INT64 = 7;
const INT64_BYTES = 8;

/** Tensors with more bytes have no values, because they are weights and not shapes. */
const MAX_VALUE_BYTES = 512;

/**
 * Reads the nodes of an ONNX file, without weights and without the graphs of `If` and `Loop`.
 *
 * @throws if the file is not an ONNX model
 */
export function readOnnxOperations(file: string): OnnxOperations {
  return WireFile.use(file, (wire) => {
    const result: OnnxOperations = { operations: [], inputs: new Map(), constants: new Map(), declared: new Map() };
    const graph = lastField(wire, { start: 0, end: wire.size }, MODEL_FIELDS.graph);
    for (const field of graph ? wire.fields(graph) : []) {
      if (field.number === GRAPH_FIELDS.node) result.operations.push(readOperation(wire, field));
      if (field.number === GRAPH_FIELDS.initializer)
        result.constants.set(textOf(wire, field, TENSOR_FIELDS.name) ?? '', readConstant(wire, field));
      if (field.number === GRAPH_FIELDS.input) addShape(wire, field, result.inputs);
      if (field.number === GRAPH_FIELDS.output || field.number === GRAPH_FIELDS.valueInfo)
        addShape(wire, field, result.declared);
    }
    return result;
  });
}

function readOperation(wire: WireFile, node: WireField): OnnxOperation {
  const [inputs, outputs]: string[][] = [[], []];
  let [operator, domain] = ['', ''];
  const attributes = new Map<string, number[]>();
  let constant: OnnxConstant | undefined;
  for (const field of wire.fields(node)) {
    if (field.number === NODE_FIELDS.input) inputs.push(wire.text(field));
    if (field.number === NODE_FIELDS.output) outputs.push(wire.text(field));
    if (field.number === NODE_FIELDS.operator) operator = wire.text(field);
    if (field.number === NODE_FIELDS.domain) domain = wire.text(field);
    if (field.number !== NODE_FIELDS.attribute) continue;
    const tensor = lastField(wire, field, ATTRIBUTE_FIELDS.tensor);
    if (tensor) constant = readConstant(wire, tensor);
    const numbers = [
      ...readIntegers(wire, field, ATTRIBUTE_FIELDS.integer),
      ...readIntegers(wire, field, ATTRIBUTE_FIELDS.integers),
    ];
    attributes.set(textOf(wire, field, ATTRIBUTE_FIELDS.name) ?? '', numbers);
  }
  const name = ['', 'ai.onnx'].includes(domain) ? operator : `${domain}.${operator}`;
  return { operator: name, inputs, outputs, attributes, constant };
}

function readConstant(wire: WireFile, tensor: WireField): OnnxConstant {
  const dims = readIntegers(wire, tensor, TENSOR_FIELDS.dims);
  const isShort = tensor.end - tensor.start <= MAX_VALUE_BYTES;
  if (!isShort || Number(lastField(wire, tensor, TENSOR_FIELDS.dataType)?.value) !== INT64) return { dims };
  const raw = lastField(wire, tensor, TENSOR_FIELDS.raw);
  if (!raw) return { dims, values: readIntegers(wire, tensor, TENSOR_FIELDS.int64) };
  const bytes = wire.content(raw);
  const count = Math.floor(bytes.length / INT64_BYTES);
  return {
    dims,
    values: Array.from({ length: count }, (_, index) => Number(bytes.readBigInt64LE(index * INT64_BYTES))),
  };
}

/** Integers of a repeated field, which can be packed. */
function readIntegers(wire: WireFile, message: WireField, number: number): number[] {
  const integers: number[] = [];
  for (const field of wire.fields(message)) {
    if (field.number !== number) continue;
    if (field.value !== undefined) integers.push(Number(BigInt.asIntN(64, field.value)));
    else {
      const reader = new BinaryReader(wire.content(field));
      while (reader.pos < reader.len) integers.push(Number(reader.int64()));
    }
  }
  return integers;
}

/** Adds the shape of an input, or of a declared result. */
function addShape(wire: WireFile, info: WireField, shapes: Map<string, Dimension[]>): void {
  const name = textOf(wire, info, VALUE_INFO_FIELDS.name) ?? '';
  // ValueInfoProto.type, TypeProto.tensor_type, Tensor.shape
  let shape: WireField | undefined = info;
  for (const number of [VALUE_INFO_FIELDS.type, 1, 2]) shape = shape && lastField(wire, shape, number);
  if (!shape) return;
  const dims: Dimension[] = [];
  for (const field of wire.fields(shape)) {
    requireCountWithin('onnxDimensions', dims.length, 'a shape of the ONNX file');
    const value = lastField(wire, field, DIM_FIELDS.value)?.value;
    const variable = textOf(wire, field, DIM_FIELDS.name) || `${name}[${dims.length}]`;
    dims.push(value === undefined ? variable : Number(BigInt.asIntN(64, value)));
  }
  shapes.set(name, dims);
}
