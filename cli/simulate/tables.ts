import { Comparison, SimulatedScaling } from './compare';
import { formatCountOf, formatEstimate, formatMoney } from './sentences';

/** Column headers of the comparison. */
export function columnsOf({ usdPerHour }: Comparison): string[] {
  return [
    '',
    'scaling',
    ...(usdPerHour === undefined ? [] : ['USD: usual (lowest to highest)']),
    'instance hours',
    'minutes beyond the objective',
    'failed requests',
  ];
}

/** The cells of a row, in the order of the columns. */
export function cellsOf({ name, description, simulation }: SimulatedScaling): string[] {
  const { costUsd, instanceHours, minutesBeyondObjective, failedRequests } = simulation;
  return [
    name,
    description,
    ...(costUsd ? [formatEstimate(costUsd, formatMoney)] : []),
    formatEstimate(instanceHours, (value) => value.toFixed(1)),
    formatEstimate(minutesBeyondObjective, formatCountOf),
    formatEstimate(failedRequests, formatCountOf),
  ];
}
