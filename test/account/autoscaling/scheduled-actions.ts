import { AwsError, Call, rejectRequest } from '../call';
import { keepWithinBounds } from './scaling-activity';
import type { PutScheduledActionInput, TargetId } from './inputs';
import { nextTime } from './schedule';
import type { ScalingState, ScheduledAction, Target } from './state';
import { targetOf } from './targets';

export function putScheduledAction(state: ScalingState, input: PutScheduledActionInput): object {
  const { account } = state;
  const target = targetOf(state, input);
  const existing = target.actions.get(input.ScheduledActionName);
  const merged = { ...existing?.input, ...input };
  if (!merged.Schedule) rejectRequest('A scheduled action requires a Schedule.');
  const { MinCapacity, MaxCapacity } = merged.ScalableTargetAction ?? {};
  if (MinCapacity === undefined && MaxCapacity === undefined)
    rejectRequest('A scheduled action requires a MinCapacity or a MaxCapacity.');
  nextTime(merged.Schedule, merged.Timezone ?? 'UTC', account.now()); // throws if the schedule is invalid
  if (existing) existing.isDeleted = true;
  const action: ScheduledAction = {
    input: merged,
    arn: `arn:aws:autoscaling:${account.region}:${account.accountId}:scheduledAction:${input.ResourceId}:scheduledActionName/${input.ScheduledActionName}`,
    created: account.now(),
    isDeleted: false,
  };
  target.actions.set(input.ScheduledActionName, action);
  scheduleNext(state, target, action);
  return {};
}

function scheduleNext(state: ScalingState, target: Target, action: ScheduledAction): void {
  const { account } = state;
  const {
    Schedule = '',
    Timezone = 'UTC',
    StartTime,
    EndTime,
    ScalableTargetAction,
    ScheduledActionName,
  } = action.input;
  const earliestTime = Math.max(account.now(), StartTime ? new Date(StartTime).getTime() : 0);
  const time = nextTime(Schedule, Timezone, earliestTime);
  if (time === undefined || (EndTime && time > new Date(EndTime).getTime())) return;
  account.after(time - account.now(), async () => {
    if (action.isDeleted) return;
    scheduleNext(state, target, action);
    if (target.suspended.ScheduledScalingSuspended) return;
    target.min = ScalableTargetAction?.MinCapacity ?? target.min;
    target.max = ScalableTargetAction?.MaxCapacity ?? target.max;
    await keepWithinBounds(state, target, `scheduled action name ${ScheduledActionName} was triggered`);
  });
}

export function deleteScheduledAction(state: ScalingState, input: TargetId & { ScheduledActionName: string }): object {
  const target = targetOf(state, input);
  const action = target.actions.get(input.ScheduledActionName);
  if (!action)
    throw new AwsError('ObjectNotFoundException', `No scheduled action found of the name ${input.ScheduledActionName}`);
  action.isDeleted = true;
  target.actions.delete(input.ScheduledActionName);
  return {};
}

export function describeScheduledActions({ targets }: ScalingState, { input }: Call): object {
  const { ResourceId, ScheduledActionNames } = input as Partial<TargetId> & { ScheduledActionNames?: string[] };
  return {
    ScheduledActions: [...targets.values()]
      .filter(({ id }) => !ResourceId || id.ResourceId === ResourceId)
      .flatMap(({ actions }) => [...actions.entries()])
      .filter(([name]) => !ScheduledActionNames?.length || ScheduledActionNames.includes(name))
      .map(([, { input: action, arn, created }]) => ({
        ...action,
        ScheduledActionARN: arn,
        CreationTime: new Date(created),
      })),
  };
}
