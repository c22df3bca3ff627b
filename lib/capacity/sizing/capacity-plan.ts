import { Duration } from 'aws-cdk-lib';
import { Batching, InstanceGroup, TritonModelOverrides } from '../../model';
import { InstanceType, LatencyObjective, RoutingStrategy } from '../../platform';
import { ICapacityPlan, PlanCandidate } from '../../measurements/capacity-plan';
import { BindingConstraint } from './planning/binding-constraint';
import { explain } from './planning/explain';
import { PlannedScaling } from './planning/planned-scaling';
import { PlanSensitivity } from './planning/plan-sensitivity';

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
  readonly scaling: () => PlannedScaling;
  readonly caveats: string[];
}

/**
 * The least expensive fleet that meets the objective, and the reasons for the selection. Created by `CapacityPlanner`.
 *
 * If the price of a candidate is not known, the planner ranks all candidates by their number of instances instead of their cost, and the plan
 * has a caveat that names the instance type.
 */
export class CapacityPlan implements ICapacityPlan {
  /** The candidate that ranks first among the candidates that meet the objective. */
  public readonly pick: PlanCandidate;
  /** The candidate that ranks second among the candidates that meet the objective. Undefined if there is no second candidate. */
  public readonly runnerUp?: PlanCandidate;
  /** The candidate that ranks first, even if it does not meet the objective. */
  public readonly cheapest: PlanCandidate;
  /** All candidates in the order of their rank: least expensive first or, if a price is not known, smallest number of instances first. */
  public readonly candidates: PlanCandidate[];
  /** Candidates for which no other candidate ranks higher and also has a lower latency, in the order of their rank. */
  public readonly pareto: PlanCandidate[];
  /** What prevents a less expensive plan: `LATENCY`, `THROUGHPUT` or `INSTANCE_LIMIT`. */
  public readonly bindingConstraint: string;
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
  private cachedScaling?: PlannedScaling;

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
      parts.latencyObjective._milliseconds - (parts.overheadLatency?.toMilliseconds({ integral: false }) ?? 0),
    );
  }

  /** Performance of the selected fleet as planned, and in scenarios that are worse than planned. @internal */
  public get _sensitivity(): PlanSensitivity[] {
    this.cachedSensitivity ??= this.parts.sensitivity();
    return this.cachedSensitivity;
  }

  /**
   * Scaling target of one instance, in requests per second. At the peak rate, autoscaling with this target reaches exactly `maxCapacity`
   * instances. At each lower rate, the instances meet the objective even if the rate increases by the `headroom` of the plan, or if
   * `spareInstances` instances fail, before autoscaling reacts.
   *
   * If the measurements are single points (one per configuration, at saturation), the target is calculated from the highest rate that an
   * instance can process.
   */
  public get targetRequestsPerSecond(): number {
    return this.scaling.targetRequestsPerSecond;
  }

  /**
   * Minimum capacity of the scaling: the smallest number of instances that meet the objective without the spare instances, at the rate at
   * which autoscaling adds an instance. More than 1 if the plan has spare instances, because the loss of an instance affects a small fleet
   * the most. If it equals `maxCapacity`, the number of instances does not change.
   */
  public get minCapacity(): number {
    return this.scaling.minCapacity;
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

  /**
   * Difference between the cost of the runner-up and the cost of the selected fleet, in USD per hour. Undefined without a runner-up, or if a
   * price is not known.
   */
  public get priceGapPerHour(): number | undefined {
    const [cost, runnerUpCost] = [this.pick.costPerHour, this.runnerUp?.costPerHour];
    return cost === undefined || runnerUpCost === undefined ? undefined : Math.round((runnerUpCost - cost) * 1e4) / 1e4;
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
    if (instancesPerGpu === undefined) return undefined;
    const options = { count: instancesPerGpu };
    return [this.instanceType.gpuCount === 0 ? InstanceGroup.cpu(options) : InstanceGroup.gpu(options)];
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

  /** The complete plan as plain data, with the performance of the selected fleet in scenarios that are worse than planned (`sensitivity`). */
  // oxlint-disable-next-line typescript/no-explicit-any -- the JSON type of jsii
  public toJson(): { [key: string]: any } {
    const { latencyObjective } = this;
    return {
      requestsPerSecond: this.requestsPerSecond,
      latencyObjective: {
        percentile: latencyObjective.percentile,
        milliseconds: latencyObjective._milliseconds,
      },
      pick: this.pick,
      runnerUp: this.runnerUp,
      priceGapPerHour: this.priceGapPerHour,
      bindingConstraint: this.bindingConstraint,
      explanation: this.explanation,
      caveats: this.caveats,
      routingStrategy: this.routingStrategy,
      scaling: { ...this.scaling, maxCapacity: this.maxCapacity },
      alarmThresholdMilliseconds: this.alarmThreshold.toMilliseconds({ integral: false }),
      configPatch: this.configPatch(),
      sensitivity: this._sensitivity,
      pareto: this.pareto,
      candidates: this.candidates,
    };
  }

  private get scaling(): PlannedScaling {
    this.cachedScaling ??= this.parts.scaling();
    return this.cachedScaling;
  }
}
