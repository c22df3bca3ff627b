import { TensorMetadata } from './model-metadata';
import { elementsOf } from './protocol/tensor';

/**
 * The shape of an input with so many elements: the one that is given, or the model's, where it leaves at most one size open.
 *
 * @throws Error that names the input, when the elements do not have such a shape
 */
export function completeShape({ name, shape }: TensorMetadata, count: number, given?: readonly number[]): number[] {
  if (given) {
    if (given.length !== shape.length || !given.every((size, index) => isSize(size, shape[index]))) {
      throw new Error(`input '${name}': got shape ${show(given)}; allowed: ${show(shape)}, -1 being any size`);
    }
    if (elementsOf(given) !== count) {
      throw new Error(`input '${name}': got ${count} elements for shape ${show(given)}; allowed: ${elementsOf(given)}`);
    }
    return [...given];
  }
  const open = shape.filter((size) => size === -1).length;
  const known = elementsOf(shape.filter((size) => size !== -1));
  if (open > 1)
    throw new Error(`input '${name}': several sizes of the shape ${show(shape)} are variable; pass { data, shape }`);
  if (open === 0 ? count !== known : known === 0 || count % known !== 0) {
    const allowed = open === 0 ? `${known}` : `a multiple of ${known}`;
    throw new Error(`input '${name}': got ${count} elements for shape ${show(shape)}; allowed: ${allowed}`);
  }
  return shape.map((size) => (size === -1 ? count / known : size));
}

function isSize(size: number, declared: number): boolean {
  return declared === -1 ? Number.isInteger(size) && size >= 0 : size === declared;
}

function show(shape: readonly number[]): string {
  return `[${shape.join(', ')}]`;
}
