import { formatCsv } from '../csv-rows';
import { rank } from './rank';
import { Recommendation } from './recommendation';
import { BenchmarkDemand } from './benchmark-demand';

const COLUMNS = [
  'configuration',
  'tensorrt',
  'dynamic_batching',
  'instance_group_count',
  'instance_type',
  'vcpus',
  'gpus',
  'memory_gb',
  'initial_instance_count',
  'invocations_per_minute_per_instance',
  'model_latency_ms',
  'cost_per_hour_usd',
];

/**
 * Formats recommendations as CSV, with one row for each recommendation, in the given order. Metrics that were not measured are empty cells.
 */
export function renderCsv(recommendations: Recommendation[], demand: BenchmarkDemand): string {
  const rows = recommendations.map((recommendation) => {
    const [fleet] = rank([recommendation], demand).ranked;
    return [
      recommendation.configuration,
      formatBoolean(recommendation.tensorrt),
      formatBoolean(recommendation.dynamicBatching),
      recommendation.instanceGroupCount,
      recommendation.instanceType,
      recommendation.vcpus,
      recommendation.gpus,
      recommendation.memoryGib,
      fleet.instanceCount,
      recommendation.invocationsPerMinute,
      recommendation.modelLatencyMilliseconds,
      fleet.usdPerHour ?? recommendation.usdPerInstanceHour,
    ];
  });
  return formatCsv([COLUMNS, ...rows]);
}

function formatBoolean(value?: boolean): string | undefined {
  return value === undefined ? undefined : value ? 'yes' : 'no';
}
