import { InstanceType, LatencyObjective, RoutingStrategy } from '../../platform';
import { ICapacityPlan } from '../../measurements';
import { Scaling } from '../../scaling';
import { TritonModel } from '../../model';
import { withPools } from '../resolved/host';
import { Variant } from '../resolved/variant';
import { bindPools, ModelPool } from '../engines/bind-pools';
import { InheritedOptions, InstancePool } from '../options/variant-options';
import { atLeast, defaultMaxCapacity, defaultScaling, resolveHosting } from '../variant/resolve';
import { buildContents } from './build';
import { checkServing } from './check';
import { isUnresolved } from '../../findings/is-unresolved';

/** Resolves a variant. By default, the variant scales on its requests. */
export function resolveVariant(options: InheritedOptions, path: string): Variant {
  const { sizing, variantName, weight = 1 } = options;
  const sizedModel = sizing ? plannedModel(options.model, sizing) : options.model;
  const requestedPools = poolsOf(options, sizedModel);
  const hosting = resolveHosting(
    { ...options, latencyObjective: options.latencyObjective ?? plannedObjective(sizing) },
    requestedPools.map(({ instanceType }) => instanceType),
  );
  const pools = bindPools(requestedPools, hosting.image);
  const model = pools[requestedPools.findIndex((pool) => pool.model === sizedModel)]?.model ?? sizedModel;
  const initialInstanceCount = options.instanceCount ?? atLeast(sizing?.instanceCount ?? 1, options.scaling);
  const scaling =
    options.scaling ??
    plannedScaling(sizing, options.instanceCount) ??
    defaultScaling(options.purpose, oneBatchPerInstance(model.maxBatchSize, initialInstanceCount));
  return {
    ...hosting,
    ...withPools(pools.map((pool) => ({ instanceType: pool.instanceType, models: [pool.model] }))),
    path,
    variantName,
    weight,
    initialInstanceCount,
    scaling,
    range: scaling._range(initialInstanceCount),
    routingStrategy: options.routingStrategy ?? sizing?.routingStrategy ?? RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
    plannedPerformance: sizing?.pick,
    expectedTraffic: options.expectedTraffic,
    serving: {
      check: (host) => checkServing(host, options),
      build: (scope, servedPools, environment) => buildContents(scope, model, servedPools, environment, options),
    },
  };
}

/** The instance types of a variant, in order of preference, each with its model. */
function poolsOf({ instanceType, instancePools, sizing }: InheritedOptions, model: TritonModel): ModelPool[] {
  const singleType = instanceType ?? sizing?.instanceType ?? InstanceType.G4DN_XLARGE;
  const pools: InstancePool[] = instancePools?.length ? instancePools : [{ instanceType: singleType }];
  return pools.map((pool) => ({ instanceType: pool.instanceType, model: pool.model ?? model }));
}

/** The model with the plan's batch size, batching and instance groups, unless the model sets them, or cannot have them. */
function plannedModel(model: TritonModel, { modelOverrides }: ICapacityPlan): TritonModel {
  // The composing models of an ensemble have batching and instance groups, and their batch sizes limit that of the ensemble.
  if (model._problem || model.backend._isEnsemble) return model;
  const cannotBatch =
    modelOverrides.maxBatchSize !== undefined && model._sets('maxBatchSize') && model.maxBatchSize === 0;
  const applicable = Object.entries(modelOverrides).filter(
    ([property]) => !model._sets(property) && !(cannotBatch && property === 'batching'),
  );
  return model.withOverrides(Object.fromEntries(applicable));
}

/** The plan's objective minus the overhead of SageMaker, which ModelLatency does not include. */
function plannedObjective(plan?: ICapacityPlan): LatencyObjective | undefined {
  return plan && LatencyObjective.ofPercentile(plan.latencyObjective.percentile, plan.alarmThreshold);
}

/** Scaling between the minimum and the maximum of the plan. A number of instances that the user has set extends these limits. */
function plannedScaling(plan?: ICapacityPlan, instanceCount?: number): Scaling | undefined {
  if (!plan) return undefined;
  const initialCount = isUnresolved(instanceCount) ? undefined : instanceCount;
  const minCapacity = Math.min(plan.minCapacity, initialCount ?? plan.minCapacity);
  const maxCapacity = Math.max(plan.maxCapacity, initialCount ?? plan.maxCapacity);
  if (minCapacity === maxCapacity) return Scaling.none();
  return Scaling.invocationsPerInstance({
    minCapacity,
    maxCapacity,
    invocationsPerSecond: plan.targetRequestsPerSecond,
  });
}

/** Scaling with a target of one batch of concurrent requests per instance. Additional requests wait in the queue. */
function oneBatchPerInstance(maxBatchSize: number, instanceCount: number): Scaling {
  return Scaling.concurrentRequests({
    maxCapacity: defaultMaxCapacity(instanceCount),
    requestsPerInstance: Math.max(1, maxBatchSize),
  });
}
