import { Finding, warning } from '../../findings/finding';
import { TritonModel, TritonModelOverrides } from '../../model';
import { instanceCountOf, runsOnGpu } from '../../model/definition/model-instances';
import { LatencyObjective } from '../../platform';
import { ICapacityPlan, PlanCandidate } from '../../measurements';
import { InheritedOptions } from '../options/variant-options';
import { isUnresolved } from '../../findings/is-unresolved';

/** Warns about properties that override the capacity plan, because the plan then no longer describes the instances. */
export function checkPlan({ sizing, ...options }: InheritedOptions): Finding[] {
  if (!sizing) return [];
  return [
    ...checkType(sizing, options),
    ...checkCount(sizing, options),
    ...checkObjective(sizing, options),
    ...(options.model._problem ? [] : checkModelOf(sizing, options.model)),
  ];
}

function checkModelOf(sizing: ICapacityPlan, model: TritonModel): Finding[] {
  return model.backend._isEnsemble ? checkEnsemble(sizing.pick, model) : checkModel(sizing, model);
}

/** Warns about a simulation that combines requests into batches, which an ensemble does not. */
function checkEnsemble({ isSimulated, dynamicBatching, maxBatchSize }: PlanCandidate, model: TritonModel): Finding[] {
  if (!isSimulated || !dynamicBatching) return [];
  const message =
    `got a plan that combines requests into batches of up to ${maxBatchSize}, for the ensemble '${model.name}': an ensemble combines ` +
    'no requests, only its composing models do, so the latency and the cost of the fleet are not known; plan with the results of ' +
    'Inference Recommender for the ensemble, or with its time for a batch of 1 alone';
  return [warning('sizing.overridden', 'sizing', message)];
}

/** The model's properties take precedence over those of the plan. Values that the plan does not know are not compared. */
function checkModel({ pick: planned, instanceType: { gpuCount } }: ICapacityPlan, model: TritonModel): Finding[] {
  const { dynamic_batching: batching } = model.config._document;
  const plannedBatching = planned.dynamicBatching === undefined ? undefined : describeBatching(planned);
  const actualBatching = describeBatching({
    dynamicBatching: batching !== undefined,
    maxQueueDelayMicroseconds:
      planned.maxQueueDelayMicroseconds === undefined ? undefined : Number(batching?.max_queue_delay_microseconds),
  });
  const describeInstances = (count: number, onGpu: boolean): string =>
    `${count} on ${onGpu && gpuCount !== 0 ? 'GPUs' : 'the CPU'}`;
  const deviceCount = gpuCount || 1;
  const actualInstances = describeInstances(instanceCountOf(model, deviceCount), runsOnGpu(model));
  const plannedInstances =
    planned.instancesPerGpu === undefined ? undefined : describeInstances(planned.instancesPerGpu * deviceCount, true);
  const values: [property: keyof TritonModelOverrides, actual: string, planned?: string][] = [
    ['maxBatchSize', `${model.maxBatchSize}`, planned.maxBatchSize?.toString()],
    ['batching', actualBatching, plannedBatching],
    ['instanceGroups', actualInstances, plannedInstances],
  ];
  return values.flatMap(([property, actual, expected]) =>
    expected === undefined || expected === actual || !model._sets(property)
      ? []
      : overrideWarning(`model.${property}`, actual, expected),
  );
}

function describeBatching({
  dynamicBatching,
  maxQueueDelayMicroseconds: delay,
}: Pick<PlanCandidate, 'dynamicBatching' | 'maxQueueDelayMicroseconds'>): string {
  if (!dynamicBatching) return 'no dynamic batching';
  return delay === undefined ? 'dynamic batching' : `dynamic batching with a queue delay of ${delay} µs`;
}

function checkType(plan: ICapacityPlan, { instanceType, instancePools }: InheritedOptions): Finding[] {
  const types = instancePools?.map((pool) => pool.instanceType) ?? (instanceType ? [instanceType] : []);
  const planned = plan.instanceType.name;
  if (types.length === 0 || types.some(({ name }) => name === planned)) return [];
  return overrideWarning(instancePools ? 'instancePools' : 'instanceType', types.join(', '), planned);
}

function checkCount(plan: ICapacityPlan, { instanceCount }: InheritedOptions): Finding[] {
  if (instanceCount === undefined || isUnresolved(instanceCount) || instanceCount === plan.instanceCount) return [];
  return overrideWarning('instanceCount', `${instanceCount}`, `${plan.instanceCount}`);
}

function checkObjective(plan: ICapacityPlan, { latencyObjective: actual }: InheritedOptions): Finding[] {
  if (!actual || textOf(actual) === textOf(plan.latencyObjective)) return [];
  // The endpoint's objective applies to ModelLatency, which excludes the overhead of SageMaker.
  const planned = LatencyObjective.ofPercentile(plan.latencyObjective.percentile, plan.alarmThreshold);
  return textOf(actual) === textOf(planned) ? [] : overrideWarning('latencyObjective', textOf(actual), textOf(planned));
}

function overrideWarning(field: string, actual: string, planned: string): Finding[] {
  const message =
    `got ${actual}, and the plan in \`sizing\` has ${planned}: the fleet is not the planned one, so its latency and cost are not known; ` +
    `omit ${field}, or plan again`;
  return [warning('sizing.overridden', field, message)];
}

function textOf({ statistic, _milliseconds }: LatencyObjective): string {
  return `${statistic} of ${_milliseconds} ms`;
}
