/** A tensor of a KServe v2 request or response. */
export interface Tensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: number[];
  readonly data?: unknown[];
  /** Elements in Triton's binary format, from a user's file. */
  readonly base64?: string;
  readonly parameters?: Record<string, unknown>;
}

/** An output that a request selects by name, with parameters, for example for Triton's classification extension. */
export interface RequestedOutput {
  readonly name: string;
  readonly parameters?: Record<string, unknown>;
}

/** The body of a KServe v2 request. */
export interface KserveRequest {
  readonly inputs: Tensor[];
  readonly outputs?: RequestedOutput[];
  readonly parameters?: object;
}

/** Number of elements of a tensor with this shape. */
export function elementCountOf(shape: readonly number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}
