import { Duration } from 'aws-cdk-lib';
import { Batching, InstanceGroup, TritonModelOverrides } from '../model';
import { InstanceType, LatencyObjective, RoutingStrategy } from '../platform';
import { BindingConstraint, PlanCandidate, PlanSensitivity } from './plan-candidate';
import { explain } from './planning/explain';

/** The constructor arguments of `CapacityPlan`. Values that require simulations are functions, which run on first use. @internal */
export interface PlanParts {
  readonly requestsPerSecond: number;
  readonly latencyObjective: LatencyObjective;
  readonly overheadLatency?: Duration;
  readonly routingStrategy: RoutingStrategy;
  readonly pick: PlanCandidate;
  readonly runnerUp?: PlanCandidate;
  readonly candidates: PlanCandidate[];
  readonly pareto: PlanCandidate[];
  readonly bindingConstraint: BindingConstraint;
  readonly sensitivity: () => PlanSensitivity[];
  readonly targetRequestsPerSecond: () => number;
  readonly caveats: string[];
}

/** The least expensive fleet that meets the objective, and the reasons for the selection. Created by `CapacityPlanner`. */
export class CapacityPlan {
  /** The least expensive candidate that meets the objective. */
  public readonly pick: PlanCandidate;
  /** The second least expensive candidate that meets the objective. Undefined if there is no second candidate. */
  public readonly runnerUp?: PlanCandidate;
  /** The least expensive of all candidates, including candidates that do not meet the objective. */
  public readonly cheapest: PlanCandidate;
  /** All candidates, least expensive first. */
  public readonly candidates: PlanCandidate[];
  /** Candidates for which no other candidate has both lower cost and lower latency, least expensive first. */
  public readonly pareto: PlanCandidate[];
  /** The constraint that prevents a less expensive plan. */
  public readonly bindingConstraint: BindingConstraint;
  /** Limitations of the measurements, and the source of the prices. Show them wherever you show the plan. */
  public readonly caveats: string[];
  /** Planned peak rate in requests per second, without headroom. */
  public readonly requestsPerSecond: number;
  /** Latency objective of the plan. */
  public readonly latencyObjective: LatencyObjective;
  /** Routing strategy that the plan requires. */
  public readonly routingStrategy: RoutingStrategy;
  /** Threshold of ModelLatency for an alarm, at the percentile of the objective: the latency limit minus the overhead latency. */
  public readonly alarmThreshold: Duration;

  /** @internal */
  public static _of(parts: PlanParts): CapacityPlan {
    return new CapacityPlan(parts);
  }

  private cachedSensitivity?: PlanSensitivity[];
  private cachedTarget?: number;

  private constructor(private readonly parts: PlanParts) {
    this.pick = parts.pick;
    this.runnerUp = parts.runnerUp;
    this.cheapest = parts.candidates[0];
    this.candidates = parts.candidates;
    this.pareto = parts.pareto;
    this.bindingConstraint = parts.bindingConstraint;
    this.caveats = parts.caveats;
    this.requestsPerSecond = parts.requestsPerSecond;
    this.latencyObjective = parts.latencyObjective;
    this.routingStrategy = parts.routingStrategy;
    this.alarmThreshold = Duration.millis(
      parts.latencyObjective.limit.toMilliseconds() - (parts.overheadLatency?.toMilliseconds() ?? 0),
    );
  }

  /** Performance of the selected fleet in scenarios that are worse than planned. */
  public get sensitivity(): PlanSensitivity[] {
    this.cachedSensitivity ??= this.parts.sensitivity();
    return this.cachedSensitivity;
  }

  /**
   * Scaling target of one instance, in requests per second: the highest rate at which an instance meets the objective. If the
   * measurements are single points (one per configuration, at saturation), the target is the highest rate that an instance can process.
   */
  public get targetRequestsPerSecond(): number {
    this.cachedTarget ??= this.parts.targetRequestsPerSecond();
    return this.cachedTarget;
  }

  /** Instance type of the selected fleet. */
  public get instanceType(): InstanceType {
    return InstanceType.of(this.pick.instanceType);
  }

  /** Number of instances at the peak rate, including spare instances. */
  public get instanceCount(): number {
    return this.pick.instanceCount;
  }

  /** Maximum capacity of the scaling, which is the number of instances at the peak rate. */
  public get maxCapacity(): number {
    return this.pick.instanceCount;
  }

  /** Difference between the cost of the runner-up and the cost of the selected fleet, in USD per hour. Undefined without a runner-up. */
  public get priceGapPerHour(): number | undefined {
    return this.runnerUp && Math.round((this.runnerUp.costPerHour - this.pick.costPerHour) * 1e4) / 1e4;
  }

  /** Batching of the selected fleet. Undefined if the batching is not known, or if requests are executed individually. */
  public get batching(): Batching | undefined {
    const { dynamicBatching, maxQueueDelayMicroseconds } = this.pick;
    return dynamicBatching
      ? Batching.dynamic({ maxQueueDelayMicroseconds: maxQueueDelayMicroseconds || undefined })
      : undefined;
  }

  /** Instance groups of the selected fleet. Undefined if they are not known. */
  public get instanceGroups(): InstanceGroup[] | undefined {
    const { instancesPerGpu } = this.pick;
    return instancesPerGpu === undefined ? undefined : [InstanceGroup.gpu({ count: instancesPerGpu })];
  }

  /** Properties of the model that the plan changes, for `TritonModel.withOverrides`. Settings that the plan does not know do not change. */
  public get modelOverrides(): TritonModelOverrides {
    return {
      maxBatchSize: this.pick.maxBatchSize,
      batching: this.batching,
      instanceGroups: this.instanceGroups,
    };
  }

  /** Explanation of the plan in sentences, for a log or a review. */
  public get explanation(): string[] {
    return explain(this);
  }

  /** The same properties as `modelOverrides`, as fields of config.pbtxt in protobuf's JSON format with the original field names. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the JSON type of jsii
  public configPatch(): { [key: string]: any } {
    return {
      ...(this.pick.maxBatchSize === undefined ? {} : { max_batch_size: this.pick.maxBatchSize }),
      ...this.batching?._render(),
      ...(this.instanceGroups ? { instance_group: this.instanceGroups.map((group) => group._render()) } : {}),
    };
  }

  /** The complete plan as plain data. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the JSON type of jsii
  public toJson(): { [key: string]: any } {
    const { latencyObjective } = this;
    return {
      requestsPerSecond: this.requestsPerSecond,
      latencyObjective: {
        percentile: latencyObjective.percentile,
        milliseconds: latencyObjective.limit.toMilliseconds(),
      },
      pick: this.pick,
      runnerUp: this.runnerUp,
      priceGapPerHour: this.priceGapPerHour,
      bindingConstraint: this.bindingConstraint,
      explanation: this.explanation,
      caveats: this.caveats,
      routingStrategy: this.routingStrategy,
      scaling: { maxCapacity: this.maxCapacity, targetRequestsPerSecond: this.targetRequestsPerSecond },
      alarmThresholdMilliseconds: this.alarmThreshold.toMilliseconds(),
      configPatch: this.configPatch(),
      sensitivity: this.sensitivity,
      pareto: this.pareto,
      candidates: this.candidates,
    };
  }
}
