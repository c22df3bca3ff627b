import { broadcast, Dimension, only, quotient, Shape, sum } from './onnx-dimensions';
import { readOnnxGraph } from './onnx-graph';
import { OnnxOperation, readOnnxOperations } from './onnx-operations';

/** What determines the shapes of the outputs of a node. */
interface Node extends OnnxOperation {
  /** Shapes of the inputs. */
  readonly shapes: Shape[];
  /** Values of the inputs that are integers, such as the shape of a `Reshape`. */
  readonly values: Shape[];
}

/** Older operators combine the shapes of their inputs in other ways. */
const FIRST_OPSET = 8;

/** Longer shapes are not used, because each node of a file can double a list. */
const MAX_RANK = 64;

/** Operators whose first output has the shape of the first input. */
const SAME_SHAPE = new Set(
  (
    'Abs Acos Asin Atan BatchNormalization Bernoulli BitwiseNot Cast Ceil Celu Clip Cos Cosh CumSum DequantizeLinear Dropout Elu Erf Exp ' +
    'Floor Gelu GroupNormalization HardSigmoid HardSwish Hardmax Identity InstanceNormalization IsInf IsNaN LayerNormalization LeakyRelu ' +
    'Log LogSoftmax LpNormalization LRN MeanVarianceNormalization Mish Neg Not PRelu QuantizeLinear Reciprocal Relu Round ' +
    'ScatterElements ScatterND Selu Shrink Sigmoid Sign Sin Sinh Softmax Softplus Softsign Sqrt Swish Tan Tanh ThresholdedRelu Trilu ' +
    'ai.onnx.ml.Imputer ai.onnx.ml.Normalizer ai.onnx.ml.Scaler'
  ).split(' '),
);

/** Operators whose inputs are extended to one shape. */
const BROADCAST = new Set(
  (
    'Add And BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Mul Or Pow Sub Sum ' +
    'Where Xor'
  ).split(' '),
);

/** Operators that keep the batch dimension and, except convolutions, the channels, and change all others. */
const POOLS = new Set('AveragePool GlobalAveragePool GlobalLpPool GlobalMaxPool LpPool MaxPool'.split(' '));
const CONVOLUTIONS = new Set(['Conv', 'ConvTranspose']);

/** Operators that exporters of scikit-learn write. */
const TREES_AND_LINEAR_MODELS = /^ai\.onnx\.ml\.(Linear|SVM|TreeEnsemble)(Classifier|Regressor)$/;

const REDUCTIONS = /^Reduce(L1|L2|LogSum|LogSumExp|Max|Mean|Min|Prod|Sum|SumSquare)$/;

