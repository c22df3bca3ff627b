import type { FleetEstimate } from '../../lib/capacity';
import { formatCount } from '../output/words';
import type { Comparison, SimulatedScaling } from './compare';

/** Formats a number with separators: `10,080`. */
export function formatCountOf(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Formats an estimate: `45.46 (41.20 to 49.83)`, or one number if the runs do not differ. */
export function formatEstimate(estimate: FleetEstimate, format: (value: number) => string): string {
  const range = formatRange(estimate, format);
  return range === '' ? format(estimate.usual) : `${format(estimate.usual)} (${range})`;
}

/** Formats the range of an estimate: `41.20 to 49.83`. Empty if the runs do not differ. */
function formatRange({ low, high }: FleetEstimate, format: (value: number) => string): string {
  const [lowest, highest] = [format(low), format(high)];
  return lowest === highest ? '' : `${lowest} to ${highest}`;
}

/** The objective, such as `p99 within 150 ms`. */
function objectiveOf({ options: { latencyObjective } }: Comparison): string {
  return `${latencyObjective.statistic} within ${latencyObjective._milliseconds} ms`;
}

/** Duration of the trace, such as `7 days` or `36 hours`. */
function durationOf({ options: { trace } }: Comparison): string {
  const hours = (trace.requests.length * trace.interval.toSeconds()) / 3600;
  if (hours > 48 && hours % 24 === 0) return `${hours / 24} days`;
  return hours < 1 ? formatCount(Math.round(hours * 60), 'minute') : formatCount(Number(hours.toFixed(1)), 'hour');
}

/** Whether the objective is met in each minute of the trace, in all runs. */
function meets({ simulation }: SimulatedScaling): boolean {
  return simulation.minutesBeyondObjective.high === 0;
}

/** The sentence that answers the question: whether the shown scaling meets the objective. */
export function verdictOf(comparison: Comparison): string {
  const { shown, pick } = comparison;
  const { minutes, minutesBeyondObjective } = shown.simulation;
  const subject = shown === pick ? `The ${shown.name} (${shown.description})` : `The ${shown.name}`;
  const total = formatCountOf(minutes.length);
  return meets(shown)
    ? `${subject} meets the objective of ${objectiveOf(comparison)} in all ${total} minutes.`
    : `${subject} violates the objective of ${objectiveOf(comparison)} in ${formatEstimate(minutesBeyondObjective, formatCountOf)} of ${total} minutes.`;
}

/** The sentences on the cost: that of the shown scaling, and of the others that meet the objective. */
export function costSentences(comparison: Comparison): string[] {
  const { shown, pick, fixedFleet } = comparison;
  const own = `In ${durationOf(comparison)}, it costs ${costOf(shown)}`;
  const fixed = `the smallest fixed fleet (${fixedFleet.description})`;
  if (shown === fixedFleet) return [`${own}. No scaling that meets the objective costs less.`];
  const others = shown === pick ? [] : [`The ${pick.name} (${pick.description}) costs ${costOf(pick)}.`];
  if (meets(shown))
    return [`${own}, ${difference(shown, fixedFleet)} ${fixed}, which costs ${costOf(fixedFleet)}.`, ...others];
  return [`${own}.`, `Of the fleets that meet the objective, ${fixed} costs ${costOf(fixedFleet)}.`, ...others];
}

/** For each change of the assumptions, what the pick then does. */
export function sensitivitySentences({ sensitivity, pick }: Comparison): string[] {
  return sensitivity.map(({ change, simulation }) => {
    const { minutesBeyondObjective: minutes, failedRequests } = simulation;
    return `If ${change}: ${formatEstimate(minutes, formatCountOf)} minutes beyond the objective, ${formatEstimate(failedRequests, formatCountOf)} failed requests, ${usualCostOf({ ...pick, simulation })}.`;
  });
}

/** The cost of the usual run and its range, or the instance hours if the price is not known. */
function costOf(row: SimulatedScaling): string {
  const range = formatRange(costEstimateOf(row), formatMoney);
  return range === '' ? usualCostOf(row) : `${usualCostOf(row)} (${range})`;
}

/** The cost of the usual run. */
function usualCostOf(row: SimulatedScaling): string {
  return `${formatMoney(costEstimateOf(row).usual)} ${row.simulation.costUsd ? 'USD' : 'instance hours'}`;
}

function costEstimateOf({ simulation: { costUsd, instanceHours } }: SimulatedScaling): FleetEstimate {
  return costUsd ?? instanceHours;
}

export function formatMoney(value: number): string {
  return value.toFixed(2);
}

/** The part of the instance hours of the fixed fleet that a scaling saves in the usual run. Negative if it needs more. */
function savedShare(row: SimulatedScaling, { simulation }: SimulatedScaling): number {
  return 1 - row.simulation.instanceHours.usual / simulation.instanceHours.usual;
}

function difference(row: SimulatedScaling, fixedFleet: SimulatedScaling): string {
  const percent = Math.round(100 * savedShare(row, fixedFleet));
  if (percent === 0) return 'about as much as';
  return percent > 0 ? `${percent} % less than` : `${-percent} % more than`;
}
