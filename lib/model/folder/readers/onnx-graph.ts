import { requireCountWithin } from '../../../findings/limits';
import { DataType } from '../../values/data-type';
import { WireField, WireFile } from './wire-file';

/** An input or output of an ONNX graph. */
export interface OnnxTensor {
  readonly name: string;
  /** Type of a value that is not a tensor, such as `sequence`. */
  readonly otherType?: string;
  /** Undefined for values that are not tensors, and for data types that Triton does not support. */
  readonly dataType?: DataType;
  /** All dimensions. -1 is a variable dimension. Undefined for tensors of any rank. */
  readonly shape?: number[];
}

/** Inputs, outputs and versions of an ONNX file. */
export interface OnnxGraph {
  /** Version of the file format. Undefined if the file does not contain the version. */
  readonly irVersion?: number;
  /** Versions of the operator sets by domain, including `ai.onnx`. */
  readonly opsets: Map<string, number>;
  /** Inputs that a request must contain. */
  readonly inputs: OnnxTensor[];
  /** Inputs with a default value in the file. */
  readonly defaultedInputs: OnnxTensor[];
  readonly outputs: OnnxTensor[];
  /** The names of the variable dimensions of inputs and outputs, by tensor and position. */
  readonly sizeNames: Map<string, (string | undefined)[]>;
  /** Relative paths of files with external weights. */
  readonly externalFiles: string[];
}

/** Values of `TensorProto.DataType` (onnx/onnx, onnx.proto). */
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

/** Field numbers of the messages (onnx/onnx, onnx.proto). */
const MODEL_FIELDS = { irVersion: 1, graph: 7, opset: 8 };
const OPSET_FIELDS = { domain: 1, version: 2 };
const GRAPH_FIELDS = { initializer: 5, input: 11, output: 12, sparseInitializer: 15 };
const SPARSE_TENSOR_FIELDS = { values: 1 };
const TENSOR_FIELDS = { name: 8, externalData: 13 };
const ENTRY_FIELDS = { key: 1, value: 2 };
const VALUE_INFO_FIELDS = { name: 1, type: 2 };
const TYPE_FIELDS = { tensorType: 1 };
/** Types other than tensors, by field number. */
const OTHER_TYPES: { [field: number]: string } = { 4: 'sequence', 5: 'map', 8: 'sparse tensor', 9: 'optional' };
const TENSOR_TYPE_FIELDS = { elementType: 1, shape: 2 };
const SHAPE_FIELDS = { dim: 1 };
const DIM_FIELDS = { value: 1, name: 2 };

/**
 * Reads inputs and outputs of an ONNX file, without nodes and weights.
 *
 * @throws if the file is not an ONNX model
 */
export function readOnnxGraph(file: string): OnnxGraph {
  return WireFile.use(file, (wire) => {
    if (wire.size === 0) throw new Error('it is empty (0 bytes)');
    const { graph, ...versions } = readModel(wire);
    if (!graph) throw new Error('it has no graph');
    const inputs: OnnxTensor[] = [];
    const outputs: OnnxTensor[] = [];
    const sizeNames: OnnxGraph['sizeNames'] = new Map();
    const initializedNames = new Set<string>();
    const externalFiles = new Set<string>();
    for (const field of wire.fields(graph)) {
      requireCountWithin('onnxTensors', inputs.length + outputs.length + initializedNames.size, file);
      if (field.number === GRAPH_FIELDS.input) inputs.push(readTensor(wire, field, sizeNames));
      if (field.number === GRAPH_FIELDS.output) outputs.push(readTensor(wire, field, sizeNames));
      const initializer =
        field.number === GRAPH_FIELDS.sparseInitializer ? lastField(wire, field, SPARSE_TENSOR_FIELDS.values) : field;
      if (
        initializer &&
        (field.number === GRAPH_FIELDS.initializer || field.number === GRAPH_FIELDS.sparseInitializer)
      ) {
        const { name, externalFile } = readInitializer(wire, initializer);
        initializedNames.add(name);
        if (externalFile !== undefined) externalFiles.add(externalFile);
      }
    }
    return {
      ...versions,
      inputs: inputs.filter(({ name }) => !initializedNames.has(name)),
      defaultedInputs: inputs.filter(({ name }) => initializedNames.has(name)),
      outputs,
      sizeNames,
      externalFiles: [...externalFiles],
    };
  });
}

