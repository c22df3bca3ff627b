import { ModelConfigDocument } from '../schema/schema';
import { ConfigRule, partRules } from './context';
import { tensorsOf, describeTensor } from './io';

const formatDims = (dims: readonly bigint[]) => `[ ${dims.join(', ')} ]`;

/** Products of dims are limited to this number, which is above the largest number of elements that Triton supports. */
const MAX_ELEMENTS = 2n ** 63n;

const multiply = (a: bigint, b: bigint) => (a * b < MAX_ELEMENTS ? a * b : MAX_ELEMENTS);

const product = (dims: readonly bigint[]) => dims.reduce(multiply, 1n);

/** Splits dims at the variable dims, and returns the number of elements of each part. A part without dims has 1 element. */
function fixedSizes(dims: readonly bigint[]): bigint[] {
  const sizes = [1n];
  for (const dim of dims) {
    if (dim === -1n) sizes.push(1n);
    else sizes[sizes.length - 1] = multiply(sizes[sizes.length - 1], dim);
  }
  return sizes;
}

/** Returns the tensors with a reshape. The shapes before and after the reshape are comparable if all their dims are valid. */
function reshapedTensors(config: ModelConfigDocument) {
  return tensorsOf(config).flatMap((entry) => {
    const shape = entry.tensor.reshape?.shape;
    if (!shape) return [];
    const { dims } = entry.tensor;
    return [
      {
        dims,
        shape,
        title: describeTensor(entry),
        field: `${entry.field}.reshape.shape`,
        hasVariable: { dims: dims.includes(-1n), shape: shape.includes(-1n) },
        isComparable: dims.length > 0 && [...dims, ...shape].every((dim) => dim >= 1n || dim === -1n),
      },
    ];
  });
}

/** The dimensions after a reshape. */
function reshapedDims(config: ModelConfigDocument) {
  return reshapedTensors(config).flatMap(({ shape, title, field }) =>
    shape.map((dim, index) => ({ dim, title, field: `${field}[${index}]` })),
  );
}

type Reshaped = ReturnType<typeof reshapedTensors>[number];

const areBothVariable = ({ hasVariable }: Reshaped): boolean => hasVariable.dims && hasVariable.shape;

export const reshapeRules: ConfigRule[] = [
  ...partRules(reshapedTensors, [
    {
      id: 'io.reshape-empty',
      when: ({ shape }, _, { max_batch_size: maximum }) => shape.length === 0 && maximum === 0,
      message: ({ title }) =>
        `${title} cannot have an empty reshape with max_batch_size 0; set a shape, or remove the reshape`,
    },
  ]),
  ...partRules(reshapedDims, [
    {
      id: 'io.reshape-value',
      when: ({ dim }) => dim < 1n && dim !== -1n,
      message: ({ dim, title }) =>
        `dim ${dim} in the reshape of ${title} must be at least 1, or -1 for a variable dimension`,
    },
  ]),
  ...partRules(
    (config) => reshapedTensors(config).filter(({ isComparable }) => isComparable),
    [
      {
        id: 'io.reshape-size',
        when: (each) =>
          !areBothVariable(each) &&
          (each.hasVariable.dims !== each.hasVariable.shape || product(each.dims) !== product(each.shape)),
        message: ({ dims, shape, title }) =>
          `${title}: reshape ${formatDims(shape)} has a different number of elements than dims ${formatDims(dims)}; make them equal`,
      },
      {
        id: 'io.reshape-wild-count',
        when: (each) => areBothVariable(each) && fixedSizes(each.dims).length !== fixedSizes(each.shape).length,
        message: ({ dims, shape, title }) =>
          `${title}: reshape ${formatDims(shape)} needs as many variable dims (-1) as dims ${formatDims(dims)}`,
      },
      {
        id: 'io.reshape-wild-size',
        when: (each) => {
          const [sizes, shapeSizes] = [fixedSizes(each.dims), fixedSizes(each.shape)];
          const haveSameCount = areBothVariable(each) && sizes.length === shapeSizes.length;
          return haveSameCount && sizes.some((size, index) => size !== shapeSizes[index]);
        },
        message: ({ dims, shape, title }) =>
          `${title}: between the variable dims, reshape ${formatDims(shape)} has a different number of elements ` +
          `than dims ${formatDims(dims)}; make them equal`,
      },
    ],
  ),
];
