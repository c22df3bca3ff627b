import { PlanCandidate, PlanSensitivity } from '../plan-candidate';
import { Demand } from './demand';
import { SizingOption } from './sizing-option';

/** Returns the performance of the selected fleet (the pick) if executions are slower, requests arrive in bursts, or an instance fails. */
export function sensitivityOf(option: SizingOption, pick: PlanCandidate, demand: Demand): PlanSensitivity[] {
  return [
    scenarioResult('service time +10 %', option, pick, { ...demand, serviceFactor: 1.1 }),
    scenarioResult('burstiness x2', option, pick, { ...demand, burstiness: demand.burstiness * 2 }),
    {
      scenario: 'one instance lost',
      instanceCount: pick.instanceCount + (demand.spareInstances ? 0 : 1),
      costPerHour: roundUsd(
        (pick.costPerHour / pick.instanceCount) * (pick.instanceCount + (demand.spareInstances ? 0 : 1)),
      ),
      ...fleetPerformance(option, pick.instanceCount - 1, demand),
    },
  ];
}

function scenarioResult(scenario: string, option: SizingOption, pick: PlanCandidate, demand: Demand): PlanSensitivity {
  const requiredCount = option.refineFleet(option.estimateFleet(demand), demand).instanceCount;
  if (option.latencyOf(requiredCount, demand) === undefined) return { scenario };
  const instanceCount = requiredCount + demand.spareInstances;
  return {
    scenario,
    instanceCount,
    costPerHour: roundUsd((pick.costPerHour / pick.instanceCount) * instanceCount),
    ...fleetPerformance(option, pick.instanceCount, demand),
  };
}

function fleetPerformance(option: SizingOption, count: number, demand: Demand) {
  const latency = count > 0 ? option.latencyOf(count, demand) : undefined;
  return {
    latencyMilliseconds: latency === undefined ? undefined : latency + demand.overhead,
    meetsObjective: latency !== undefined && latency <= demand.limit,
  };
}

/** Rounds to a hundredth of a cent, so that floating-point errors do not appear in prices: 23 × 0.94 is 21.62. */
export function roundUsd(usd: number): number {
  return Math.round(usd * 1e4) / 1e4;
}
