import Table from 'cli-table3';
import { CapacityPlan } from '../../lib/sizing';
import { shortened } from '../shortened';

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
  const shown = shortened(plan.candidates, plan.pick);
  for (const candidate of shown) {
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
  const hidden = plan.candidates.length - shown.length;
  return `${table.toString()}${hidden > 0 ? `\n${hidden} more candidates are in the JSON (--json)` : ''}\n`;
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
