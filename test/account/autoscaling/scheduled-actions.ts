import type { PutScheduledActionInput } from './inputs';
import { keepWithinBounds } from './scaling-activity';
import type { ScalingState } from './state';
import { targetOf } from './targets';

/** Stores a scheduled action. Actions at one time (`at`, in UTC) change the limits of the target at that time; others are not executed. */
export function putScheduledAction(state: ScalingState, input: PutScheduledActionInput): object {
  const { account } = state;
  const target = targetOf(state, input);
  const { ScheduledActionName, Schedule = '', ScalableTargetAction } = input;
  target.actions.set(ScheduledActionName, input);
  const [, time] = /^at\((.+)\)$/.exec(Schedule) ?? [];
  if (time === undefined) return {};
  account.after(new Date(`${time}Z`).getTime() - account.now(), async () => {
    if (target.actions.get(ScheduledActionName) !== input) return;
    target.min = ScalableTargetAction?.MinCapacity ?? target.min;
    target.max = ScalableTargetAction?.MaxCapacity ?? target.max;
    await keepWithinBounds(state, target, `scheduled action name ${ScheduledActionName} was triggered`);
  });
  return {};
}
