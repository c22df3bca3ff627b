import { CapacityPlan } from './capacity-plan';
import { CapacityPlanOptions } from './capacity-plan-options';
import { LatencyProfile } from '../../measurements/latency-profile';
import { makePlan } from './planning/make-plan';
import { simulatedOptions } from './planning/simulated-options';
import { singlePointOf, SinglePointOption } from './planning/single-point-option';
import { SizingOption } from './planning/sizing-option';
import { checkProfiles } from './readers/check-profiles';
import { readLatencyTableCsv, readModelAnalyzerCsv, readPerfAnalyzerCsvs } from './readers/profile-csvs';
import { readRecommendations } from '../../measurements/readers/read-recommendations';
import { Recommendation } from '../../contracts/recommendations/recommendation';
import { MeasurementReport } from './readers/reports';
import { rulePage } from '../../findings/rule-page';

/**
 * Selects the least expensive fleet that meets a latency objective, based on measurements. If the price of an instance type is not known, the
 * planner selects the fleet with the fewest instances.
 *
 * With execution times by batch size, the planner simulates Triton's scheduler for each instance type, batch limit and queue delay, and
 * selects the least expensive fleet whose latency percentile meets the objective. Inference Recommender provides only a single point (one
 * measurement per configuration, at saturation). With single points, the planner divides the load by the measured rate, and the plan states
 * this limitation. Without measurements, the planner cannot plan.
 *
 * @example
 * const sizing = capacity.CapacityPlanner.fromInferenceRecommenderCsv('results.csv').plan({
 *   requestsPerSecond: 500,
 *   latencyObjective: LatencyObjective.p99(Duration.millis(500)),
 * });
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, sizing });
 */
export class CapacityPlanner {
  /**
   * Creates a planner from a table of Inference Recommender results. Required columns: `configuration`, `instance_type`,
   * `invocations_per_minute_per_instance` and `model_latency_ms`. Optional columns: `dynamic_batching` (yes or no), `instance_group_count`,
   * `initial_instance_count` and `cost_per_hour_usd` (of the initial instances). Rows without a rate or a latency are omitted.
   *
   * @param path path of a CSV file with a header
   */
  public static fromInferenceRecommenderCsv(path: string): CapacityPlanner {
    return CapacityPlanner._fromRecommendations(readRecommendations(path));
  }

  /**
   * Creates a planner from the output of `aws sagemaker describe-inference-recommendations-job`. Recommendations without metrics are
   * omitted.
   *
   * @param path path of a JSON file
   */
  public static fromInferenceRecommenderJson(path: string): CapacityPlanner {
    return CapacityPlanner._fromRecommendations(readRecommendations(path));
  }

  /**
   * Creates a planner from the CSV files of perf_analyzer (`-f`), one for each batch size. The planner uses the server compute times of the
   * row whose concurrency equals the number of model instances. Measure without dynamic batching.
   */
  public static fromPerfAnalyzerCsvs(reports: MeasurementReport[]): CapacityPlanner {
    return CapacityPlanner.fromLatencyProfiles(readPerfAnalyzerCsvs(reports));
  }

  /**
   * Creates a planner from the `metrics-model-inference.csv` of Model Analyzer. For each model configuration and batch size, the planner
   * uses the row whose concurrency equals the number of model instances, and calculates the execution time from the throughput of that row.
   */
  public static fromModelAnalyzerCsv(report: MeasurementReport): CapacityPlanner {
    return CapacityPlanner.fromLatencyProfiles(readModelAnalyzerCsv(report));
  }

  /**
   * Creates a planner from a table of execution times, such as the table that the `local` command writes (`--latency-table`).
   * Required columns: `instance_type`, `batch` and `milliseconds`. Optional columns: `configuration`, `instances_per_gpu`, `gpu_model`,
   * `triton_release` and `measured_on`.
   *
   * @param path path of a CSV file with a header
   */
  public static fromLatencyTableCsv(path: string): CapacityPlanner {
    return CapacityPlanner.fromLatencyProfiles(readLatencyTableCsv(path));
  }

  /**
   * Creates a planner from execution times by batch size.
   *
   * @throws an error that lists all impossible values, such as a time of 0 ms
   */
  public static fromLatencyProfiles(profiles: LatencyProfile[]): CapacityPlanner {
    if (!profiles.length) rejectEmpty();
    checkProfiles(profiles);
    return new CapacityPlanner((options) => simulatedOptions(profiles, options));
  }

  /** Creates a planner from measurements at saturation. Measurements without a rate or a latency are omitted. @internal */
  public static _fromRecommendations(recommendations: Recommendation[]): CapacityPlanner {
    const points = recommendations.flatMap(singlePointOf).map((point) => new SinglePointOption(point));
    if (!points.length) rejectEmpty();
    return new CapacityPlanner(() => points);
  }

  private constructor(private readonly candidateOptions: (options: CapacityPlanOptions) => SizingOption[]) {}

  /**
   * Returns the least expensive fleet that meets the objective, and the evidence for it. The same input results in the same plan on any
   * host.
   *
   * @param options load, latency objective and limits
   * @throws an error if no configuration meets the objective. The error names the lowest latency of a fleet of any allowed size
   */
  public plan(options: CapacityPlanOptions): CapacityPlan {
    return makePlan(this.candidateOptions(options), options);
  }
}

function rejectEmpty(): never {
  throw new Error(
    `CapacityPlanner: got no measurements; allowed: at least one. Without measurements, plan for half of the throughput that a load test of one instance shows ${rulePage('sizing.no-profile')}`,
  );
}
