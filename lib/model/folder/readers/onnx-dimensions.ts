/** A dimension: its size, the name of a size that varies, or undefined if nothing is known about the size. */
export type Dimension = number | string | undefined;

/** The shape of a tensor. Undefined if it is unknown. */
export type Shape = Dimension[] | undefined;

/** Longer names of a computed size are not used, because each node of a file can double a name. */
const MAX_NAME_LENGTH = 200;

/** The shape to which tensors are extended that an operator combines. Undefined if a shape is unknown. */
export function broadcast(shapes: Shape[]): Shape {
  const rank = Math.max(0, ...shapes.map((shape) => shape?.length ?? 0));
  if (shapes.some((shape) => !shape)) return undefined;
  return Array.from({ length: rank }, (_, index) => {
    const dims = shapes.map((shape = []) => (shape.length < rank - index ? 1 : shape[shape.length - rank + index]));
    const others = dims.filter((dim) => dim !== 1);
    return others.length === 0 ? 1 : (others.find((dim) => typeof dim === 'number') ?? only(others));
  });
}

/** The size of dimensions that have the same size when the graph runs. Undefined if nothing is known about one of them. */
export function only(dims: Dimension[]): Dimension {
  return dims.includes(undefined) ? undefined : joined([...new Set(dims)], '|');
}

/** The total of dimensions. */
export function sum(dims: Dimension[]): Dimension {
  if (dims.includes(undefined)) return undefined;
  const sizes = dims.filter((dim) => typeof dim === 'number');
  return sizes.length === dims.length ? sizes.reduce((total, size) => total + size, 0) : joined(dims, '+');
}

/** The product of dimensions, divided by the product of others. */
export function quotient(dims: Shape, divisors: Dimension[] = []): Dimension {
  if (!dims || dims.includes(undefined) || divisors.includes(undefined)) return undefined;
  const size = sizeOf(dims) / sizeOf(divisors);
  const variables = dims.filter((dim) => typeof dim === 'string');
  for (const divisor of divisors.filter((dim) => typeof dim === 'string')) {
    const index = variables.indexOf(divisor);
    if (index < 0) return undefined;
    variables.splice(index, 1);
  }
  if (size === 0 || !Number.isFinite(size)) return undefined;
  if (variables.length === 0) return size;
  return joined(size === 1 ? variables : [...variables, size], '*');
}

function sizeOf(dims: Dimension[]): number {
  return dims.reduce<number>((total, dim) => total * (typeof dim === 'number' ? dim : 1), 1);
}

function joined(dims: Dimension[], operator: string): Dimension {
  const name = dims.join(operator);
  return name.length > MAX_NAME_LENGTH ? undefined : name;
}
