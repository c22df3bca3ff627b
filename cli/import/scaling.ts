import { isDeepStrictEqual } from 'util';
import { InstanceType } from '../../lib/platform';
import { Code, Properties } from '../app/code';
import { App } from './app';
import { Json, objectsIn } from './description';
import { mapRows, number, Row, seconds, text } from './rows';
import { peek, take } from './take';
import { Variant } from './variant';

const STATE = [
  ...['ServiceNamespace', 'ResourceId', 'ScalableDimension', 'CreationTime', 'RoleARN', 'ScalableTargetARN'],
  ...['PredictedCapacity', 'PolicyARN', 'PolicyType', 'Alarms', 'ScheduledActionARN'],
];

/** Maps the scaling of a variant. Without a scalable target, `scaling` is undefined. `count` is the current number of instances, within the limits. */
export function mapScaling(variant: Variant, app: App): { scaling?: Code; count: number } {
  const { code, description } = app;
  const resourceId = `endpoint/${app.identity.endpointName}/variant/${variant.name}`;
  const [[target], policies, actions] = [description.targets, description.policies, description.actions].map((all) =>
    all.filter(({ ResourceId }) => ResourceId === resourceId),
  );
  for (const each of [target, ...policies, ...actions]) take(each, ...STATE);
  if (!target) return { count: variant.instanceCount };
  for (const name of ['DynamicScalingInSuspended', 'DynamicScalingOutSuspended', 'ScheduledScalingSuspended'])
    if (peek(target, `SuspendedState.${name}`) === false) take(target, `SuspendedState.${name}`);
  const [minimum, maximum] = [Number(take(target, 'MinCapacity') ?? 0), peek(target, 'MaxCapacity')];
  const maxCapacity = Math.max(1, Number(maximum ?? 1));
  if (maxCapacity === maximum) take(target, 'MaxCapacity');
  const count = Math.min(Math.max(1, minimum, variant.instanceCount), maxCapacity);
  const limits: Properties = {
    minCapacity: minimum === count ? undefined : String(minimum),
    maxCapacity: String(maxCapacity),
  };
  const tracking = policies.flatMap((policy) => mapTargetTracking(policy, variant, limits, app) ?? []);
  const strategies = tracking.map((each) => each.code);
  const startsFromZero = minimum === 0 && tracking.some(({ strategy }) => strategy === BACKLOG);
  for (const policy of policies) if (startsFromZero && startsOne(policy)) take(policy, 'PolicyName', ...STEPS);
  const scheduled = actions.flatMap((action) => mapAction(action, app) ?? []);
  if (scheduled.length > 0)
    strategies.push(code.call('Scaling.scheduled', [], { ...limits, actions: code.list(scheduled) }));
  if (strategies.length === 0)
    app.note(
      `DescribeScalableTargets ${resourceId}: MaxCapacity`,
      maxCapacity,
      'no policy and no scheduled action can be reproduced, so nothing scales the resource; replace `Scaling.none()` with a strategy of the class `Scaling`',
    );
  const [first = code.call('Scaling.none'), ...others] = strategies;
  return { scaling: others.length > 0 ? code.call('Scaling.combine', strategies) : first, count };
}

const STEPS = ['AdjustmentType', 'StepAdjustments', 'MetricAggregationType', 'Cooldown'].map(
  (name) => `StepScalingPolicyConfiguration.${name}`,
);
/** Whether a policy adds one instance as soon as its alarm fires. */
const startsOne = ({ StepScalingPolicyConfiguration: steps }: Json): boolean =>
  peek(steps, 'AdjustmentType') === 'ChangeInCapacity' &&
  isDeepStrictEqual(peek(steps, 'StepAdjustments'), [{ MetricIntervalLowerBound: 0, ScalingAdjustment: 1 }]);

/** The strategy that also has a policy that starts the first instance. */
const BACKLOG = 'backlogPerInstance';

