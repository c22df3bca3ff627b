import { Duration, Token } from 'aws-cdk-lib';
import { InstanceType, LatencyObjective, RoutingStrategy } from '../../platform';
import { DEFAULT_VARIANT_NAME } from '../../cdk/endpoint-names';
import { ExpectedTraffic, ICapacityPlan } from '../../measurements';
import { Scaling } from '../../scaling';
import { Backend, TritonModel } from '../../model';
import { KindSpecificProperties, VariantWithoutAlarms } from '../endpoint';
import { bindPools, ModelPool } from '../engines';
import { InheritedOptions, InstancePool, TritonRealtimeEndpointProps, VariantOptions } from '../variant/options';
import { defaultMaxCapacity, defaultScaling, resolveHosting } from '../variant/resolve';
import { buildContents } from './build';
import { checkServing } from './check';

/** Resolves the options to variants with one model each, or one for each instance type that requires its own model. */
export function resolveRealtime(props: TritonRealtimeEndpointProps): KindSpecificProperties {
  const { variants, shadowVariants = [], modelBucket } = props;
  return {
    variants: variants
      ? variants.map((variant, index) =>
          resolveVariant(
            { ...inherit(props, variant), expectedTraffic: variant.expectedTraffic ?? shareOf(variant, props) },
            `variants[${index}]`,
          ),
        )
      : [resolveVariant({ variantName: DEFAULT_VARIANT_NAME, ...props }, '')],
    shadowVariants: shadowVariants.map((variant, index) =>
      // A shadow variant does not inherit the scaling and the traffic of the endpoint.
      resolveVariant(
        { scaling: Scaling.none(), ...inherit({ ...props, scaling: undefined, expectedTraffic: undefined }, variant) },
        `shadowVariants[${index}]`,
      ),
    ),
    multiModel: false,
    modelBucket,
  };
}

/** Merges the options of the endpoint and a variant. If the variant sets a type or pools, the endpoint's type and pools do not apply. */
function inherit(props: TritonRealtimeEndpointProps, variant: VariantOptions): InheritedOptions {
  const variantTypes = variant.instanceType ?? variant.instancePools;
  return {
    ...withoutUndefined(props),
    ...(variantTypes && { instanceType: undefined, instancePools: undefined }),
    ...withoutUndefined(variant),
  };
}

/** The share of a variant in the traffic of the endpoint. Undefined if a weight is invalid or known only at deployment. */
function shareOf(
  { weight = 1 }: VariantOptions,
  { expectedTraffic: traffic, variants = [] }: TritonRealtimeEndpointProps,
): ExpectedTraffic | undefined {
  const weights = variants.map((variant) => variant.weight ?? 1);
  const total = weights.reduce((sum, each) => sum + each, 0);
  const areKnown = weights.every((each) => !Token.isUnresolved(each) && each >= 0 && each < Infinity);
  if (!traffic || !areKnown || total === 0) return undefined;
  return traffic._scaledBy(weight / total);
}

function withoutUndefined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/** Resolves a variant. By default, the variant scales on its requests. */
export function resolveVariant(options: InheritedOptions, path: string): VariantWithoutAlarms {
  const { sizing, variantName, weight = 1 } = options;
  const sizedModel = sizing ? plannedModel(options.model, sizing) : options.model;
  const requestedPools = poolsOf(options, sizedModel);
  const hosting = resolveHosting(
    options,
    requestedPools.map(({ instanceType }) => instanceType),
  );
  const pools = bindPools(requestedPools, hosting.image);
  const model = pools[requestedPools.findIndex((pool) => pool.model === sizedModel)]?.model ?? sizedModel;
  const initialInstanceCount =
    options.instanceCount ?? Math.max(sizing?.instanceCount ?? 1, options.scaling?._initialCapacity ?? 1);
  return {
    ...hosting,
    path,
    variantName,
    weight,
    pools: pools.map((pool) => ({ instanceType: pool.instanceType, models: [pool.model] })),
    initialInstanceCount,
    latencyObjective: options.latencyObjective ?? plannedObjective(sizing) ?? LatencyObjective.p99(Duration.seconds(1)),
    scaling:
      options.scaling ??
      plannedScaling(sizing, options.instanceCount) ??
      defaultScaling(options.purpose, oneBatchPerInstance(model.maxBatchSize, initialInstanceCount)),
    routingStrategy: options.routingStrategy ?? sizing?.routingStrategy ?? RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
    plannedPerformance: sizing?.pick,
    expectedTraffic: options.expectedTraffic,
    serving: {
      check: (variant) => checkServing(variant, options),
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
  if (model._problem) return model;
  const isEnsemble = model.backend.platform === Backend.ENSEMBLE.platform; // its composing models have batching and instance groups
  const cannotBatch =
    modelOverrides.maxBatchSize !== undefined && model._sets('maxBatchSize') && model.maxBatchSize === 0;
  const applicable = Object.entries(modelOverrides).filter(
    ([property]) =>
      !model._sets(property) &&
      !(isEnsemble && property !== 'maxBatchSize') &&
      !(cannotBatch && property === 'batching'),
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
  const initialCount = Token.isUnresolved(instanceCount) ? undefined : instanceCount;
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
