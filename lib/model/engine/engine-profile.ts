import { requireGiven } from '../render';

/** The shapes that an engine is built for, of one input. The batch dimension is part of them. */
export interface EngineShapes {
  /** The smallest shape. */
  readonly min: number[];

  /** The shape that TensorRT chooses the fastest code for: the one that most batches have. */
  readonly opt: number[];

  /** The largest shape. The engine keeps memory for it. */
  readonly max: number[];
}

/** The shapes of an engine's inputs with open dimensions, by the inputs' names. */
export type ShapesByInput = { readonly [input: string]: EngineShapes };

/**
 * A range of input shapes that an engine is built for (an optimization profile). TensorRT builds code that is fastest at `opt`; a shape
 * outside of `min` and `max` is an error at run time.
 *
 * @see https://docs.nvidia.com/deeplearning/tensorrt/latest/inference-library/work-dynamic-shapes.html
 * @example
 * EngineProfile.of({ token_ids: { min: [1, 16], opt: [8, 128], max: [16, 512] } });
 */
export class EngineProfile {
  /**
   * A profile of the shapes of each input with open dimensions, the batch dimension included: `{ token_ids: { min: [1, 16], opt: [8, 128],
   * max: [16, 512] } }`. Inputs without open dimensions may be left out.
   *
   * @param shapes shapes by the names of the inputs
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
