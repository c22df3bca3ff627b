import Table from 'cli-table3';
import { CapacityPlan, PlanCandidate } from '../../lib/sizing';

const MOST_ROWS = 20;

/** Candidates by cost, the pick marked. */
export function renderCandidates(plan: CapacityPlan): string {
  const table = new Table({
    head: [
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
    ],
    style: { head: [], border: [], compact: true },
  });
  for (const candidate of shown(plan)) {
    table.push([
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
  }
  const hidden = plan.candidates.length - shown(plan).length;
  return `${table.toString()}${hidden > 0 ? `\n${hidden} more expensive candidates are in the JSON` : ''}\n`;
}

export function renderSensitivity(plan: CapacityPlan): string {
  const table = new Table({
    head: ['if', 'the pick has', 'keeps it', 'needed', 'USD/h'],
    style: { head: [], border: [], compact: true },
  });
  for (const { scenario, latencyMilliseconds, meetsObjective, instanceCount, costPerHour } of plan.sensitivity) {
    table.push([
      scenario,
      latencyMilliseconds === undefined
        ? withoutLatency(meetsObjective)
        : `${Math.round(latencyMilliseconds * 10) / 10} ms`,
      meetsObjective === undefined ? 'unknown' : meetsObjective ? 'yes' : 'no',
      instanceCount ?? 'unknown',
      costPerHour?.toFixed(2) ?? 'unknown',
    ]);
  }
  return `${table.toString()}\n`;
}

/** A fleet that breaks the objective without a latency does not keep up with the load. */
function withoutLatency(meetsObjective?: boolean): string {
  return meetsObjective === undefined ? 'unknown latency' : 'too little capacity';
}

/** The cheapest ones, up to the pick at least. */
function shown(plan: CapacityPlan): PlanCandidate[] {
  return plan.candidates.slice(0, Math.max(MOST_ROWS, plan.candidates.indexOf(plan.pick) + 1));
}
