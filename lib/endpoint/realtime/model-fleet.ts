import { Duration, Token } from 'aws-cdk-lib';
import { TritonModel } from '../../model';
import { LatencyObjective, RoutingStrategy } from '../../platform';
import { Scaling } from '../../scaling';
import { CapacityPlan } from '../../sizing';
import { Fleet, fleetOf } from '../fleet';
import { ServingPool } from './serving-pools';
import { InheritedOptions } from './variant-inheritance';

/** The fleet of a variant that serves one model. */
export function modelFleet(
  options: InheritedOptions,
  model: TritonModel,
  pools: ServingPool[],
  shadow: boolean,
): Fleet {
  const { sizing, variantName, weight = 1 } = options;
  const instanceCount = options.instanceCount ?? sizing?.instanceCount ?? 1;
  return fleetOf(options, {
    variantName,
    weight,
    instanceTypes: pools.map(({ instanceType }) => instanceType),
    instanceCount,
    latencyObjective: plannedObjective(sizing) ?? LatencyObjective.p99(Duration.seconds(1)),
    scaling: shadow ? Scaling.none() : (plannedScaling(sizing) ?? defaultScaling(model.maxBatchSize, instanceCount)),
    routingStrategy: sizing?.routing ?? RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
    planned: sizing?.pick,
    instanceProvisionTimeout: options.instanceProvisionTimeout,
  });
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
function defaultScaling(maxBatchSize: number, instanceCount: number): Scaling {
  const maxCapacity = Token.isUnresolved(instanceCount) ? instanceCount : 2 * instanceCount;
  return Scaling.concurrentRequests({ maxCapacity, requestsPerInstance: Math.max(1, maxBatchSize) });
}
