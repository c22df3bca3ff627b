import { countWithin } from '../../findings/limits';
import { DataType } from '../data-type';
import { WireField, WireFile } from './wire-file';

/** An input or output of an ONNX graph. */
export interface OnnxTensor {
  readonly name: string;
  /** What it is if it is not a tensor, such as `sequence`. */
  readonly otherType?: string;
  /** Undefined for what is not a tensor, and for element types that Triton does not have. */
  readonly dataType?: DataType;
  /** All dimensions, -1 for open ones; undefined for tensors of any rank. */
  readonly shape?: number[];
}

/** What an ONNX file takes and gives. */
export interface OnnxGraph {
  /** Version of the file format; undefined where the file does not say it. */
  readonly irVersion?: number;
  /** Operators that the file is written for: their versions by domain, `ai.onnx` among them. */
  readonly opsets: Map<string, number>;
  /** Inputs that a request has to give. */
  readonly inputs: OnnxTensor[];
  /** Inputs that have a default in the file. */
  readonly defaultedInputs: OnnxTensor[];
  readonly outputs: OnnxTensor[];
  /** Files beside the model that hold weights. */
  readonly externalFiles: string[];
}

/** Numbers of `TensorProto.DataType` (onnx/onnx, onnx.proto). */
const DATA_TYPES: { [elementType: string]: DataType } = {
  1: DataType.FP32,
  2: DataType.UINT8,
  3: DataType.INT8,
  4: DataType.UINT16,
  5: DataType.INT16,
  6: DataType.INT32,
  7: DataType.INT64,
  8: DataType.STRING,
  9: DataType.BOOL,
  10: DataType.FP16,
  11: DataType.FP64,
  12: DataType.UINT32,
  13: DataType.UINT64,
  16: DataType.BF16,
};

/** Field numbers of the messages that are read (onnx/onnx, onnx.proto). */
const MODEL = { irVersion: 1, graph: 7, opset: 8 };
const OPSET = { domain: 1, version: 2 };
const GRAPH = { initializer: 5, input: 11, output: 12, sparseInitializer: 15 };
const SPARSE_TENSOR = { values: 1 };
const TENSOR = { name: 8, externalData: 13 };
const ENTRY = { key: 1, value: 2 };
const VALUE_INFO = { name: 1, type: 2 };
const TYPE = { tensorType: 1 };
/** The other types, by their field numbers. */
const OTHER_TYPES: { [field: number]: string } = { 4: 'sequence', 5: 'map', 8: 'sparse tensor', 9: 'optional' };
const TENSOR_TYPE = { elementType: 1, shape: 2 };
const SHAPE = { dim: 1 };
const DIM = { value: 1 };

/**
 * Reads inputs and outputs of an ONNX file, skipping nodes and weights.
 *
 * @throws when the file is no ONNX model
 */
export function readOnnxGraph(file: string): OnnxGraph {
  return WireFile.use(file, (wire) => {
    if (wire.size === 0) throw new Error('it is empty (0 bytes)');
    const { graph, ...versions } = readModel(wire);
    if (!graph) throw new Error('it has no graph');
    const inputs: OnnxTensor[] = [];
    const outputs: OnnxTensor[] = [];
    const defaults = new Set<string>();
    const externalFiles = new Set<string>();
    for (const field of wire.fields(graph)) {
      countWithin('onnxTensors', inputs.length + outputs.length + defaults.size, file);
      if (field.number === GRAPH.input) inputs.push(readTensor(wire, field));
      if (field.number === GRAPH.output) outputs.push(readTensor(wire, field));
      const initializer = field.number === GRAPH.sparseInitializer ? last(wire, field, SPARSE_TENSOR.values) : field;
      if (initializer && (field.number === GRAPH.initializer || field.number === GRAPH.sparseInitializer)) {
        const { name, externalFile } = readInitializer(wire, initializer);
        defaults.add(name);
        if (externalFile !== undefined) externalFiles.add(externalFile);
      }
    }
    return {
      ...versions,
      inputs: inputs.filter(({ name }) => !defaults.has(name)),
      defaultedInputs: inputs.filter(({ name }) => defaults.has(name)),
      outputs,
      externalFiles: [...externalFiles],
    };
  });
}

function readModel(wire: WireFile): { graph?: WireField; irVersion?: number; opsets: Map<string, number> } {
  let graph: WireField | undefined;
  let irVersion: number | undefined;
  const opsets = new Map<string, number>();
  for (const field of wire.fields({ start: 0, end: wire.size })) {
    if (field.number === MODEL.graph) graph = field;
    if (field.number === MODEL.irVersion) irVersion = Number(field.value);
    // The empty domain is another name of ai.onnx.
    if (field.number === MODEL.opset) {
      opsets.set(textOf(wire, field, OPSET.domain) || 'ai.onnx', Number(last(wire, field, OPSET.version)?.value ?? 0));
    }
  }
  return { graph, irVersion, opsets };
}

function readInitializer(wire: WireFile, tensor: WireField): { name: string; externalFile?: string } {
  let name = '';
  let externalFile: string | undefined;
  for (const field of wire.fields(tensor)) {
    if (field.number === TENSOR.name) name = wire.text(field);
    if (field.number === TENSOR.externalData && textOf(wire, field, ENTRY.key) === 'location') {
      externalFile = textOf(wire, field, ENTRY.value);
    }
  }
  return { name, externalFile };
}

function readTensor(wire: WireFile, valueInfo: WireField): OnnxTensor {
  const name = textOf(wire, valueInfo, VALUE_INFO.name) ?? '';
  const type = last(wire, valueInfo, VALUE_INFO.type);
  const tensor = type && last(wire, type, TYPE.tensorType);
  if (!tensor) return { name, otherType: type && otherType(wire, type) };
  const elementType = last(wire, tensor, TENSOR_TYPE.elementType)?.value;
  const shape = last(wire, tensor, TENSOR_TYPE.shape);
  return { name, dataType: DATA_TYPES[String(elementType)], shape: shape && readShape(wire, shape) };
}

function otherType(wire: WireFile, type: WireField): string | undefined {
  for (const { number } of wire.fields(type)) {
    if (number in OTHER_TYPES) return OTHER_TYPES[number];
  }
  return undefined;
}

function readShape(wire: WireFile, shape: WireField): number[] {
  const dims: number[] = [];
  for (const field of wire.fields(shape)) {
    if (field.number !== SHAPE.dim) continue;
    dims.push(Number(BigInt.asIntN(64, last(wire, field, DIM.value)?.value ?? -1n)));
    countWithin('onnxDimensions', dims.length, 'a shape of the ONNX file');
  }
  return dims;
}

/** As protobuf has it, the last occurrence of a single field counts. */
function last(wire: WireFile, message: { start: number; end: number }, number: number): WireField | undefined {
  let found: WireField | undefined;
  for (const field of wire.fields(message)) {
    if (field.number === number) found = field;
  }
  return found;
}

function textOf(wire: WireFile, message: WireField, number: number): string | undefined {
  const field = last(wire, message, number);
  return field && wire.text(field);
}
