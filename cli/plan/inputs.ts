import { Duration } from 'aws-cdk-lib';
import { LatencyObjective } from '../../lib/platform';
import { CapacityPlanner, CapacityPlanOptions } from '../../lib/capacity';
import { readPrices } from '../sizing/prices';
import { ProfileOptions, profilesOf, requireOneKind } from '../sizing/profiles';
import { RoutingChoice, routingStrategyOf } from '../sizing/routing';

/** The options of the command. */
export interface PlanOptions extends ProfileOptions {
  readonly requestsPerSecond: number;
  readonly latency: number;
  readonly percentile: number;
  readonly inferenceRecommender?: string;
  readonly headroom: number;
  readonly spare: number;
  readonly routing: RoutingChoice;
  readonly prices?: string;
  readonly json?: string;
}

/** Creates the planner from the measurements that the options select. */
export function plannerOf(options: PlanOptions): CapacityPlanner {
  const { engine, inferenceRecommender, latencyTable, modelAnalyzer, perfAnalyzer } = options;
  requireOneKind('plan', {
    '--engine': engine,
    '--inference-recommender': inferenceRecommender,
    '--latency-table': latencyTable,
    '--model-analyzer': modelAnalyzer,
    '--perf-analyzer': perfAnalyzer,
  });
  if (inferenceRecommender?.endsWith('.json'))
    return CapacityPlanner.fromInferenceRecommenderJson(inferenceRecommender);
  if (inferenceRecommender) return CapacityPlanner.fromInferenceRecommenderCsv(inferenceRecommender);
  return CapacityPlanner.fromLatencyProfiles(profilesOf('plan', options));
}

/** Converts the options to the properties of the plan. */
export function propsOf(options: PlanOptions): CapacityPlanOptions {
  return {
    requestsPerSecond: options.requestsPerSecond,
    latencyObjective: LatencyObjective.ofPercentile(options.percentile, Duration.millis(options.latency)),
    headroom: options.headroom,
    spareInstances: options.spare,
    routingStrategy: routingStrategyOf(options.routing),
    prices: options.prices === undefined ? undefined : readPrices(options.prices),
  };
}
