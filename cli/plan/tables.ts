import { CapacityPlan } from '../../lib/sizing';
import { limitRows, renderTable } from '../output/table';

const COLUMNS = [
  '',
  'USD/h',
  'instances',
  'type',
  'configuration',
  'batch',
  'per GPU',
  'delay µs',
  'latency ms',
  'keeps it',
  'bound by',
];

/** Renders the candidates in order of cost. The pick (the recommended candidate) has a mark. */
export function renderCandidates(plan: CapacityPlan): string {
  const candidates = limitRows(plan.candidates, plan.pick);
  const rows = candidates.map((candidate) => [
    candidate === plan.pick ? '>' : '',
    candidate.costPerHour.toFixed(2),
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
  return `${renderTable(COLUMNS, rows)}${hiddenCount > 0 ? `\n${hiddenCount} more candidates are in the JSON (--json)` : ''}\n`;
}

export function renderSensitivity(plan: CapacityPlan): string {
  const rows = plan.sensitivity.map(({ scenario, latencyMilliseconds, meetsObjective, instanceCount, costPerHour }) => [
    scenario,
    latencyMilliseconds === undefined
      ? describeMissingLatency(meetsObjective)
      : `${Math.round(latencyMilliseconds * 10) / 10} ms`,
    meetsObjective === undefined ? 'unknown' : meetsObjective ? 'yes' : 'no',
    instanceCount ?? 'unknown',
    costPerHour?.toFixed(2) ?? 'unknown',
  ]);
  return `${renderTable(['if', 'the pick has', 'keeps it', 'needed', 'USD/h'], rows)}\n`;
}

/** Describes why there is no latency: the capacity of a simulated fleet is below the load, or nothing is known about the latency. */
function describeMissingLatency(meetsObjective?: boolean): string {
  return meetsObjective === undefined ? 'unknown latency' : 'too little capacity';
}
