import { TritonModel, TritonModelOverrides } from '../model';
import { InstanceType } from '../platform';
import { PriceList } from '../measurements';
import { RecommenderOptions } from './options';

/** A configuration of the model to benchmark. */
export interface SweepVariation {
  /** Name of the configuration in results and construct IDs: letters, digits and hyphens. */
  readonly name: string;

  /**
   * Model, if the configuration has different files, such as a TensorRT engine instead of TorchScript.
   *
   * @default - the model of the sweep
   */
  readonly model?: TritonModel;

  /**
   * Properties that differ from the model, such as `batching` or `instanceGroups`.
   *
   * @default - no differences
   */
  readonly overrides?: TritonModelOverrides;
}

/** Properties of `InferenceRecommenderSweep`. */
export interface InferenceRecommenderSweepProps extends RecommenderOptions {
  /** Model to benchmark. */
  readonly model: TritonModel;

  /** Configurations of the model to compare. Each configuration is benchmarked by one job. */
  readonly variations: SweepVariation[];

  /** Instance types on which each configuration is tested, from 1 to 10. */
  readonly instanceTypes: InstanceType[];

  /**
   * Maximum cost of the instances of a run, in USD. If the cost could exceed this value, synthesis rejects the sweep. The check assumes
   * that each instance runs for the maximum duration of its job.
   */
  readonly maxCostUsd: number;

  /**
   * Prices by which the maximum cost is calculated.
   *
   * @default PriceList.builtIn()
   */
  readonly prices?: PriceList;

  /**
   * Maximum number of concurrent jobs.
   *
   * @default 1
   */
  readonly maxParallelJobs?: number;
}
