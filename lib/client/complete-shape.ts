import { TensorMetadata } from './model-metadata';
import { elementCountOf } from './protocol/tensor';

/**
 * Returns the shape of an input with `count` elements: `requestedShape`, or the model's shape if it has at most one variable dimension.
 * The size of this dimension is then calculated from `count`.
 *
 * @throws Error that names the input, if the shape does not match the model or the number of elements
 */
export function completeShape(
  { name, shape }: TensorMetadata,
  count: number,
  requestedShape?: readonly number[],
): number[] {
  if (requestedShape) {
    if (
      requestedShape.length !== shape.length ||
      !requestedShape.every((size, index) => matchesSize(size, shape[index]))
    ) {
      throw new Error(
        `input '${name}': got shape ${formatShape(requestedShape)}; allowed: ${formatShape(shape)}, -1 being any size`,
      );
    }
    if (elementCountOf(requestedShape) !== count) {
      throw new Error(
        `input '${name}': got ${count} elements for shape ${formatShape(requestedShape)}; allowed: ${elementCountOf(requestedShape)}`,
      );
    }
    return [...requestedShape];
  }
  const variableDimensions = shape.filter((size) => size === -1).length;
  const fixedElements = elementCountOf(shape.filter((size) => size !== -1));
  if (variableDimensions > 1)
    throw new Error(
      `input '${name}': several sizes of the shape ${formatShape(shape)} are variable; pass { data, shape }`,
    );
  if (variableDimensions === 0 ? count !== fixedElements : fixedElements === 0 || count % fixedElements !== 0) {
    const allowed = variableDimensions === 0 ? `${fixedElements}` : `a multiple of ${fixedElements}`;
    throw new Error(`input '${name}': got ${count} elements for shape ${formatShape(shape)}; allowed: ${allowed}`);
  }
  return shape.map((size) => (size === -1 ? count / fixedElements : size));
}

function matchesSize(size: number, declaredSize: number): boolean {
  return declaredSize === -1 ? Number.isInteger(size) && size >= 0 : size === declaredSize;
}

function formatShape(shape: readonly number[]): string {
  return `[${shape.join(', ')}]`;
}
