import { requireDefined } from '../values/render';

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
    requireDefined('EngineProfile.of', { shapes });
    // The order of the properties must not depend on the language of the app, because the shapes are part of a manifest.
    const ordered = Object.entries(shapes).map(([input, { min, opt, max }]) => [input, { min, opt, max }]);
    return new EngineProfile(Object.fromEntries(ordered));
  }

  private constructor(
    /** @internal */
    public readonly _shapes: ShapesByInput,
  ) {}
}
