import { ScalingProperties } from './control-loop/inputs';

/** A value of the strategy is known only at deployment, so the strategy cannot be simulated. */
export class DeployTimeValueError extends Error {}

/** @throws DeployTimeValueError if a limit or a scheduled action is known only at deployment, such as the value of a CfnParameter */
export function rejectDeployTimeValues({ minCapacity, maxCapacity, actions }: ScalingProperties): void {
  const isKnown =
    [minCapacity, maxCapacity].every(isNumber) &&
    actions.every(
      ({ Schedule, Timezone, ScalableTargetAction: { MinCapacity, MaxCapacity } = {} }) =>
        typeof Schedule === 'string' &&
        [undefined, 'string'].includes(Timezone && typeof Timezone) &&
        [MinCapacity, MaxCapacity].every((capacity) => capacity === undefined || isNumber(capacity)),
    );
  if (!isKnown)
    throw new DeployTimeValueError(
      'FleetSimulator: scaling: got a value that is known only at deployment; allowed: limits and schedules that are known at synthesis',
    );
}

/** Numbers that are known only at deployment are negative numbers before they are resolved, and objects afterwards. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}
