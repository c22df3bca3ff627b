import { formatCsv } from '../csv-rows';
import { Recommendation } from './recommendation';

const COLUMNS = [
  'configuration',
  'dynamic_batching',
  'instance_group_count',
  'instance_type',
  'initial_instance_count',
  'invocations_per_minute_per_instance',
  'model_latency_ms',
  'cost_per_hour_usd',
];

/**
 * Formats recommendations as CSV, which `capacity.CapacityPlanner.fromInferenceRecommenderCsv` reads, with one row for one instance of each
 * recommendation, in the given order. Metrics that were not measured are empty cells.
 */
export function renderCsv(recommendations: Recommendation[]): string {
  const rows = recommendations.map((recommendation) => [
    recommendation.configuration,
    recommendation.dynamicBatching === undefined ? undefined : recommendation.dynamicBatching ? 'yes' : 'no',
    recommendation.instanceGroupCount,
    recommendation.instanceType,
    1,
    recommendation.invocationsPerMinute,
    recommendation.modelLatencyMilliseconds,
    recommendation.usdPerInstanceHour,
  ]);
  return formatCsv([COLUMNS, ...rows]);
}
