import { PlanCandidate, PlanSensitivity } from '../plan-candidate';
import { Demand } from './demand';
import { SizingOption } from './sizing-option';

/** What the picked fleet does if executions are slower, requests come in bursts, or an instance fails. */
export function sensitivityOf(option: SizingOption, pick: PlanCandidate, demand: Demand): PlanSensitivity[] {
  return [
    changed('service time +10 %', option, pick, { ...demand, serviceFactor: 1.1 }),
    changed('burstiness x2', option, pick, { ...demand, burstiness: demand.burstiness * 2 }),
    {
      scenario: 'one instance lost',
      instanceCount: pick.instanceCount + (demand.spareInstances ? 0 : 1),
      costPerHour: money(
        (pick.costPerHour / pick.instanceCount) * (pick.instanceCount + (demand.spareInstances ? 0 : 1)),
      ),
      ...verdict(option, pick.instanceCount - 1, demand),
    },
  ];
}

function changed(scenario: string, option: SizingOption, pick: PlanCandidate, demand: Demand): PlanSensitivity {
  const needed = option.refine(option.size(demand), demand).count;
  if (option.latencyOf(needed, demand) === undefined) return { scenario };
  const instanceCount = needed + demand.spareInstances;
  return {
    scenario,
    instanceCount,
    costPerHour: money((pick.costPerHour / pick.instanceCount) * instanceCount),
    ...verdict(option, pick.instanceCount, demand),
  };
}

function verdict(option: SizingOption, count: number, demand: Demand) {
  const latency = count > 0 ? option.latencyOf(count, demand) : undefined;
  return {
    latencyMilliseconds: latency === undefined ? undefined : latency + demand.overhead,
    meetsObjective: latency !== undefined && latency <= demand.limit,
  };
}

/** To the hundredth of a cent, so that 23 × 0.94 is 21.62. */
export function money(usd: number): number {
  return Math.round(usd * 1e4) / 1e4;
}
