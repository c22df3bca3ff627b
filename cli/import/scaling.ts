import { isDeepStrictEqual } from 'util';
import { isObject } from '../input/shape';
import { Code, Properties } from '../app/code';
import { App } from './app';
import { Json, objectsIn } from './description';
import { mapRows, number, Row, seconds, text } from './rows';
import { peek, take, takeNumber } from './take';

/** The instances of a variant. */
export interface ScaledResource {
  /** Such as `endpoint/name/variant/AllTraffic`. */
  readonly resourceId: string;
  /** Current number of instances. */
  readonly count: number;
  readonly gpuCount?: number;
}

/** The scaling of a resource as a property of the app. */
export interface MappedScaling {
  /** Undefined without a scalable target. */
  readonly scaling?: Code;
  /** Current number, within the limits of the scaling. */
  readonly count: number;
}

const STATE = [
  ...['ServiceNamespace', 'ResourceId', 'ScalableDimension', 'CreationTime', 'RoleARN', 'ScalableTargetARN'],
  ...['PredictedCapacity', 'PolicyARN', 'PolicyType', 'Alarms', 'ScheduledActionARN'],
];

/** Maps the scaling of a resource. */
export function mapScaling(resource: ScaledResource, app: App): MappedScaling {
  const { code, description } = app;
  const isOfResource = ({ ResourceId }: Json): boolean => ResourceId === resource.resourceId;
  const [target] = description.targets.filter(isOfResource);
  const [policies, actions] = [description.policies.filter(isOfResource), description.actions.filter(isOfResource)];
  for (const each of [target, ...policies, ...actions]) take(each, ...STATE);
  if (!target) return { count: resource.count };
  for (const name of ['DynamicScalingInSuspended', 'DynamicScalingOutSuspended', 'ScheduledScalingSuspended'])
    if (peek(target, `SuspendedState.${name}`) === false) take(target, `SuspendedState.${name}`);
  const [minimum, maximum] = [takeNumber(target, 'MinCapacity') ?? 0, peek(target, 'MaxCapacity')];
  const maxCapacity = Math.max(1, Number(maximum ?? 1));
  if (maxCapacity === maximum) take(target, 'MaxCapacity');
  const count = Math.min(Math.max(1, minimum, resource.count), maxCapacity);
  const limits: Properties = {
    minCapacity: minimum === count ? undefined : String(minimum),
    maxCapacity: String(maxCapacity),
  };
  const tracking = policies.flatMap((policy) => mapTargetTracking(policy, resource, limits, app) ?? []);
  const strategies = tracking.map(({ strategy, properties }) => code.call(strategy, [], properties));
  // This strategy also has a policy that starts the first instance.
  const startsFromZero = minimum === 0 && tracking.some(({ strategy }) => strategy === 'Scaling.backlogPerInstance');
  for (const policy of policies)
    if (startsFromZero && startsOne(policy)) take(policy, 'PolicyName', 'StepScalingPolicyConfiguration');
  const scheduled = actions.flatMap((action) => mapAction(action, app) ?? []);
  if (scheduled.length > 0)
    strategies.push(code.call('Scaling.scheduled', [], { ...limits, actions: code.list(scheduled) }));
  if (strategies.length === 0)
    app.note(
      `DescribeScalableTargets ${resource.resourceId}: MaxCapacity`,
      maxCapacity,
      'no policy and no scheduled action can be reproduced, so nothing scales the resource; replace `Scaling.none()` with a strategy of the class `Scaling`',
    );
  const [scaling = code.call('Scaling.none')] =
    strategies.length > 1 ? [code.call('Scaling.combine', strategies)] : strategies;
  return { scaling, count };
}

/** Whether a policy adds one instance as soon as its alarm fires. */
function startsOne({ StepScalingPolicyConfiguration: steps }: Json): boolean {
  const [adjustment, ...others] = objectsIn('StepAdjustments', peek(steps, 'StepAdjustments'));
  return (
    peek(steps, 'AdjustmentType') === 'ChangeInCapacity' &&
    others.length === 0 &&
    peek(adjustment, 'ScalingAdjustment') === 1 &&
    (peek(adjustment, 'MetricIntervalLowerBound') ?? 0) === 0
  );
}