/** Operators that need more than the shape of the first input, with the shapes of all their outputs. */
const OPERATORS = new Map<string, (node: Node, output: number) => Shape>(
  Object.entries({
    Constant: ({ constant }) => constant?.dims,
    Shape: ({ shapes: [x] }) => x && [x.length],
    MatMul: ({ shapes: [a, b] }) => {
      if (!a || !b || a.length < 2 || b.length < 2) return undefined;
      const batch = broadcast([a.slice(0, -2), b.slice(0, -2)]);
      return batch && [...batch, a[a.length - 2], b[b.length - 1]];
    },
    Gemm: (node) => {
      const [a, b] = node.shapes;
      return [a?.[attribute(node, 'transA', 0)], b?.[1 - attribute(node, 'transB', 0)]];
    },
    Flatten: (node) => {
      const [x] = node.shapes;
      const axis = x && position(attribute(node, 'axis', 1), x.length);
      return [quotient(x?.slice(0, axis)), quotient(x?.slice(axis))];
    },
    Transpose: ({ shapes: [x], attributes }) =>
      x && (attributes.get('perm')?.map((axis) => x[axis]) ?? [...x].reverse()),
    Concat: (node) => {
      const rank = node.shapes.find((shape) => shape)?.length;
      if (rank === undefined || node.shapes.some((shape) => shape?.length !== rank)) return undefined;
      const axis = position(attribute(node, 'axis', 0), rank);
      return Array.from({ length: rank }, (_, index) => {
        const dims = node.shapes.map((shape) => shape?.[index]);
        return index === axis ? sum(dims) : (dims.find((dim) => typeof dim === 'number') ?? only(dims));
      });
    },
    Reshape: (node) => {
      const [[x], [, target]] = [node.shapes, node.values];
      if (!target || attribute(node, 'allowzero', 0) !== 0) return undefined;
      const dims = target.map((dim, index) => (dim === 0 ? x?.[index] : dim));
      const others = dims.filter((dim) => dim !== -1);
      const rest = quotient(x, others);
      // A shape that fits only some sizes of the input can have a fixed size, which ONNX Runtime infers.
      const isFit = others.length < dims.length ? rest !== undefined : rest === 1;
      return dims.map((dim) => (dim === -1 ? rest : typeof dim === 'number' || isFit ? dim : undefined));
    },
    Gather: (node) => {
      const [x, indices] = node.shapes;
      const axis = x && position(attribute(node, 'axis', 0), x.length);
      return x && indices && axis !== undefined ? [...x.slice(0, axis), ...indices, ...x.slice(axis + 1)] : undefined;
    },
    Unsqueeze: (node) => {
      const [[x], axes] = [node.shapes, axesOf(node)];
      if (!x || !axes) return undefined;
      const rank = x.length + axes.length;
      const [positions, rest] = [axes.map((axis) => position(axis, rank)), [...x]];
      return Array.from({ length: rank }, (_, index) => (positions.includes(index) ? 1 : rest.shift()));
    },
    Slice: (node) => {
      const count = (node.attributes.get('starts') ?? node.values[1])?.length;
      const axes =
        axesOf(node, 3) ?? (node.inputs.length > 3 || count === undefined ? undefined : [...Array(count).keys()]);
      return changed(node, axes);
    },
    Split: (node) => changed(node, [attribute(node, 'axis', 0)]),
    TopK: (node) => changed(node, [attribute(node, 'axis', -1)]),
    Squeeze: (node) => reduced(node, axesOf(node), false),
    ArgMax: (node) => reduced(node, [attribute(node, 'axis', 0)], attribute(node, 'keepdims', 1) === 1),
    ArgMin: (node) => reduced(node, [attribute(node, 'axis', 0)], attribute(node, 'keepdims', 1) === 1),
    Resize: ({ shapes: [x], values }) => values[3] ?? x?.map(() => undefined),
    Expand: ({ shapes: [x], values }) => broadcast([x, values[1]]),
    ConstantOfShape: ({ values }) => values[0],
    LSTM: recurrent,
    GRU: recurrent,
    RNN: recurrent,
    NonZero: ({ shapes: [x], outputs: [name] }) => [x?.length, isVariable(x) ? `${name}[1]` : undefined],
    NonMaxSuppression: ({ shapes: [x], outputs: [name] }) => [isVariable(x) ? `${name}[0]` : undefined, 3],
  }),
);

/** Whether a tensor depends on a request for certain. ONNX Runtime computes all others when it loads the graph. */
function isVariable(shape: Shape): boolean {
  return shape?.some((dim) => typeof dim === 'string') ?? false;
}

/** Shapes of the output, the last state and the last cell. */
function recurrent(node: Node, output: number): Shape {
  const [[steps, batch] = []] = node.shapes;
  if (attribute(node, 'layout', 0) !== 0) return undefined;
  return output === 0 ? [steps, undefined, batch, undefined] : [undefined, batch, undefined];
}

/**
 * Reads the shapes of the tensors in an ONNX file, as far as they follow from the inputs. A dimension with a name varies from request to
 * request, so no version of ONNX Runtime can infer a fixed size.
 *
 * @throws if the file is not an ONNX model
 */
export function readOnnxShapes(file: string): Map<string, Dimension[]> {
  if ((readOnnxGraph(file).opsets.get('ai.onnx') ?? 0) < FIRST_OPSET) return new Map();
  const { operations, inputs, constants, declared } = readOnnxOperations(file);
  const shapes = new Map<string, Shape>([
    ...inputs,
    ...[...constants].map(([name, { dims }]) => [name, dims] as const),
  ]);
  const values = new Map<string, Shape>([...constants].map(([name, constant]) => [name, constant.values]));
  for (const operation of operations) {
    const read = (from: Map<string, Shape>): Shape[] => operation.inputs.map((name) => from.get(name));
    const node = { ...operation, shapes: read(shapes), values: read(values) };
    for (const [index, name] of operation.outputs.entries())
      shapes.set(name, withDeclared(unlessLong(shapeOf(node, index)), declared.get(name)));
    values.set(operation.outputs[0], unlessLong(valuesOf(node)));
  }
  return new Map([...shapes].filter((entry): entry is [string, Dimension[]] => entry[1] !== undefined));
}

