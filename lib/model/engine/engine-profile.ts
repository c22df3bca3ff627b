import { requireGiven } from '../render';

/** The shapes of one input in an optimization profile, including the batch dimension. */
export interface EngineShapes {
  /** Minimum shape. */
  readonly min: number[];

  /** Optimum shape, for which TensorRT selects the fastest code. Use the shape of most batches. */
  readonly opt: number[];

  /** Maximum shape. The engine reserves memory for this shape. */
  readonly max: number[];
}

/** The shapes of an engine's inputs with open dimensions, by the inputs' names. */
export type ShapesByInput = { readonly [input: string]: EngineShapes };

/**
 * An optimization profile, which is a range of input shapes that an engine supports. TensorRT builds code that is fastest for the `opt`
 * shape. At run time, a shape outside the range from `min` to `max` is an error.
 *
 * @see https://docs.nvidia.com/deeplearning/tensorrt/latest/inference-library/work-dynamic-shapes.html
 * @example
 * EngineProfile.of({ token_ids: { min: [1, 16], opt: [8, 128], max: [16, 512] } });
 */
export class EngineProfile {
  /**
   * Creates a profile from the shapes of each input with variable dimensions, including the batch dimension:
   * `{ token_ids: { min: [1, 16], opt: [8, 128], max: [16, 512] } }`. Inputs without variable dimensions can be omitted.
   *
   * @param shapes shapes by input name
   */
  public static of(shapes: { [input: string]: EngineShapes }): EngineProfile {
    requireGiven('EngineProfile.of', { shapes });
    // In one order: Python hands a struct over in another one, and the manifest has what is written here.
    const ordered = Object.entries(shapes).map(([input, { min, opt, max }]) => [input, { min, opt, max }]);
    return new EngineProfile(Object.fromEntries(ordered));
  }

  private constructor(
    /** @internal */
    public readonly _shapes: ShapesByInput,
  ) {}
}