/** Cooldowns with the defaults of the library. */
const COOLDOWNS: Row[] = [
  ['ScaleInCooldown', 'scaleInCooldown', seconds, 600],
  ['ScaleOutCooldown', 'scaleOutCooldown', seconds, 200],
];
/** SageMaker's metrics count requests per minute. */
const perSecond = (perMinute: number): Code =>
  Number.isInteger(perMinute / 60) ? `${perMinute / 60}` : `${perMinute} / 60`;
/** The strategies for predefined metrics, and the property for the target. */
const PREDEFINED: Record<string, [strategy: string, property: string, toCode: (target: number) => Code]> = {
  SageMakerVariantInvocationsPerInstance: ['Scaling.invocationsPerInstance', 'invocationsPerSecond', perSecond],
  SageMakerVariantConcurrentRequestsPerModelHighResolution: [
    'Scaling.concurrentRequests',
    'requestsPerInstance',
    String,
  ],
};

/** A strategy of the class `Scaling` with its properties. */
interface Strategy {
  readonly strategy: string;
  readonly properties: Properties;
}

/** A policy that keeps a metric at a target. Undefined if no strategy has its metric. */
function mapTargetTracking(policy: Json, resource: ScaledResource, limits: Properties, app: App): Strategy | undefined {
  const { TargetTrackingScalingPolicyConfiguration: configuration } = policy;
  const target = peek(configuration, 'TargetValue');
  if (typeof target !== 'number') return undefined;
  const [predefined, property, toCode] =
    PREDEFINED[String(peek(configuration, 'PredefinedMetricSpecification.PredefinedMetricType'))] ?? [];
  const metric = peek(configuration, 'CustomizedMetricSpecification');
  const mapped = predefined
    ? { strategy: predefined, properties: { [property]: toCode(target) } }
    : mapMetric(metric, target, resource);
  if (!mapped) return undefined;
  take(policy, 'PolicyName');
  take(configuration, 'TargetValue', 'CustomizedMetricSpecification');
  take(configuration, 'PredefinedMetricSpecification.PredefinedMetricType');
  if (peek(configuration, 'DisableScaleIn') === false) take(configuration, 'DisableScaleIn');
  // Application Auto Scaling waits 300 seconds by default.
  const cooldowns = { ScaleInCooldown: 300, ScaleOutCooldown: 300, ...(configuration as Json) };
  take(configuration, 'ScaleInCooldown', 'ScaleOutCooldown');
  const properties = { ...limits, ...mapRows(cooldowns, COOLDOWNS, app), ...mapped.properties };
  return { ...mapped, properties };
}

/** The strategy for a metric of the variant. Undefined for other metrics, which would stay those of the old endpoint. */
function mapMetric(
  metric: unknown,
  target: number,
  { resourceId, gpuCount = 1 }: ScaledResource,
): Strategy | undefined {
  const [, endpointName, , variantName] = resourceId.split('/');
  const ofEndpoint = { Name: 'EndpointName', Value: endpointName };
  const ofVariant = [ofEndpoint, { Name: 'VariantName', Value: variantName }];
  const isMetric = (Namespace: string, MetricName: string, expected: object[], units: unknown[]): boolean => {
    const { Dimensions, Unit, ...others } = isObject(metric) ? metric : {};
    const dimensions = objectsIn('Dimensions', Dimensions).sort((a, b) => (String(a.Name) < String(b.Name) ? -1 : 1));
    return (
      isDeepStrictEqual([others, dimensions], [{ Namespace, MetricName, Statistic: 'Average' }, expected]) &&
      units.includes(Unit)
    );
  };
  const percent = target / gpuCount;
  if (percent < 100 && isMetric('/aws/sagemaker/Endpoints', 'GPUUtilization', ofVariant, [undefined, 'Percent']))
    return { strategy: 'Scaling.gpuUtilization', properties: { percent: String(percent) } };
  if (isMetric('AWS/SageMaker', 'ApproximateBacklogSizePerInstance', [ofEndpoint], [undefined]))
    return { strategy: 'Scaling.backlogPerInstance', properties: { backlogPerInstance: String(target) } };
  return undefined;
}

const isUtc = (zone: unknown): boolean => zone === 'UTC' || zone === 'Etc/UTC';
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
  if (isUtc(action.Timezone)) take(action, 'Timezone');
  return app.code.struct('ScheduledCapacity', mapRows(action, ACTION, app));
}
