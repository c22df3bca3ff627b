/** The shapes of one input in an optimization profile, including the batch dimension. */
export interface EngineShapes {
  /** Minimum shape. */
  readonly min: number[];

  /** Optimum shape, for which TensorRT selects the fastest code. Use the shape of most batches. */
  readonly opt: number[];

  /** Maximum shape. The engine reserves memory for this shape. */
  readonly max: number[];
}

/** The shapes of inputs with variable dimensions, by input name. */
export type ShapesByInput = { readonly [input: string]: EngineShapes };
