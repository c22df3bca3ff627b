import { CapacityPlan } from './capacity-plan';
import { CapacityPlanProps } from './capacity-plan-props';
import { LatencyProfile } from './latency-profile';
import { LoadPoint, PlanCandidate, PlanEvidence } from './plan-candidate';
import { Demand, demandOf } from './planning/demand';
import { makePlan } from './planning/make-plan';
import { optionsOf } from './planning/options';
import { singlePointOf, SinglePointOption } from './planning/single-point-option';
import { SizingOption } from './planning/sizing-option';
import { checkProfiles } from './readers/check-profiles';
import { readLatencyTableCsv } from './readers/latency-table';
import { readModelAnalyzerCsv } from './readers/model-analyzer';
import { readPerfAnalyzerCsvs } from './readers/perf-analyzer';
import { readRecommendations } from './readers/read-recommendations';
import { Recommendation } from './readers/recommendation';
import { ModelAnalyzerReport, PerfAnalyzerReport } from './readers/reports';
import { rulePage } from '../findings/rule-page';

/**
 * Picks the cheapest fleet that keeps a latency objective, from measurements.
 *
 * With execution times by batch size it simulates Triton's scheduler for each instance type, batch limit and queue delay,
 * and finds the smallest fleet whose percentile is within the objective. With Inference Recommender's single points, it
 * divides the load by the measured rate, and the plan says that this is all it rests on. Without measurements there is no
 * plan.
 *
 * @example
 * const sizing = CapacityPlanner.fromInferenceRecommenderCsv('results.csv').plan({
 *   requestsPerSecond: 500,
 *   latencyObjective: LatencyObjective.p99(Duration.millis(500)),
 * });
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, sizing });
 */
export class CapacityPlanner {
  /**
   * From a table of Inference Recommender results: columns `configuration`, `instance_type`,
   * `invocations_per_minute_per_instance`, `model_latency_ms`, and, where they are known, `dynamic_batching` (yes or no),
   * `instance_group_count`, `initial_instance_count` and `cost_per_hour_usd` (of those instances). Rows without rate or latency are
   * left out.
   *
   * @param path a CSV file with a header
   */
  public static fromInferenceRecommenderCsv(path: string): CapacityPlanner {
    return CapacityPlanner._fromRecommendations(readRecommendations(path));
  }

  /**
   * From what `aws sagemaker describe-inference-recommendations-job` printed. Recommendations without metrics are left out.
   *
   * @param path a JSON file
   */
  public static fromInferenceRecommenderJson(path: string): CapacityPlanner {
    return CapacityPlanner._fromRecommendations(readRecommendations(path));
  }

  /**
   * From perf_analyzer's CSV files (`-f`), one for each batch size. Of each, the row whose concurrency is the number of
   * model instances counts: its server compute times. Measure without dynamic batching.
   */
  public static fromPerfAnalyzerCsvs(reports: PerfAnalyzerReport[]): CapacityPlanner {
    return CapacityPlanner.fromLatencyProfiles(readPerfAnalyzerCsvs(reports));
  }

  /**
   * From Model Analyzer's `metrics-model-inference.csv`. Of each model configuration and batch size, the row whose
   * concurrency is the number of model instances counts; its execution time follows from the throughput.
   */
  public static fromModelAnalyzerCsv(report: ModelAnalyzerReport): CapacityPlanner {
    return CapacityPlanner.fromLatencyProfiles(readModelAnalyzerCsv(report));
  }

  /**
   * From a table of execution times: columns `instance_type`, `batch`, `milliseconds`, and, where they are known,
   * `configuration`, `instances_per_gpu`, `gpu_model`, `triton_release`, `measured_on`.
   *
   * @param path a CSV file with a header
   */
  public static fromLatencyTableCsv(path: string): CapacityPlanner {
    return CapacityPlanner.fromLatencyProfiles(readLatencyTableCsv(path));
  }

  /**
   * From execution times by batch size.
   *
   * @throws with all values that cannot have been measured, such as a time of 0 ms
   */
  public static fromLatencyProfiles(profiles: LatencyProfile[]): CapacityPlanner {
    if (!profiles.length) noMeasurements();
    checkProfiles(profiles);
    return new CapacityPlanner((props) => optionsOf(profiles, props));
  }

  /** From measurements at saturation. @internal */
  public static _fromRecommendations(recommendations: Recommendation[]): CapacityPlanner {
    const options = recommendations.flatMap(singlePointOf).map((point) => new SinglePointOption(point));
    if (!options.length) noMeasurements();
    return new CapacityPlanner(() => options);
  }

  private constructor(private readonly options: (props: CapacityPlanProps) => SizingOption[]) {}

  /**
   * The cheapest fleet, and the evidence for it. The same input gives the same plan on any machine.
   *
   * @param props what the fleet has to carry
   * @throws when no configuration keeps the objective, with the one that comes closest
   */
  public plan(props: CapacityPlanProps): CapacityPlan {
    return makePlan(this.options(props), props);
  }

  /**
   * How the latency of one instance of a candidate grows with its load, up to 95 % of what it can keep up with. Empty for
   * single points, which do not show it.
   *
   * @internal
   */
  public _loadCurve(candidate: PlanCandidate, props: CapacityPlanProps): LoadPoint[] {
    const option = this.options(props).find((other) => isOf(other, candidate));
    if (!option) return [];
    const demand = demandOf(props);
    return Array.from({ length: 10 }, (_, i) => pointAt(option, demand, (2 * i + 1) / 20)).filter(
      (point) => point !== undefined,
    );
  }
}

function pointAt(option: SizingOption, demand: Demand, utilisation: number): LoadPoint | undefined {
  const requestsPerSecond = option.capacity(demand) * utilisation;
  const latency = option.latencyOf(1, { ...demand, requestsPerSecond });
  if (latency === undefined || option.evidence !== PlanEvidence.SIMULATION) return undefined;
  return { requestsPerSecond, latencyMilliseconds: latency + demand.overhead };
}

function isOf(option: SizingOption, candidate: PlanCandidate): boolean {
  return (
    option.configuration === candidate.configuration &&
    option.instanceType === candidate.instanceType &&
    option.maxBatchSize === candidate.maxBatchSize &&
    option.instancesPerGpu === candidate.instancesPerGpu &&
    option.maxQueueDelayMicroseconds === candidate.maxQueueDelayMicroseconds
  );
}

function noMeasurements(): never {
  throw new Error(
    `CapacityPlanner: got no measurements; needed: at least one. Without any, plan for half of the throughput that a load test of one instance shows ${rulePage('sizing.no-profile')}`,
  );
}
