import { rank } from './rank';
import { Recommendation } from '../../sizing/readers/recommendation';
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

/** The table of a benchmark, one row for each recommendation, in their order. A metric that was not measured is an empty cell. */
export function renderCsv(recommendations: Recommendation[], demand: BenchmarkDemand): string {
  const rows = recommendations.map((recommendation) => {
    const [fleet] = rank([recommendation], demand).ranked;
    return [
      recommendation.configuration,
      yesNo(recommendation.tensorrt),
      yesNo(recommendation.dynamicBatching),
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
  return [COLUMNS, ...rows].map((cells) => `${cells.map(cell).join(',')}\n`).join('');
}

function yesNo(value?: boolean): string | undefined {
  return value === undefined ? undefined : value ? 'yes' : 'no';
}

function cell(value?: string | number): string {
  const text = typeof value === 'string' ? inert(value) : `${value ?? ''}`;
  return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** Spreadsheets execute text that begins like a formula; an apostrophe before it makes it plain text. */
function inert(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
