import { ModelConfigDocument } from '../schema/schema';
import { ConfigRule } from './context';
import { tensors, titled } from './io';

const text = (dims: readonly bigint[]) => `[ ${dims.join(', ')} ]`;

/** More elements than Triton counts, which is as exact as a comparison needs. */
const MOST_ELEMENTS = 2n ** 63n;

const times = (a: bigint, b: bigint) => (a * b < MOST_ELEMENTS ? a * b : MOST_ELEMENTS);

const product = (dims: readonly bigint[]) => dims.reduce(times, 1n);

/** Sizes of the stretches of fixed dims before, between and after the variable ones. */
function stretches(dims: readonly bigint[]): bigint[] {
  const sizes = [1n];
  for (const dim of dims) {
    if (dim === -1n) {
      sizes.push(1n);
    } else {
      sizes[sizes.length - 1] = times(sizes[sizes.length - 1], dim);
    }
  }
  return sizes;
}

/** The tensors with a reshape of valid dims, as far as they can be compared. */
function reshapes(config: ModelConfigDocument) {
  return tensors(config).flatMap((one) => {
    const shape = one.tensor.reshape?.shape;
    if (!shape) {
      return [];
    }
    const { dims } = one.tensor;
    return [
      {
        dims,
        shape,
        title: titled(one),
        field: `${one.field}.reshape.shape`,
        variable: { dims: dims.includes(-1n), shape: shape.includes(-1n) },
        comparable: dims.length > 0 && [...dims, ...shape].every((dim) => dim >= 1n || dim === -1n),
      },
    ];
  });
}

export const reshapeRules: ConfigRule[] = [
  {
    id: 'io.reshape-empty',
    *check(config) {
      for (const { shape, title, field } of reshapes(config)) {
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
      for (const { shape, title, field } of reshapes(config)) {
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
      for (const { dims, shape, title, field, variable, comparable } of reshapes(config)) {
        const bothVariable = variable.dims && variable.shape;
        if (comparable && !bothVariable && (variable.dims !== variable.shape || product(dims) !== product(shape))) {
          yield {
            field,
            message: `${title}: reshape ${text(shape)} has a different number of elements than dims ${text(dims)}; make them equal`,
          };
        }
      }
    },
  },
  {
    id: 'io.reshape-wild-count',
    *check(config) {
      for (const { dims, shape, title, field, variable, comparable } of reshapes(config)) {
        const bothVariable = variable.dims && variable.shape;
        if (comparable && bothVariable && stretches(dims).length !== stretches(shape).length) {
          yield {
            field,
            message: `${title}: reshape ${text(shape)} needs as many variable dims (-1) as dims ${text(dims)}`,
          };
        }
      }
    },
  },
  {
    id: 'io.reshape-wild-size',
    *check(config) {
      for (const { dims, shape, title, field, variable, comparable } of reshapes(config)) {
        const [before, after] = [stretches(dims), stretches(shape)];
        const alike = variable.dims && variable.shape && before.length === after.length;
        if (comparable && alike && before.some((size, index) => size !== after[index])) {
          yield {
            field,
            message:
              `${title}: between the variable dims, reshape ${text(shape)} has a different number of elements ` +
              `than dims ${text(dims)}; make them equal`,
          };
        }
      }
    },
  },
];
