import { Token } from 'aws-cdk-lib';
import { Finding, warning } from '../../findings/finding';
import { LatencyObjective } from '../../platform';
import { CapacityPlan } from '../../sizing';
import { InheritedOptions } from '../variant/options';

/** Warns about properties that override the capacity plan, because the plan then no longer describes the instances. */
export function checkPlan({ sizing, ...options }: InheritedOptions): Finding[] {
  if (!sizing) return [];
  return [...checkType(sizing, options), ...checkCount(sizing, options), ...checkObjective(sizing, options)];
}

function checkType(plan: CapacityPlan, { instanceType, instancePools }: InheritedTypes): Finding[] {
  const types = instancePools?.map((pool) => pool.instanceType) ?? (instanceType ? [instanceType] : []);
  const planned = plan.instanceType.name;
  if (types.length === 0 || types.some(({ name }) => name === planned)) return [];
  return overrideWarning(instancePools ? 'instancePools' : 'instanceType', types.join(', '), planned);
}

function checkCount(plan: CapacityPlan, { instanceCount }: Pick<InheritedOptions, 'instanceCount'>): Finding[] {
  if (instanceCount === undefined || Token.isUnresolved(instanceCount) || instanceCount === plan.instanceCount)
    return [];
  return overrideWarning('instanceCount', `${instanceCount}`, `${plan.instanceCount}`);
}

function checkObjective(
  plan: CapacityPlan,
  { latencyObjective: actual }: Pick<InheritedOptions, 'latencyObjective'>,
): Finding[] {
  if (!actual || textOf(actual) === textOf(plan.latencyObjective)) return [];
  // The endpoint's objective applies to ModelLatency, which excludes the overhead of SageMaker.
  const planned = LatencyObjective.ofPercentile(plan.latencyObjective.percentile, plan.alarmThreshold);
  return textOf(actual) === textOf(planned) ? [] : overrideWarning('latencyObjective', textOf(actual), textOf(planned));
}

type InheritedTypes = Pick<InheritedOptions, 'instanceType' | 'instancePools'>;

function overrideWarning(field: string, actual: string, planned: string): Finding[] {
  const message =
    `got ${actual}, and the plan in \`sizing\` has ${planned}: the fleet is not the planned one, so its latency and cost are not known; ` +
    `omit ${field}, or plan again`;
  return [warning('sizing.overridden', field, message)];
}

function textOf({ statistic, _milliseconds }: LatencyObjective): string {
  return `${statistic} of ${_milliseconds} ms`;
}
