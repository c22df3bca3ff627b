import { Duration } from 'aws-cdk-lib';
import { TritonModel } from '../model';
import { InstanceType, LatencyObjective } from '../platform';
import { Scaling } from '../scaling';
import { CapacityPlan, PlannedPerformance } from '../sizing';
import { TritonRealtimeEndpointProps } from './triton-realtime-endpoint-props';

/** A model and the instances that serve it. */
export interface Fleet {
  readonly model: TritonModel;
  readonly instanceType: InstanceType;
  readonly instanceCount: number;
  /** Held against ModelLatency. */
  readonly latencyObjective: LatencyObjective;
  readonly scaling: Scaling;
  /** SageMaker's own when undefined. */
  readonly routingStrategy?: string;
  readonly planned?: PlannedPerformance;
}

/** The fleet that the properties name; what they leave open is the plan's, and without a plan a default. */
export function fleetOf(props: TritonRealtimeEndpointProps): Fleet {
  const { sizing } = props;
  const model = sizing ? props.model.with(sizing.modelOverrides) : props.model;
  const instanceCount = props.instanceCount ?? sizing?.instanceCount ?? 1;
  return {
    model,
    instanceType: props.instanceType ?? sizing?.instanceType ?? InstanceType.G4DN_XLARGE,
    instanceCount,
    latencyObjective: props.latencyObjective ?? plannedObjective(sizing) ?? LatencyObjective.p99(Duration.seconds(1)),
    scaling: props.scaling ?? plannedScaling(sizing) ?? defaultScaling(model.maxBatchSize, instanceCount),
    routingStrategy: sizing?.routing,
    planned: sizing?.pick,
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
function defaultScaling(maxBatchSize: number, instanceCount: number): Scaling {
  return Scaling.concurrentRequests({ maxCapacity: 2 * instanceCount, requestsPerInstance: Math.max(1, maxBatchSize) });
}
