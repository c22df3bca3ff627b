import { Construct } from 'constructs';
import { within } from '../findings/finding';
import { TritonModel, TritonModelOverrides } from '../model';
import { InstanceType } from '../platform';
import { PriceList } from '../sizing';
import { benchmarkModels, hostFindings, modelFindings, BenchmarkedModel } from './benchmark-items';
import { RecommenderBenchmark, Subject } from './recommender-benchmark';
import { RecommenderOptions } from './recommender-options';
import { sweepFindings } from './sweep-findings';

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

/**
 * Benchmarks configurations of a model side by side: one Inference Recommender job for each, one table of results for all. See
 * `InferenceRecommenderJob` for when it runs. A job whose configuration did not change is not repeated.
 */
export class InferenceRecommenderSweep extends RecommenderBenchmark {
  constructor(scope: Construct, id: string, props: InferenceRecommenderSweepProps) {
    super(scope, id, props, subjectOf(props));
  }
}

function subjectOf(props: InferenceRecommenderSweepProps): Subject {
  const { instanceTypes, maxParallelJobs = 1 } = props;
  const variants = props.variations.map(({ name, model = props.model, overrides = {} }): BenchmarkedModel => ({
    name,
    model: model.withOverrides(overrides),
  }));
  return {
    instanceTypes,
    maxParallelJobs,
    findings: (scope) => [
      ...sweepFindings(props),
      ...hostFindings(scope, props, instanceTypes),
      ...variants.flatMap(({ name, model }) =>
        within(`variations.${name}`, modelFindings(model, props, instanceTypes)),
      ),
    ],
    register: (scope, jobPrefix) => benchmarkModels(scope, jobPrefix, variants, instanceTypes, props),
  };
}
