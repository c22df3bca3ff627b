import { compact, Json } from './render';
import type { TritonModel } from './triton-model';

/** A step of an ensemble: a composing model, and the mapping of its tensors. */
export interface EnsembleStep {
  /** Composing model to execute. */
  readonly model: TritonModel;

  /** Maps each input of the model to an ensemble tensor: an input of the ensemble or an output of a different step. */
  readonly inputMap: { [modelInput: string]: string };

  /** Maps each output of the model that is used to an ensemble tensor. */
  readonly outputMap: { [modelOutput: string]: string };

  /**
   * Version of the model to execute. -1 is the latest version.
   *
   * @default -1
   */
  readonly modelVersion?: number;
}

/**
 * A graph of models that Triton executes for one request. The tensors stay on the server between the steps.
 *
 * Clients send one request instead of one request for each model, and each step has its own batching.
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
   * Creates an ensemble from its steps. The order of the steps has no effect: a step is executed when its inputs are available.
   *
   * @param steps the composing models and the mapping of their tensors
   * @param maxInflightRequests maximum number of requests between the steps at the same time (Triton 25.11 or later). The default 0 means
   * no limit. A limit bounds the memory that requests use between a fast step and a slow step
   */
  public static of(steps: EnsembleStep[], maxInflightRequests?: number): Ensemble {
    return new Ensemble(steps, maxInflightRequests);
  }

  /** The composing models, without duplicates. */
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
