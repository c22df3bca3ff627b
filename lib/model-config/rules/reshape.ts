import { ModelConfigDocument } from '../schema/schema';
import { ConfigRule } from './context';
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
    if (dim === -1n) {
      sizes.push(1n);
    } else {
      sizes[sizes.length - 1] = multiply(sizes[sizes.length - 1], dim);
    }
  }
  return sizes;
}

/** Returns the tensors with a reshape. The shapes before and after the reshape are comparable if all their dims are valid. */
function reshapedTensors(config: ModelConfigDocument) {
  return tensorsOf(config).flatMap((entry) => {
    const shape = entry.tensor.reshape?.shape;
    if (!shape) {
      return [];
    }
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

export const reshapeRules: ConfigRule[] = [
  {
    id: 'io.reshape-empty',
    *check(config) {
      for (const { shape, title, field } of reshapedTensors(config)) {
        if (shape.length === 0 && config.max_batch_size === 0) {
          yield {
            field,
            message: `${title} cannot have an empty reshape with max_batch_size 0; set a shape, or remove the reshape`,
          };
        }
      }
    },
  },
  {
    id: 'io.reshape-value',
    *check(config) {
      for (const { shape, title, field } of reshapedTensors(config)) {
        for (const [index, dim] of shape.entries()) {
          if (dim < 1n && dim !== -1n) {
            yield {
              field: `${field}[${index}]`,
              message: `dim ${dim} in the reshape of ${title} must be at least 1, or -1 for a variable dimension`,
            };
          }
        }
      }
    },
  },
  {
    id: 'io.reshape-size',
    *check(config) {
      for (const { dims, shape, title, field, hasVariable, isComparable } of reshapedTensors(config)) {
        const areBothVariable = hasVariable.dims && hasVariable.shape;
        if (
          isComparable &&
          !areBothVariable &&
          (hasVariable.dims !== hasVariable.shape || product(dims) !== product(shape))
        ) {
          yield {
            field,
            message: `${title}: reshape ${formatDims(shape)} has a different number of elements than dims ${formatDims(dims)}; make them equal`,
          };
        }
      }
    },
  },
  {
    id: 'io.reshape-wild-count',
    *check(config) {
      for (const { dims, shape, title, field, hasVariable, isComparable } of reshapedTensors(config)) {
        const areBothVariable = hasVariable.dims && hasVariable.shape;
        if (isComparable && areBothVariable && fixedSizes(dims).length !== fixedSizes(shape).length) {
          yield {
            field,
            message: `${title}: reshape ${formatDims(shape)} needs as many variable dims (-1) as dims ${formatDims(dims)}`,
          };
        }
      }
    },
  },
  {
    id: 'io.reshape-wild-size',
    *check(config) {
      for (const { dims, shape, title, field, hasVariable, isComparable } of reshapedTensors(config)) {
        const [dimsSizes, shapeSizes] = [fixedSizes(dims), fixedSizes(shape)];
        const haveSameVariableCount = hasVariable.dims && hasVariable.shape && dimsSizes.length === shapeSizes.length;
        if (isComparable && haveSameVariableCount && dimsSizes.some((size, index) => size !== shapeSizes[index])) {
          yield {
            field,
            message:
              `${title}: between the variable dims, reshape ${formatDims(shape)} has a different number of elements ` +
              `than dims ${formatDims(dims)}; make them equal`,
          };
        }
      }
    },
  },
];
