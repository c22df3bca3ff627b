/** A tensor of a request or a response, KServe v2. */
export interface Tensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: number[];
  readonly data?: unknown[];
  /** Its elements in Triton's binary form, from a user's file. */
  readonly base64?: string;
  readonly parameters?: Record<string, unknown>;
}

/** An output that a request names, with parameters such as those of Triton's classification extension. */
export interface RequestedOutput {
  readonly name: string;
  readonly parameters?: Record<string, unknown>;
}

/** The body of a KServe v2 request. Anything else is one of the generate extension. */
export interface KserveRequest {
  readonly inputs: Tensor[];
  readonly outputs?: RequestedOutput[];
  readonly parameters?: object;
}

/** How many elements a tensor of this shape has. */
export function elementsOf(shape: readonly number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}
