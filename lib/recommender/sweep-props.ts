import { TritonModel, TritonModelOverrides } from '../model';
import { InstanceType } from '../platform';
import { PriceList } from '../sizing';
import { RecommenderOptions } from './options';

/** One configuration of the model. */
export interface SweepVariation {
  /** Its name in results and construct ids: letters, digits and hyphens. */
  readonly name: string;

  /**
   * The model, when it has other files, such as a TensorRT plan instead of TorchScript.
   *
   * @default - the sweep's
   */
  readonly model?: TritonModel;

  /**
   * What differs from the model, such as `batching` or `instanceGroups`.
   *
   * @default - nothing
   */
  readonly overrides?: TritonModelOverrides;
}

/** Properties of `InferenceRecommenderSweep`. */
export interface InferenceRecommenderSweepProps extends RecommenderOptions {
  /** The model. */
  readonly model: TritonModel;

  /** Its configurations, each of which is a job. */
  readonly variations: SweepVariation[];

  /** The instance types, 1 to 10, on all of which each configuration is tested. */
  readonly instanceTypes: InstanceType[];

  /**
   * The most that the instances of a run may cost, in USD. A sweep that could cost more, were every instance to live as long as its job may take, is
   * refused at synth.
   */
  readonly maxCostUsd: number;

  /**
   * What instances cost.
   *
   * @default PriceList.builtIn()
   */
  readonly prices?: PriceList;

  /**
   * Jobs at a time.
   *
   * @default 1
   */
  readonly maxParallelJobs?: number;
}
