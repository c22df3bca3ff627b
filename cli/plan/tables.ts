import { CapacityPlan } from '../../lib/capacity';
import { limitRows, renderTable } from '../output/table';

/** The column headers. A single point is compared by its measured latency, which has no percentile. */
const columnsOf = ({ pick: { isSimulated } }: CapacityPlan): string[] => [
  '',
  'USD/h',
  'instances',
  'type',
  'configuration',
  'batch',
  'per GPU',
  'delay µs',
  isSimulated ? 'latency ms' : 'measured ms',
  isSimulated ? 'keeps it' : 'within limit',
  'bound by',
];

/** Renders the candidates in order of cost. The pick (the recommended candidate) has a mark. */
export function renderCandidates(plan: CapacityPlan): string {
  const candidates = limitRows(plan.candidates, plan.pick);
  const rows = candidates.map((candidate) => [
    candidate === plan.pick ? '>' : '',
    candidate.costPerHour?.toFixed(2) ?? 'unknown',
    candidate.instanceCount,
    candidate.instanceType,
    candidate.configuration,
    candidate.maxBatchSize ?? '',
    candidate.instancesPerGpu ?? '',
    candidate.maxQueueDelayMicroseconds ?? '',
    Math.round(candidate.latencyMilliseconds * 10) / 10,
    candidate.meetsObjective ? 'yes' : 'no',
    candidate.bindingConstraint.toLowerCase().replace('_', ' '),
  ]);
  const hiddenCount = plan.candidates.length - candidates.length;
  return `${renderTable(columnsOf(plan), rows)}${hiddenCount > 0 ? `\n${hiddenCount} more candidates are in the JSON (--json)` : ''}\n`;
}

/** Column headers of the scenarios. The needed instances are comparable with the planned instances. */
const scenarioColumnsOf = ({ pick: { isSimulated } }: CapacityPlan): string[] => [
  'scenario',
  'planned instances',
  isSimulated ? 'their latency, ms' : 'measured latency, ms',
  isSimulated ? 'meets the objective' : 'within limit',
  'needed instances',
  'their USD/h',
];

/** The cells of the scenarios, in the order of the columns. */
function scenarioRows({ pick, _sensitivity }: CapacityPlan): string[][] {
  return _sensitivity.map(({ scenario, latencyMilliseconds, meetsObjective, instanceCount, costPerHour }) => {
    const isImpossible = meetsObjective === false && instanceCount === undefined;
    return [
      scenario,
      `${pick.instanceCount}`,
      latencyMilliseconds?.toFixed(1) ?? (meetsObjective === undefined ? 'unknown' : 'too little capacity'),
      meetsObjective === undefined ? 'unknown' : meetsObjective ? 'yes' : 'no',
      isImpossible ? 'none' : `${instanceCount ?? 'unknown'}`,
      isImpossible ? 'none' : (costPerHour?.toFixed(2) ?? 'unknown'),
    ];
  });
}

export function renderScenarios(plan: CapacityPlan): string {
  return `${renderTable(scenarioColumnsOf(plan), scenarioRows(plan))}\n`;
}

/** Describes the limits and the target of autoscaling. */
export function describeScaling({ minCapacity, maxCapacity, targetRequestsPerSecond }: CapacityPlan): string {
  const target = `${Math.round(targetRequestsPerSecond * 100) / 100} requests per second each`;
  return minCapacity === maxCapacity
    ? `none, always ${maxCapacity} instances`
    : `${minCapacity} to ${maxCapacity} instances, ${target}`;
}
