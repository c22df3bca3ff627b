import type { Call } from '../call';
import { AwsError } from '../call';
import { keepWithin } from './activity';
import type { PutScheduledActionInput, TargetId } from './inputs';
import { nextTime } from './schedule';
import type { Scaling, ScheduledAction, Target } from './state';
import { refuse, targetOf } from './targets';

export function putScheduledAction(scaling: Scaling, input: PutScheduledActionInput): object {
  const { world } = scaling;
  const target = targetOf(scaling, input);
  const before = target.actions.get(input.ScheduledActionName);
  const merged = { ...before?.input, ...input };
  if (!merged.Schedule) refuse('A scheduled action requires a Schedule.');
  const { MinCapacity, MaxCapacity } = merged.ScalableTargetAction ?? {};
  if (MinCapacity === undefined && MaxCapacity === undefined)
    refuse('A scheduled action requires a MinCapacity or a MaxCapacity.');
  nextTime(merged.Schedule, merged.Timezone ?? 'UTC', world.now());
  if (before) before.isGone = true;
  const action: ScheduledAction = {
    input: merged,
    arn: `arn:aws:autoscaling:${world.region}:${world.accountId}:scheduledAction:${input.ResourceId}:scheduledActionName/${input.ScheduledActionName}`,
    created: world.now(),
    isGone: false,
  };
  target.actions.set(input.ScheduledActionName, action);
  plan(scaling, target, action);
  return {};
}

function plan(scaling: Scaling, target: Target, action: ScheduledAction): void {
  const { world } = scaling;
  const {
    Schedule = '',
    Timezone = 'UTC',
    StartTime,
    EndTime,
    ScalableTargetAction,
    ScheduledActionName,
  } = action.input;
  const from = Math.max(world.now(), StartTime ? new Date(StartTime).getTime() : 0);
  const at = nextTime(Schedule, Timezone, from);
  if (at === undefined || (EndTime && at > new Date(EndTime).getTime())) return;
  world.after(at - world.now(), async () => {
    if (action.isGone) return;
    plan(scaling, target, action);
    if (target.suspended.ScheduledScalingSuspended) return;
    target.min = ScalableTargetAction?.MinCapacity ?? target.min;
    target.max = ScalableTargetAction?.MaxCapacity ?? target.max;
    await keepWithin(scaling, target, `scheduled action name ${ScheduledActionName} was triggered`);
  });
}

export function deleteScheduledAction(scaling: Scaling, input: TargetId & { ScheduledActionName: string }): object {
  const target = targetOf(scaling, input);
  const action = target.actions.get(input.ScheduledActionName);
  if (!action)
    throw new AwsError('ObjectNotFoundException', `No scheduled action found of the name ${input.ScheduledActionName}`);
  action.isGone = true;
  target.actions.delete(input.ScheduledActionName);
  return {};
}

export function describeScheduledActions({ targets }: Scaling, { input }: Call): object {
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
