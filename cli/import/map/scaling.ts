import { call, Expression, list, number, Properties, struct, text } from '../code/expression';
import { Fields } from '../fields';
import { ScaledResource } from './scaling-metric';
import { mapPolicies } from './scaling-policy';

/** The scaling of the account, with the parts of all resources. */
export interface ScalingFields {
  readonly targets: Fields[];
  readonly policies: Fields[];
  readonly actions: Fields[];
}

/** The scaling of a resource as a property of the app. */
export interface MappedScaling {
  readonly scaling: Expression;
  /** Current number, within the limits of the scaling. */
  readonly count: number;
}

/** Maps the scaling of a resource. Without a scalable target, nothing scales, which the library calls `Scaling.none()`. */
export function mapScaling(fields: ScalingFields, resource: ScaledResource): MappedScaling {
  const belongs = (each: Fields): boolean => each.text('ResourceId') === resource.resourceId;
  const target = fields.targets.find(belongs);
  const [policies, actions] = [fields.policies.filter(belongs), fields.actions.filter(belongs)];
  for (const each of [...policies, ...actions]) each.ignore(...STATE);
  if (!target) return { scaling: call('Scaling.none'), count: resource.count };
  target.ignore(...STATE, 'RoleARN', 'ScalableTargetARN', 'PredictedCapacity');
  listSuspensions(target);
  const minimum = target.number('MinCapacity') ?? 0;
  const maximum = target.number('MaxCapacity') ?? 1;
  const maxCapacity = Math.max(1, maximum);
  const count = Math.min(Math.max(1, minimum, resource.count), maxCapacity);
  const limits: Properties = {
    minCapacity: minimum === count ? undefined : number(minimum),
    maxCapacity: number(maxCapacity),
  };
  const mappedActions = actions.flatMap((action) => mapAction(action) ?? []);
  const strategies = [
    ...mapPolicies(policies, resource, limits),
    ...(mappedActions.length > 0 ? [call('Scaling.scheduled', [], { ...limits, actions: list(mappedActions) })] : []),
  ];
  if (strategies.length === 0)
    target.list(
      'MaxCapacity',
      `none of the ${policies.length} policies and ${actions.length} scheduled actions can be reproduced, so nothing scales the resource`,
      'replace `Scaling.none()` in the app with a strategy of the class `Scaling`',
    );
  else if (maximum < maxCapacity)
    target.list(
      'MaxCapacity',
      'the maximum of the library is at least 1',
      'use `Scaling.none()` if nothing must scale',
    );
  const scaling =
    strategies.length === 0
      ? call('Scaling.none')
      : strategies.length === 1
        ? strategies[0]
        : call('Scaling.combine', strategies);
  return { scaling, count };
}

const STATE = [
  'ServiceNamespace',
  'ResourceId',
  'ScalableDimension',
  'CreationTime',
  'PolicyARN',
  'Alarms',
  'ScheduledActionARN',
];

function listSuspensions(target: Fields): void {
  const suspended = target.object('SuspendedState');
  for (const name of ['DynamicScalingInSuspended', 'DynamicScalingOutSuspended', 'ScheduledScalingSuspended'])
    if (suspended?.flag(name))
      suspended.list(
        name,
        'the library resumes scaling after each deployment',
        'use `Scaling.none()` if nothing must scale',
      );
}

/** A scheduled action. An action that starts or ends at a time is not supported. */
function mapAction(action: Fields): Expression | undefined {
  const name = action.requiredText('ScheduledActionName');
  const isLimited = action.has('StartTime') || action.has('EndTime');
  if (isLimited) {
    action.ignore('Schedule', 'Timezone', 'ScalableTargetAction', 'StartTime', 'EndTime');
    action.list(
      'ScheduledActionName',
      'the action has a start or end time, for which the library has no property',
      'add the action to `Scaling.scheduled` without these times if it must continue',
    );
    return undefined;
  }
  const zone = action.text('Timezone');
  const limits = action.object('ScalableTargetAction');
  const [minimum, maximum] = [limits?.number('MinCapacity'), limits?.number('MaxCapacity')];
  return struct('ScheduledCapacity', {
    name: text(name),
    schedule: call('Schedule.expression', [text(action.requiredText('Schedule'))]),
    timeZone: zone === undefined || ['UTC', 'Etc/UTC'].includes(zone) ? undefined : call('TimeZone.of', [text(zone)]),
    minCapacity: minimum === undefined ? undefined : number(minimum),
    maxCapacity: maximum === undefined ? undefined : number(maximum),
  });
}

/** The options of the AWS CLI that name a scalable target. */
export function targetOptions(resourceId: string): string {
  const dimension = resourceId.startsWith('endpoint/')
    ? 'sagemaker:variant:DesiredInstanceCount'
    : 'sagemaker:inference-component:DesiredCopyCount';
  return `--service-namespace sagemaker --resource-id ${resourceId} --scalable-dimension ${dimension}`;
}
