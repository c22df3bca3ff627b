import { PlanCandidate } from '../../../measurements/capacity-plan';
import { PlanSensitivity } from './plan-sensitivity';
import { Demand } from './demand';
import { SizingOption } from './sizing-option';

/**
 * Returns the performance of the selected fleet (the pick) as planned, and if executions are slower, requests arrive in bursts, or an instance
 * fails. Each number of instances includes the instances that fail.
 */
export function sensitivityOf(option: SizingOption, pick: PlanCandidate, demand: Demand): PlanSensitivity[] {
  const resultOf = (scenario: string, scenarioDemand: Demand, lostCount = 0): PlanSensitivity => {
    const fleet = option.refineFleet(option.estimateFleet(scenarioDemand), scenarioDemand);
    if (option.latencyOf(fleet.instanceCount, scenarioDemand) === undefined) return { scenario };
    return {
      scenario,
      ...(fleet.meetsLimit ? requiredFleet(fleet.instanceCount + lostCount, pick) : {}),
      ...fleetPerformance(option, pick.instanceCount - lostCount, scenarioDemand),
    };
  };
  return [
    resultOf('as planned', demand),
    resultOf('service time +10 %', { ...demand, serviceFactor: 1.1 }),
    resultOf('burstiness x2', { ...demand, burstiness: demand.burstiness * 2 }),
    resultOf('one instance lost', demand, 1),
  ];
}

function requiredFleet(instanceCount: number, pick: PlanCandidate) {
  const { costPerHour } = pick;
  return {
    instanceCount,
    costPerHour: costPerHour === undefined ? undefined : roundUsd((costPerHour / pick.instanceCount) * instanceCount),
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
