import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, RoutingStrategy } from '../../platform';
import { DEFAULT_VARIANT_NAME } from '../../platform/endpoint-names';
import { Scaling } from '../../scaling';
import { CapacityPlan } from '../../sizing';
import { Variant } from '../endpoint';
import { bindPools } from '../engines/bind-pools';
import { Served } from '../resolve';
import { VariantOptions } from '../variant/options';
import { defaultMaxCapacity, defaultScaling, resolveHost } from '../variant/resolve';
import { buildContents } from './build';
import { checkServing } from './check';
import { TritonRealtimeEndpointProps } from './options';
import { InheritedOptions, poolsOf } from './pools';

/** One model for each variant, and for each of its instance types that needs one of its own. */
export function resolveRealtime(props: TritonRealtimeEndpointProps): Served {
  const { variants, shadowVariants = [], modelBucket } = props;
  return {
    variants: variants
      ? variants.map((variant, index) => resolveVariant(inherit(props, variant), `variants[${index}]`))
      : [resolveVariant({ variantName: DEFAULT_VARIANT_NAME, ...props }, '')],
    shadowVariants: shadowVariants.map((variant, index) =>
      // A shadow is scaled only where it says so itself.
      resolveVariant(
        { scaling: Scaling.none(), ...inherit({ ...props, scaling: undefined }, variant) },
        `shadowVariants[${index}]`,
      ),
    ),
    multiModel: false,
    modelBucket,
  };
}

/** A variant's instance types replace the endpoint's, whichever way each of them names its own. */
function inherit(props: TritonRealtimeEndpointProps, variant: VariantOptions): InheritedOptions {
  const types = variant.instanceType ?? variant.instancePools;
  return {
    ...given(props),
    ...(types && { instanceType: undefined, instancePools: undefined }),
    ...given(variant),
  };
}

/** What is undefined is left open. */
function given<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/** A variant that is scaled by its requests, unless another way is given. */
export function resolveVariant(options: InheritedOptions, path: string): Variant {
  const { sizing, variantName, weight = 1, instanceProvisionTimeout, mlReservationArn } = options;
  const given = sizing ? options.model.withOverrides(sizing.modelOverrides) : options.model;
  const unbound = poolsOf(options, given);
  const host = resolveHost(
    options,
    unbound.map(({ instanceType }) => instanceType),
  );
  const pools = bindPools(unbound, host.image);
  const model = pools[unbound.findIndex((pool) => pool.model === given)]?.model ?? given;
  const initialInstanceCount =
    options.instanceCount ?? Math.max(sizing?.instanceCount ?? 1, options.scaling?._beginsWith ?? 1);
  return {
    ...host,
    path,
    variantName,
    weight,
    instanceTypes: pools.map(({ instanceType }) => instanceType),
    initialInstanceCount,
    latencyObjective: options.latencyObjective ?? plannedObjective(sizing) ?? LatencyObjective.p99(Duration.seconds(1)),
    scaling:
      options.scaling ??
      plannedScaling(sizing) ??
      defaultScaling(options.purpose, batchInFlight(model.maxBatchSize, initialInstanceCount)),
    routingStrategy: options.routingStrategy ?? sizing?.routing ?? RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
    planned: sizing?.pick,
    instanceProvisionTimeout,
    mlReservationArn,
    serving: {
      models: [...new Set(pools.map((pool) => pool.model))],
      check: (variant) => checkServing(variant, pools, options),
      build: (scope, boundHost) => buildContents(scope, model, pools, boundHost, options),
    },
  };
}

/** The plan's objective without the overhead, which ModelLatency does not have. */
function plannedObjective(plan?: CapacityPlan): LatencyObjective | undefined {
  return plan && LatencyObjective.ofPercentile(plan.latencyObjective.percentile, plan.alarmThreshold);
}

/** Down to one instance when it is quiet, up to the fleet of the peak. */
function plannedScaling(plan?: CapacityPlan): Scaling | undefined {
  return (
    plan &&
    Scaling.invocationsPerInstance({
      minCapacity: 1,
      maxCapacity: plan.maxCapacity,
      invocationsPerSecond: plan.targetRequestsPerSecond,
    })
  );
}

/** One batch in flight for each instance; beyond that requests queue. */
function batchInFlight(maxBatchSize: number, instanceCount: number): Scaling {
  return Scaling.concurrentRequests({
    maxCapacity: defaultMaxCapacity(instanceCount),
    requestsPerInstance: Math.max(1, maxBatchSize),
  });
}
