import { Call, call, Expression, number, Properties, quotient, seconds } from '../code/expression';
import { Fields } from '../fields';
import { mapMetric, ScaledResource } from './scaling-metric';

const REASON = 'the library has no strategy with this policy';
const ADVICE = 'see docs/scaling.md for the strategies, such as `Scaling.steps` and `Scaling.custom`';

/** The strategies with a step scaling policy that starts the first instance or copy, if their minimum is 0. */
const STARTING_STRATEGIES = [
  'Scaling.backlogPerInstance',
  'Scaling.invocationsPerCopy',
  'Scaling.concurrentRequestsPerCopy',
];

/** Maps the scaling policies of a resource to strategies. Lists the policies that no strategy reproduces. */
export function mapPolicies(policies: Fields[], resource: ScaledResource, limits: Properties): Call[] {
  const strategies = policies.flatMap((policy) => mapTargetTracking(policy, resource, limits) ?? []);
  const { minCapacity } = limits;
  const isZero = minCapacity?.kind === 'number' && minCapacity.value === 0;
  const startsFromZero = isZero && strategies.some(({ name }) => STARTING_STRATEGIES.includes(name));
  for (const policy of policies) {
    policy.list('PredictiveScalingPolicyConfiguration', REASON, ADVICE);
    if (startsFromZero && startsOne(policy)) policy.ignore('StepScalingPolicyConfiguration');
    else policy.list('StepScalingPolicyConfiguration', REASON, ADVICE);
  }
  return strategies;
}

function mapTargetTracking(policy: Fields, resource: ScaledResource, limits: Properties): Call | undefined {
  policy.ignore('PolicyName', 'PolicyType');
  const configuration = policy.object('TargetTrackingScalingPolicyConfiguration');
  if (!configuration) return undefined;
  if (configuration.flag('DisableScaleIn'))
    configuration.list(
      'DisableScaleIn',
      'the strategies of the library also scale in',
      'set `minCapacity` to the least number that must run',
    );
  const target = configuration.number('TargetValue');
  if (target === undefined) return configuration.fail('TargetValue', 'a number');
  const options = { ...limits, ...cooldowns(configuration) };
  const strategy = predefined(configuration, target, options) ?? mapMetric(configuration, target, options, resource);
  if (!strategy) {
    configuration.ignore('TargetValue', 'ScaleInCooldown', 'ScaleOutCooldown');
    configuration.list('PredefinedMetricSpecification', REASON, ADVICE);
    configuration.list('CustomizedMetricSpecification', REASON, ADVICE);
  }
  return strategy;
}

/** Whether a policy adds one instance or copy as soon as its alarm fires. */
function startsOne(policy: Fields): boolean {
  const steps = policy.object('StepScalingPolicyConfiguration');
  const adjustments = steps?.objects('StepAdjustments') ?? [];
  return (
    steps?.text('AdjustmentType') === 'ChangeInCapacity' &&
    adjustments.length === 1 &&
    adjustments[0].number('ScalingAdjustment') === 1 &&
    (adjustments[0].number('MetricIntervalLowerBound') ?? 0) === 0
  );
}

function predefined(configuration: Fields, target: number, options: Properties): Call | undefined {
  const metric = configuration.object('PredefinedMetricSpecification');
  switch (metric?.text('PredefinedMetricType')) {
    case 'SageMakerVariantInvocationsPerInstance':
      return call('Scaling.invocationsPerInstance', [], { ...options, invocationsPerSecond: perSecond(target) });
    case 'SageMakerVariantConcurrentRequestsPerModelHighResolution':
      return call('Scaling.concurrentRequests', [], { ...options, requestsPerInstance: number(target) });
    case 'SageMakerInferenceComponentInvocationsPerCopy':
      return call('Scaling.invocationsPerCopy', [], { ...options, invocationsPerSecond: perSecond(target) });
    case 'SageMakerInferenceComponentConcurrentRequestsPerCopyHighResolution':
      return call('Scaling.concurrentRequestsPerCopy', [], { ...options, requestsPerCopy: number(target) });
    default:
      return undefined;
  }
}

/** SageMaker's metric counts requests per minute. */
function perSecond(perMinute: number): Expression {
  return Number.isInteger(perMinute / 60) ? number(perMinute / 60) : quotient(perMinute, 60);
}

/** Cooldowns, unless they are the defaults of the library. Application Auto Scaling waits 300 seconds by default. */
function cooldowns(configuration: Fields): Properties {
  const scaleIn = configuration.number('ScaleInCooldown') ?? 300;
  const scaleOut = configuration.number('ScaleOutCooldown') ?? 300;
  return {
    scaleInCooldown: scaleIn === 600 ? undefined : seconds(scaleIn),
    scaleOutCooldown: scaleOut === 200 ? undefined : seconds(scaleOut),
  };
}
