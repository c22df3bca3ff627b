import { ConfiguredModel } from '../deployed/configured-model';
import { DeployedVariant, Objective } from '../deployed/deployment';
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

/** The largest fraction of minutes with another number of instances, such as after the replacement of an instance. They are left out. */
const MAX_OTHER_COUNTS = 0.1;

const busyLatency = (outcome: Outcome): number => outcome.busyLatency;

/** Finds the smallest number of instances that meets the objective in the busiest fifth of the minutes, at both ends of the execution times. */
export function adviseFleet(
  { objective, isScaled, isComponent }: DeployedVariant,
  { sharesDevice }: ConfiguredModel,
  simulator: RangeSimulator,
  changes: Partial<SimulatedSetting>,
): FleetAdvice {
  if (!objective)
    return { note: 'The number of instances is not judged, because no latency objective is known: set --latency.' };
  if (isComponent)
    return {
      note: 'The number of copies of an inference component is not judged: copies share the instances of the endpoint.',
    };
  if (isScaled)
    return { note: "Autoscaling changes the number of instances. To judge it, use 'trace fetch' and 'simulate'." };
  const { minutes } = simulator.load;
  const deployedCount = mostFrequent(minutes.map(({ instances }) => instances));
  const usual = simulator.during(({ instances }) => instances === deployedCount);
  const others = minutes.length - usual.load.minutes.length;
  if (others > MAX_OTHER_COUNTS * minutes.length)
    return {
      note:
        `The number of instances is not judged, because ${others} of ${minutes.length} minutes have another number than ${deployedCount}. ` +
        "If the endpoint scales, use 'trace fetch' and 'simulate'.",
    };

  const fleetOf = (instanceCount: number, loadFactor: number): Outcomes =>
    usual.simulate({ ...changes, instanceCount, loadFactor });
  const deployed = rangeOf(fleetOf(deployedCount, 1), busyLatency);
  const [lowest, highest] = deployed;
  if (lowest > objective.milliseconds) return enlarge(deployedCount, objective, fleetOf);
  if (highest > objective.milliseconds)
    return {
      note: `Whether the objective is met is not certain: between ${Math.round(lowest)} and ${Math.round(highest)} ms in the busiest minutes.`,
    };
  const reduced = reduce(deployedCount, objective, fleetOf);
  return { meetsObjective: true, ...(sharesDevice && reduced.change ? { note: SHARED_DEVICE } : reduced) };
}

const SHARED_DEVICE =
  'The number of instances is not reduced, because several model instances run on the same device, and the metrics do not show how much they ' +
  'slow each other down.';

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

function mostFrequent(values: readonly number[]): number {
  const frequencyOf = (value: number): number => values.filter((each) => each === value).length;
  return [...new Set(values)].sort((one, other) => frequencyOf(other) - frequencyOf(one))[0];
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
