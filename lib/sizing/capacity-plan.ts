import { Duration } from 'aws-cdk-lib';
import { Batching, InstanceGroup, TritonModelOverrides } from '../model';
import { InstanceType, LatencyObjective, RoutingStrategy } from '../platform';
import { BindingConstraint, PlanCandidate, PlanSensitivity } from './plan-candidate';
import { explain } from './planning/explain';

/** What a plan is made of. @internal */
export interface PlanParts {
  readonly requestsPerSecond: number;
  readonly latencyObjective: LatencyObjective;
  readonly overheadLatency?: Duration;
  readonly routing: RoutingStrategy;
  readonly pick: PlanCandidate;
  readonly runnerUp?: PlanCandidate;
  readonly candidates: PlanCandidate[];
  readonly pareto: PlanCandidate[];
  readonly bindingConstraint: BindingConstraint;
  /** Simulated when it is first asked for. */
  readonly sensitivity: () => PlanSensitivity[];
  /** The same. */
  readonly targetRequestsPerSecond: () => number;
  readonly labels: string[];
}

/** The cheapest fleet that keeps the objective, and why. Made by `CapacityPlanner`. */
export class CapacityPlan {
  /** The cheapest candidate that keeps the objective. */
  public readonly pick: PlanCandidate;
  /** The next cheapest that keeps it; undefined if there is no other. */
  public readonly runnerUp?: PlanCandidate;
  /** The cheapest candidate of all, whether it keeps the objective or not. */
  public readonly cheapest: PlanCandidate;
  /** All candidates, cheapest first. */
  public readonly candidates: PlanCandidate[];
  /** Candidates that no other beats in both cost and latency, cheapest first. */
  public readonly pareto: PlanCandidate[];
  /** What keeps the plan from being cheaper. */
  public readonly bindingConstraint: BindingConstraint;
  /** Doubts about the evidence, and the origin of the prices. Show them wherever you show the plan. */
  public readonly labels: string[];
  /** The peak rate that was planned for, in requests per second, without headroom. */
  public readonly requestsPerSecond: number;
  /** The objective that was planned for. */
  public readonly latencyObjective: LatencyObjective;
  /** How requests have to be routed for the plan to hold. */
  public readonly routing: RoutingStrategy;
  /** The ModelLatency above which to alarm, at the objective's percentile: its limit without the overhead. */
  public readonly alarmThreshold: Duration;

  /** @internal */
  public static _of(parts: PlanParts): CapacityPlan {
    return new CapacityPlan(parts);
  }

  private knownSensitivity?: PlanSensitivity[];
  private knownTarget?: number;

  private constructor(private readonly parts: PlanParts) {
    this.pick = parts.pick;
    this.runnerUp = parts.runnerUp;
    this.cheapest = parts.candidates[0];
    this.candidates = parts.candidates;
    this.pareto = parts.pareto;
    this.bindingConstraint = parts.bindingConstraint;
    this.labels = parts.labels;
    this.requestsPerSecond = parts.requestsPerSecond;
    this.latencyObjective = parts.latencyObjective;
    this.routing = parts.routing;
    this.alarmThreshold = Duration.millis(
      parts.latencyObjective.limit.toMilliseconds() - (parts.overheadLatency?.toMilliseconds() ?? 0),
    );
  }

  /** What the pick does if something is worse than planned. */
  public get sensitivity(): PlanSensitivity[] {
    this.knownSensitivity ??= this.parts.sensitivity();
    return this.knownSensitivity;
  }

  /**
   * The rate of one instance to scale on, in requests per second: the highest at which it keeps the objective (single
   * points: at which it keeps up).
   */
  public get targetRequestsPerSecond(): number {
    this.knownTarget ??= this.parts.targetRequestsPerSecond();
    return this.knownTarget;
  }

  /** The pick's instance type. */
  public get instanceType(): InstanceType {
    return InstanceType.of(this.pick.instanceType);
  }

  /** Instances at the peak, spare ones included. */
  public get instanceCount(): number {
    return this.pick.instanceCount;
  }

  /** The most instances that scaling may start: those of the peak. */
  public get maxCapacity(): number {
    return this.pick.instanceCount;
  }

  /** USD per hour that the runner-up costs more; undefined without one. */
  public get priceGapPerHour(): number | undefined {
    return this.runnerUp && Math.round((this.runnerUp.costPerHour - this.pick.costPerHour) * 1e4) / 1e4;
  }

  /** The pick's batching; undefined where it is unknown, or where requests execute alone. */
  public get batching(): Batching | undefined {
    const { dynamicBatching, maxQueueDelayMicroseconds } = this.pick;
    return dynamicBatching
      ? Batching.dynamic({ maxQueueDelayMicroseconds: maxQueueDelayMicroseconds || undefined })
      : undefined;
  }

  /** The pick's instance groups; undefined where they are unknown. */
  public get instanceGroups(): InstanceGroup[] | undefined {
    const { instancesPerGpu } = this.pick;
    return instancesPerGpu === undefined ? undefined : [InstanceGroup.gpu({ count: instancesPerGpu })];
  }

  /** What the model has to be changed in: give it to `TritonModel.with`. Unknown settings stay as they are. */
  public get modelOverrides(): TritonModelOverrides {
    return {
      maxBatchSize: this.pick.maxBatchSize,
      batching: this.batching,
      instanceGroups: this.instanceGroups,
    };
  }

  /** The reasons in sentences, for a log or a review. */
  public get explanation(): string[] {
    return explain(this);
  }

  /** The same as modelOverrides as fields of config.pbtxt, in protobuf's JSON mapping with original field names. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what jsii calls JSON
  public configPatch(): { [key: string]: any } {
    return {
      ...(this.pick.maxBatchSize === undefined ? {} : { max_batch_size: this.pick.maxBatchSize }),
      ...this.batching?._render(),
      ...(this.instanceGroups ? { instance_group: this.instanceGroups.map((group) => group._render()) } : {}),
    };
  }

  /** The whole plan as plain data. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what jsii calls JSON
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
      labels: this.labels,
      routing: this.routing,
      scaling: { maxCapacity: this.maxCapacity, targetRequestsPerSecond: this.targetRequestsPerSecond },
      alarmThresholdMilliseconds: this.alarmThreshold.toMilliseconds(),
      configPatch: this.configPatch(),
      sensitivity: this.sensitivity,
      pareto: this.pareto,
      candidates: this.candidates,
    };
  }
}
