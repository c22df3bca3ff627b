import { inLanguageOfApp } from '../../../findings/in-language-of-app';
import { rulePage } from '../../../findings/rule-page';
import { CapacityPlanOptions } from '../capacity-plan-options';
import { Demand } from './demand';
import { describeConfiguration, describeObjective } from './explain';
import { MIN_UTILIZATION } from './simulated-option';
import { SizedOption } from './sized-option';
import { Fleet } from './sizing-option';

/** The fleet of any allowed size with the lowest latency. */
export interface FastestFleet {
  readonly sizing: SizedOption;
  /** The fleet. Its latency is the upper bound of the precise latency. */
  readonly fleet: Fleet;
}

/** Returns the fastest fleet. Undefined if no allowed number of instances can process the load. */
export function fastestFleetOf(sizings: readonly SizedOption[], demand: Demand): FastestFleet | undefined {
  const maximum = demand.maxInstanceCount - demand.spareInstances;
  const [fastest] = sizings
    .flatMap((sizing) => {
      const fleet = sizing.option.fastestFleet(maximum, demand);
      return fleet ? [{ sizing, fleet }] : [];
    })
    .sort((a, b) => a.fleet.latency - b.fleet.latency);
  if (!fastest) return undefined;
  const { sizing, fleet } = fastest;
  return { sizing, fleet: { ...fleet, latency: sizing.option.latencyBound(fleet.instanceCount, demand) } };
}

/** Returns the error that no option meets the objective. The error names the lowest latency of a fleet of any allowed size. */
export function infeasibleError(
  sizings: readonly SizedOption[],
  { latencyObjective, maxInstanceCount }: CapacityPlanOptions,
  demand: Demand,
): Error {
  const fastest = fastestFleetOf(sizings, demand);
  const limit = maxInstanceCount === undefined ? '' : ` with at most ${maxInstanceCount} instances`;
  const closest = fastest ? describeFastest(fastest, demand) : 'these instances cannot process the load';
  return new Error(
    `CapacityPlanner.plan: ${inLanguageOfApp('latencyObjective')}: no configuration ` +
      `${describeObjective(latencyObjective, sizings[0].option)}${limit}; ${closest} ${rulePage('sizing.infeasible')}`,
  );
}

function describeFastest({ sizing: { option }, fleet }: FastestFleet, demand: Demand): string {
  const { isSimulated } = option;
  const scope = isSimulated ? ` of instances that are at least ${100 * MIN_UTILIZATION} % utilized` : '';
  const latency = Math.ceil((fleet.latency + demand.overhead) * 10) / 10;
  const instanceCount = fleet.instanceCount + demand.spareInstances;
  return `the lowest latency${scope} is ${latency} ms, with ${instanceCount} × ${describeConfiguration(option)}`;
}
