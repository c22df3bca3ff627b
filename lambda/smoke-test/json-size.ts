import { elementsOf } from '../../lib/client/protocol/tensor';

/** The most characters of an element in JSON, including a comma. Triton writes floats with up to 17 digits. */
const CHARACTERS: Readonly<Record<string, number>> = {
  BOOL: 6,
  INT8: 5,
  UINT8: 4,
  INT16: 7,
  UINT16: 6,
  INT32: 12,
  UINT32: 11,
  INT64: 21,
  UINT64: 21,
  FP32: 25,
  FP64: 25,
};

/** A tensor whose elements are not known yet. */
export interface TensorSize {
  readonly dataType: string;
  /** With the batch dimension; -1 is of any size. */
  readonly shape: readonly number[];
}

/**
 * Whether a body with these tensors may have more bytes in JSON. A dimension of any size may be large. Strings do not count: the binary form
 * does not make them shorter.
 */
export function mayExceedInJson(tensors: readonly TensorSize[], bytes: number): boolean {
  const characters = tensors.reduce((sum, { dataType, shape }) => {
    const perElement = CHARACTERS[dataType] ?? 0;
    if (perElement === 0) return sum;
    return sum + (shape.includes(-1) ? Infinity : perElement * elementsOf(shape));
  }, 0);
  return characters > bytes;
}
