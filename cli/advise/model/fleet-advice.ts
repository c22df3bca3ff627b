import { DeployedVariant, Objective } from '../deployed/deployment';
import { ModelMinute } from '../metrics/minutes';
import { Outcomes, rangeOf, RangeSimulator } from './ends';
import { Outcome, SimulatedSetting } from './replay';

/** A different number of instances, and its simulations. */
export interface FleetChange {
  readonly from: number;
  readonly to: number;
  readonly outcomes: Outcomes;
}

/** The number of instances of the fleet. */
export interface FleetAdvice {
  readonly change?: FleetChange;
  /** Whether the deployed number of instances meets the objective. Undefined if the fleet is not judged. */
  readonly meetsObjective?: boolean;
  /** Why the number of instances is not judged, or not further reduced. */
  readonly note?: string;
}

/** Additional requests for which a different number of instances also meets the objective. */
export const TRAFFIC_MARGIN = 0.1;
const MAX_FACTOR = 8;
/** The largest load of an instance, in multiples of the measured load. Execution times of larger loads are not known well enough. */
const MAX_LOAD_FACTOR = 2;

const busyLatency = (outcome: Outcome): number => outcome.busyLatency;

/** Finds the smallest number of instances that meets the objective in the busiest fifth of the minutes, at both ends of the execution times. */
export function adviseFleet(
  { objective, isScaled }: DeployedVariant,
  minutes: readonly ModelMinute[],
  simulator: RangeSimulator,
  changes: Partial<SimulatedSetting>,
): FleetAdvice {
  const counts = new Set(minutes.map(({ instances }) => instances));
  const [deployedCount] = counts;
  if (!objective)
    return { note: 'The number of instances is not judged, because no latency objective is known: set --latency.' };
  if (isScaled || counts.size > 1)
    return { note: "Autoscaling changes the number of instances. To judge it, use 'trace fetch' and 'simulate'." };

  const fleetOf = (instanceCount: number, loadFactor: number): Outcomes =>
    simulator.simulate({ ...changes, instanceCount, loadFactor });
  const deployed = rangeOf(fleetOf(deployedCount, 1), busyLatency);
  const [lowest, highest] = deployed;
  if (lowest > objective.milliseconds) return enlarge(deployedCount, objective, fleetOf);
  if (highest > objective.milliseconds)
    return {
      note: `Whether the objective is met is not certain: between ${Math.round(lowest)} and ${Math.round(highest)} ms in the busiest minutes.`,
    };
  return { meetsObjective: true, ...reduce(deployedCount, objective, fleetOf) };
}

type FleetSimulation = (instanceCount: number, loadFactor: number) => Outcomes;

function enlarge(from: number, objective: Objective, fleetOf: FleetSimulation): FleetAdvice {
  const most = from * MAX_FACTOR;
  const to = smallest(from + 1, most, (count) => meets(fleetOf(count, 1 + TRAFFIC_MARGIN), objective));
  if (to !== undefined) return { meetsObjective: false, change: { from, to, outcomes: fleetOf(to, 1) } };
  return {
    meetsObjective: false,
    note: `Not even ${most} instances meet the objective of ${objective.milliseconds} ms at both ends of the execution times.`,
  };
}

function reduce(from: number, objective: Objective, fleetOf: FleetSimulation): FleetAdvice {
  const fewest = Math.ceil(from / MAX_LOAD_FACTOR);
  const to = smallest(fewest, from - 1, (count) => meets(fleetOf(count, 1 + TRAFFIC_MARGIN), objective));
  if (to === undefined) return {};
  return {
    change: { from, to, outcomes: fleetOf(to, 1) },
    note:
      to === fewest && to > 1
        ? `Fewer instances may be sufficient, but each would have more than ${MAX_LOAD_FACTOR} times the measured load. Deploy ${to} first, and run the command again.`
        : undefined,
  };
}

function meets(outcomes: Outcomes, { milliseconds }: Objective): boolean {
  const [, highest] = rangeOf(outcomes, busyLatency);
  return highest <= milliseconds;
}

/** The smallest number in a range that is enough. Each larger number is enough, too. Undefined if there is none. */
function smallest(low: number, high: number, isEnough: (count: number) => boolean): number | undefined {
  if (low > high || !isEnough(high)) return undefined;
  let [lower, upper] = [low, high];
  while (lower < upper) {
    const middle = Math.floor((lower + upper) / 2);
    if (isEnough(middle)) upper = middle;
    else lower = middle + 1;
  }
  return upper;
}