function unlessLong(dims: Shape): Shape {
  return dims && dims.length > MAX_RANK ? undefined : dims;
}

/** ONNX Runtime takes the fixed sizes that the file declares, even if they contradict the nodes. */
function withDeclared(shape: Shape, declared: Shape): Shape {
  const sizes = declared?.map((dim) => (typeof dim === 'number' ? dim : undefined));
  return shape && sizes?.length === shape.length ? shape.map((dim, index) => sizes[index] ?? dim) : (sizes ?? shape);
}

function shapeOf(node: Node, output: number): Shape {
  const { operator, shapes } = node;
  const [x, weights] = shapes;
  const operatorShape = OPERATORS.get(operator);
  if (operatorShape) return operatorShape(node, output);
  if (TREES_AND_LINEAR_MODELS.test(operator))
    return x?.length === 2 ? (operator.endsWith('Classifier') && output === 0 ? [x[0]] : [x[0], undefined]) : undefined;
  if (output > 0) return undefined;
  if (SAME_SHAPE.has(operator)) return x;
  if (BROADCAST.has(operator)) return broadcast(shapes);
  if (POOLS.has(operator)) return x?.map((dim, index) => (index < 2 ? dim : undefined));
  if (CONVOLUTIONS.has(operator))
    return x?.map((dim, index) => [dim, operator === 'Conv' ? weights?.[0] : undefined][index]);
  if (REDUCTIONS.test(operator)) {
    const axes = node.inputs.length > 1 || node.attributes.has('axes') ? axesOf(node) : [];
    if (axes?.length === 0 && attribute(node, 'noop_with_empty_axes', 0) !== 0) return x;
    return reduced(node, axes?.length === 0 ? x?.map((_, index) => index) : axes, attribute(node, 'keepdims', 1) === 1);
  }
  return undefined;
}

/** Integers that a node computes from shapes, as exporters do for `Reshape`. */
function valuesOf(node: Node): Shape {
  const { operator, values, attributes, shapes } = node;
  const [x, second] = values;
  if (operator === 'Constant') return node.constant?.values;
  if (operator === 'Shape') return attributes.size === 0 ? shapes[0] : undefined;
  if (['Identity', 'Cast', 'Unsqueeze', 'Squeeze'].includes(operator)) return x;
  if (operator === 'Concat') return values.some((each) => !each) ? undefined : values.flatMap((each) => each ?? []);
  if (operator === 'Slice') return sliced(node);
  if (operator === 'Gather')
    return x && second?.map((index) => (typeof index === 'number' ? x[position(index, x.length)] : undefined));
  return undefined;
}

/** The part of a list of integers. Undefined if its limits are not known, or if it has steps. */
function sliced({ inputs, attributes, values: [x, starts, ends, , steps] }: Node): Shape {
  const [start, end] = [attributes.get('starts') ?? starts, attributes.get('ends') ?? ends].map((limit) => limit?.[0]);
  const isStep = inputs.length > 4 && steps?.[0] !== 1;
  return !isStep && typeof start === 'number' && typeof end === 'number' ? x?.slice(start, end) : undefined;
}

function attribute({ attributes }: Node, name: string, standard: number): number {
  return attributes.get(name)?.[0] ?? standard;
}

/** The axes of a node, in an attribute or in an input. */
function axesOf({ attributes, values }: Node, input = 1): number[] | undefined {
  const axes = attributes.get('axes') ?? values[input];
  return axes?.every((axis) => typeof axis === 'number') ? axes : undefined;
}

function position(axis: number, rank: number): number {
  return axis < 0 ? axis + rank : axis;
}

/** The shape without some axes, or with 1 in their place. */
function reduced({ shapes: [x] }: Node, axes: number[] | undefined, isKept: boolean): Shape {
  if (!x || !axes) return undefined;
  const positions = axes.map((axis) => position(axis, x.length));
  return x.flatMap((dim, index) => (positions.includes(index) ? (isKept ? [1] : []) : [dim]));
}

/** The shape of the first input, of which the operator changes some axes. */
function changed({ shapes: [x] }: Node, axes: number[] | undefined): Shape {
  const positions = x && axes?.map((axis) => position(axis, x.length));
  return positions && x.map((dim, index) => (positions.includes(index) ? undefined : dim));
}