function readModel(wire: WireFile): { graph?: WireField; irVersion?: number; opsets: Map<string, number> } {
  let graph: WireField | undefined;
  let irVersion: number | undefined;
  const opsets = new Map<string, number>();
  for (const field of wire.fields({ start: 0, end: wire.size })) {
    if (field.number === MODEL_FIELDS.graph) graph = field;
    if (field.number === MODEL_FIELDS.irVersion) irVersion = Number(field.value);
    // The empty domain is an alias of ai.onnx.
    if (field.number === MODEL_FIELDS.opset) {
      opsets.set(
        textOf(wire, field, OPSET_FIELDS.domain) || 'ai.onnx',
        Number(lastField(wire, field, OPSET_FIELDS.version)?.value ?? 0),
      );
    }
  }
  return { graph, irVersion, opsets };
}

function readInitializer(wire: WireFile, tensor: WireField): { name: string; externalFile?: string } {
  let name = '';
  let externalFile: string | undefined;
  for (const field of wire.fields(tensor)) {
    if (field.number === TENSOR_FIELDS.name) name = wire.text(field);
    if (field.number === TENSOR_FIELDS.externalData && textOf(wire, field, ENTRY_FIELDS.key) === 'location') {
      externalFile = textOf(wire, field, ENTRY_FIELDS.value);
    }
  }
  return { name, externalFile };
}

function readTensor(wire: WireFile, valueInfo: WireField, sizeNames: OnnxGraph['sizeNames']): OnnxTensor {
  const name = textOf(wire, valueInfo, VALUE_INFO_FIELDS.name) ?? '';
  const type = lastField(wire, valueInfo, VALUE_INFO_FIELDS.type);
  const tensor = type && lastField(wire, type, TYPE_FIELDS.tensorType);
  if (!tensor) return { name, otherType: type && otherType(wire, type) };
  const elementType = lastField(wire, tensor, TENSOR_TYPE_FIELDS.elementType)?.value;
  const shape = lastField(wire, tensor, TENSOR_TYPE_FIELDS.shape);
  const dims = shape && readShape(wire, shape);
  sizeNames.set(name, dims?.map((dim) => dim.name) ?? []);
  return { name, dataType: DATA_TYPES[String(elementType)], shape: dims?.map(({ size }) => size) };
}

function otherType(wire: WireFile, type: WireField): string | undefined {
  for (const { number } of wire.fields(type)) {
    if (number in OTHER_TYPES) return OTHER_TYPES[number];
  }
  return undefined;
}

function readShape(wire: WireFile, shape: WireField): { size: number; name?: string }[] {
  const dims: { size: number; name?: string }[] = [];
  for (const field of wire.fields(shape)) {
    if (field.number !== SHAPE_FIELDS.dim) continue;
    const size = Number(BigInt.asIntN(64, lastField(wire, field, DIM_FIELDS.value)?.value ?? -1n));
    dims.push({ size, name: size === -1 ? textOf(wire, field, DIM_FIELDS.name) || undefined : undefined });
    requireCountWithin('onnxDimensions', dims.length, 'a shape of the ONNX file');
  }
  return dims;
}

/** Finds the last occurrence of a field. In protobuf, the last occurrence of a non-repeated field takes precedence. */
export function lastField(
  wire: WireFile,
  message: { start: number; end: number },
  number: number,
): WireField | undefined {
  let lastFound: WireField | undefined;
  for (const field of wire.fields(message)) {
    if (field.number === number) lastFound = field;
  }
  return lastFound;
}

export function textOf(wire: WireFile, message: WireField, number: number): string | undefined {
  const field = lastField(wire, message, number);
  return field && wire.text(field);
}
