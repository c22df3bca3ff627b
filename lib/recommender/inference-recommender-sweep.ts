import { Construct } from 'constructs';
import { within } from '../findings/finding';
import { benchmarkModels, checkHost, checkModel, BenchmarkedModel } from './benchmark-items';
import { RecommenderBenchmark, Subject } from './recommender-benchmark';
import { checkSweep } from './check-sweep';
import { InferenceRecommenderSweepProps } from './sweep-props';

/**
 * Benchmarks several configurations of a model, with one Inference Recommender job for each configuration and one table with all results.
 * For the time at which the jobs run, see `InferenceRecommenderJob`. A job whose configuration did not change does not run again.
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
      ...checkSweep(props),
      ...checkHost(scope, props, instanceTypes),
      ...variants.flatMap(({ name, model }) => within(`variations.${name}`, checkModel(model, props, instanceTypes))),
    ],
    register: (scope, jobPrefix) => benchmarkModels(scope, jobPrefix, variants, instanceTypes, props),
  };
}
