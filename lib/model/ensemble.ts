import { compact, Json } from './render';
import type { TritonModel } from './triton-model';

/** One model of an ensemble, and how its tensors are wired. */
export interface EnsembleStep {
  /** The model that runs. */
  readonly model: TritonModel;

  /** For each input of the model, the ensemble tensor it reads: an input of the ensemble or another step's output. */
  readonly inputMap: { [modelInput: string]: string };

  /** For each output of the model that is used, the ensemble tensor it writes. */
  readonly outputMap: { [modelOutput: string]: string };

  /**
   * The version to run; -1 for the newest.
   *
   * @default -1
   */
  readonly modelVersion?: number;
}

/**
 * A graph of models that Triton runs as one: tensors stay on the server between the steps.
 *
 * Clients pay one round trip instead of one per model, and each step batches on its own.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/ensemble_models.md
 * @example
 * new TritonModel({
 *   name: 'pixels-to-scores',
 *   backend: Backend.ENSEMBLE,
 *   maxBatchSize: 16,
 *   inputs: [Tensor.uint8('pixels', [32, 32, 3])],
 *   outputs: [Tensor.fp32('scores', [10])],
 *   ensemble: Ensemble.of([
 *     { model: preprocess, inputMap: { pixels: 'pixels' }, outputMap: { image: 'image' } },
 *     { model, inputMap: { image: 'image' }, outputMap: { scores: 'scores' } },
 *   ]),
 * });
 */
export class Ensemble {
  /**
   * An ensemble of these steps. Their order does not matter: a step runs when its inputs are there.
   *
   * @param steps the models and their wiring
   * @param maxInflightRequests how many requests may be between the steps at the same time (Triton 25.11 and newer); 0, the default, is any
   * number. A limit bounds the memory that fast first steps fill before slow later ones
   */
  public static of(steps: EnsembleStep[], maxInflightRequests?: number): Ensemble {
    return new Ensemble(steps, maxInflightRequests);
  }

  /** The models of the steps, each once. */
  public readonly members: TritonModel[];

  private constructor(
    private readonly steps: EnsembleStep[],
    private readonly maxInflightRequests?: number,
  ) {
    this.members = [...new Set(steps.map((step) => step.model))];
  }

  /** @internal */
  public _render(): Json {
    return {
      ensemble_scheduling: compact({
        step: this.steps.map(({ model, inputMap, outputMap, modelVersion = -1 }) => ({
          model_name: model.name,
          model_version: modelVersion,
          input_map: inputMap,
          output_map: outputMap,
        })),
        max_inflight_requests: this.maxInflightRequests,
      }),
    };
  }
}
