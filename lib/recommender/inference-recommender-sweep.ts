import { Construct } from 'constructs';
import { prefixFields } from '../findings/finding';
import { createModelBenchmark, checkImageAndInstances, checkModel, BenchmarkedModel } from './benchmark-items';
import { RecommenderBenchmark, BenchmarkSubject } from './recommender-benchmark';
import { checkSweep } from './check-sweep';
import { InferenceRecommenderSweepProps } from './sweep-props';

/**
 * Benchmarks several configurations of a model, with one Inference Recommender job for each configuration and one table with all results.
 * Jobs start as described in `InferenceRecommenderJob`. A job whose configuration did not change does not run again.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/inference-recommender-load-test.html
 * @example
 * new InferenceRecommenderSweep(stack, 'Sweep', {
 *   model,
 *   variations: [
 *     { name: 'base' },
 *     { name: 'batching', overrides: { batching: Batching.dynamic() } },
 *   ],
 *   instanceTypes: [InstanceType.G5_XLARGE],
 *   trafficPattern: TrafficPattern.phases([{ initialUsers: 1, usersPerMinute: 2, duration: Duration.minutes(15) }]),
 *   stopAt: { invocationsPerMinute: 30_000, modelLatency: LatencyObjective.p95(Duration.millis(50)) },
 *   maxCostUsd: 20,
 * });
 */
export class InferenceRecommenderSweep extends RecommenderBenchmark {
  /**
   * Checks the properties and the maximum cost, and creates the benchmarks. The deployment starts them.
   *
   * @param scope scope of the construct, such as a stack
   * @param id ID of the construct, unique within the scope. A change of the ID replaces the resources
   * @param props model, its configurations, instance types, load and the cost limit
   */
  constructor(scope: Construct, id: string, props: InferenceRecommenderSweepProps) {
    super(scope, id, props, subjectOf(props));
  }
}

function subjectOf(props: InferenceRecommenderSweepProps): BenchmarkSubject {
  const { instanceTypes, maxParallelJobs = 1 } = props;
  const variants = props.variations.map(({ name, model = props.model, overrides = {} }): BenchmarkedModel => ({
    name,
    model: model.withOverrides(overrides),
  }));
  return {
    instanceTypes,
    maxParallelJobs,
    findings: (scope) => [
      ...checkSweep(props),
      ...checkImageAndInstances(scope, props, instanceTypes),
      ...variants.flatMap(({ name, model }) =>
        prefixFields(`variations.${name}`, checkModel(model, props, instanceTypes)),
      ),
    ],
    register: (scope, jobPrefix) => createModelBenchmark(scope, jobPrefix, variants, instanceTypes, props),
  };
}
