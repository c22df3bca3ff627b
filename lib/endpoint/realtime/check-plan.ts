import { Token } from 'aws-cdk-lib';
import { Finding, warning } from '../../findings/finding';
import { LatencyObjective } from '../../platform';
import { CapacityPlan } from '../../sizing';
import { InheritedOptions } from './pools';

/** Properties that win over the plan, which then no longer says how the fleet performs. */
export function checkPlan({ sizing, ...options }: InheritedOptions): Finding[] {
  if (!sizing) return [];
  return [...checkType(sizing, options), ...checkCount(sizing, options), ...checkObjective(sizing, options)];
}

function checkType(plan: CapacityPlan, { instanceType, instancePools }: InheritedTypes): Finding[] {
  const types = instancePools?.map((pool) => pool.instanceType) ?? (instanceType ? [instanceType] : []);
  const planned = plan.instanceType.name;
  if (types.length === 0 || types.some(({ name }) => name === planned)) return [];
  return overridden(instancePools ? 'instancePools' : 'instanceType', types.join(', '), planned);
}

function checkCount(plan: CapacityPlan, { instanceCount }: Pick<InheritedOptions, 'instanceCount'>): Finding[] {
  if (instanceCount === undefined || Token.isUnresolved(instanceCount) || instanceCount === plan.instanceCount)
    return [];
  return overridden('instanceCount', `${instanceCount}`, `${plan.instanceCount}`);
}

function checkObjective(
  plan: CapacityPlan,
  { latencyObjective: given }: Pick<InheritedOptions, 'latencyObjective'>,
): Finding[] {
  if (!given || textOf(given) === textOf(plan.latencyObjective)) return [];
  // ModelLatency, which the endpoint's objective is about, has no overhead.
  const ofModel = LatencyObjective.ofPercentile(plan.latencyObjective.percentile, plan.alarmThreshold);
  return textOf(given) === textOf(ofModel) ? [] : overridden('latencyObjective', textOf(given), textOf(ofModel));
}

type InheritedTypes = Pick<InheritedOptions, 'instanceType' | 'instancePools'>;

function overridden(field: string, given: string, planned: string): Finding[] {
  const message =
    `got ${given}, and the plan in \`sizing\` has ${planned}: the fleet is not the planned one, so its latency and cost are not known; ` +
    `omit ${field}, or plan again`;
  return [warning('sizing.overridden', field, message)];
}

function textOf({ statistic, limit }: LatencyObjective): string {
  return `${statistic} of ${limit.toMilliseconds({ integral: false })} ms`;
}
