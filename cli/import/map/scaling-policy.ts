import { call, Expression, number, Properties, quotient, seconds } from '../code/expression';
import { Fields } from '../fields';
import { mapMetric, ScaledResource } from './scaling-metric';

const REASON = 'the library has no strategy with this policy';
const ADVICE = 'see docs/scaling.md for the strategies, such as Scaling.steps and Scaling.custom';

/** Maps a scaling policy to a strategy. Lists a policy that no strategy reproduces. */
export function mapPolicy(policy: Fields, resource: ScaledResource, limits: Properties): Expression | undefined {
  policy.ignore('PolicyName', 'PolicyType');
  const configuration = policy.object('TargetTrackingScalingPolicyConfiguration');
  if (!configuration) {
    const isFirstStep = limits.minCapacity !== undefined && startsFromZero(policy);
    if (isFirstStep) policy.ignore('StepScalingPolicyConfiguration'); // the strategy for the backlog or the copies has this policy, too
    policy.list('StepScalingPolicyConfiguration', REASON, ADVICE);
    policy.list('PredictiveScalingPolicyConfiguration', REASON, ADVICE);
    return undefined;
  }
  if (configuration.flag('DisableScaleIn'))
    configuration.list(
      'DisableScaleIn',
      'the strategies of the library also scale in',
      'set minCapacity to the least number that must run',
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
function startsFromZero(policy: Fields): boolean {
  const steps = policy.object('StepScalingPolicyConfiguration');
  const adjustments = steps?.objects('StepAdjustments') ?? [];
  return (
    steps?.text('AdjustmentType') === 'ChangeInCapacity' &&
    adjustments.length === 1 &&
    adjustments[0].number('ScalingAdjustment') === 1 &&
    (adjustments[0].number('MetricIntervalLowerBound') ?? 0) === 0
  );
}

function predefined(configuration: Fields, target: number, options: Properties): Expression | undefined {
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