/** Cooldowns with the defaults of the library. */
const COOLDOWNS: Row[] = [
  ['ScaleInCooldown', 'scaleInCooldown', seconds, 600],
  ['ScaleOutCooldown', 'scaleOutCooldown', seconds, 200],
];
/** SageMaker's metric counts requests per minute. */
const perSecond = (perMinute: number): Code =>
  Number.isInteger(perMinute / 60) ? `${perMinute / 60}` : `${perMinute} / 60`;

/** The strategies, by their metric, each with its property for the target. Other metrics would stay those of the old endpoint. */
function strategiesOf({ name, instanceTypes }: Variant, endpointName: string) {
  const perGpu = (target: number): Code => String(target / (InstanceType.of(instanceTypes[0]).gpuCount ?? 1));
  const average = `Average EndpointName=${endpointName}`;
  const strategies: Record<string, [strategy: string, property: string, toCode: (target: number) => Code]> = {
    SageMakerVariantInvocationsPerInstance: ['invocationsPerInstance', 'invocationsPerSecond', perSecond],
    SageMakerVariantConcurrentRequestsPerModelHighResolution: ['concurrentRequests', 'requestsPerInstance', String],
    [`/aws/sagemaker/Endpoints GPUUtilization ${average} VariantName=${name}`]: ['gpuUtilization', 'percent', perGpu],
    [`AWS/SageMaker ApproximateBacklogSizePerInstance ${average}`]: [BACKLOG, 'backlogPerInstance', String],
  };
  return new Map(Object.entries(strategies)); // A metric named `constructor` has no strategy.
}

/** A policy that keeps a metric at a target. Undefined if no strategy has its metric. */
function mapTargetTracking(policy: Json, variant: Variant, limits: Properties, app: App) {
  const { TargetTrackingScalingPolicyConfiguration: configuration } = policy;
  const metric = peek(configuration, 'CustomizedMetricSpecification');
  const dimensions = objectsIn('Dimensions', peek(metric, 'Dimensions')).map(({ Name, Value }) => `${Name}=${Value}`);
  const fields = ['Namespace', 'MetricName', 'Statistic'].map((name) => peek(metric, name));
  const name = peek(configuration, 'PredefinedMetricSpecification.PredefinedMetricType');
  const known = strategiesOf(variant, app.identity.endpointName).get(
    String(name ?? [...fields, ...dimensions.sort()].join(' ')),
  );
  const target = peek(configuration, 'TargetValue');
  if (!known || typeof target !== 'number') return undefined;
  const [strategy, property, toCode] = known;
  take(policy, 'PolicyName');
  take(metric, 'Namespace', 'MetricName', 'Statistic', 'Dimensions');
  if (peek(metric, 'Unit') === 'Percent') take(metric, 'Unit');
  take(configuration, 'TargetValue', 'PredefinedMetricSpecification.PredefinedMetricType');
  if (peek(configuration, 'DisableScaleIn') === false) take(configuration, 'DisableScaleIn');
  // Application Auto Scaling waits 300 seconds by default.
  const cooldowns = { ScaleInCooldown: 300, ScaleOutCooldown: 300, ...(configuration as Json) };
  take(configuration, 'ScaleInCooldown', 'ScaleOutCooldown');
  const properties = { ...limits, ...mapRows(cooldowns, COOLDOWNS, app), [property]: toCode(target) };
  return { strategy, code: app.code.call(`Scaling.${strategy}`, [], properties) };
}

const ACTION: Row[] = [
  ['ScheduledActionName', 'name', text],
  ['Schedule', 'schedule', (value, { code }) => code.call('Schedule.expression', [code.text(String(value))])],
  ['Timezone', 'timeZone', (zone, { code }) => code.call('TimeZone.of', [code.text(String(zone))])],
  ['ScalableTargetAction.MinCapacity', 'minCapacity', number],
  ['ScalableTargetAction.MaxCapacity', 'maxCapacity', number],
];

/** A scheduled action. An action that starts or ends at a time is not supported. */
function mapAction(action: Json, app: App): Code | undefined {
  if (action.StartTime || action.EndTime) return undefined;
  return app.code.struct('ScheduledCapacity', mapRows(action, ACTION, app));
}
