import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { backlogPolicies } from './backlog';
import { Finding } from '../findings/finding';
import { FROM_ZERO } from './from-zero';
import { combinedCapacity, isCount } from './capacity';
import { checkStrategy } from './check';
import { concurrentRequestsPerCopy, invocationsPerCopy } from './copies';
import { customMetric } from './custom-metric';
import { cpuUtilization, gpuUtilization } from './utilization';
import { bindPolicies, NamedVariant, Policy } from './policy';
import { concurrentRequests, invocationsPerInstance } from './predefined-metric';
import { InstanceRange, ScaledVariant, ScalingTargets } from './scaled-variant';
import {
  BacklogPerInstanceOptions,
  ConcurrentRequestsOptions,
  ConcurrentRequestsPerCopyOptions,
  CustomScalingOptions,
  GpuScalingOptions,
  InvocationsOptions,
  ScalingCapacity,
  ScheduledCapacity,
  ScheduledScalingOptions,
  StepScalingOptions,
} from './scaling-options';
import { StepPolicy } from './step-policy';
import { rulePage } from '../findings/rule-page';
import { isUnresolved } from '../findings/is-unresolved';

/**
 * The autoscaling strategy of a variant or an inference component.
 *
 * Invalid values of a strategy are reported by the endpoint that uses it, in one error with all other findings.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/endpoint-auto-scaling.html
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', {
 *   model,
 *   scaling: Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 8 }),
 * });
 */
export class Scaling {
  /**
   * Target tracking on the number of requests per instance, from a target in requests per second (predefined metric
   * `SageMakerVariantInvocationsPerInstance`).
   */
  public static invocationsPerInstance(options: InvocationsOptions): Scaling {
    return new Scaling([options], [invocationsPerInstance(options)]);
  }

  /**
   * Target tracking on the number of concurrent requests per instance (predefined metric
   * `SageMakerVariantConcurrentRequestsPerModelHighResolution`). The metric is published every 10 seconds, so this strategy reacts faster
   * than `invocationsPerInstance`.
   */
  public static concurrentRequests(options: ConcurrentRequestsOptions): Scaling {
    return new Scaling([options], [concurrentRequests(options)]);
  }

  /**
   * Target tracking on the number of requests per copy of an inference component, from a target in requests per second (predefined metric
   * `SageMakerInferenceComponentInvocationsPerCopy`). For inference components only.
   *
   * With a `minCapacity` of 0, the component scales in to zero copies when no requests arrive. SageMaker rejects requests while the component
   * has no copy. An alarm on these requests starts the first copy. A user observed that the alarm fires after 67 seconds. Until the copy has
   * loaded its model, which can require a new instance, requests still fail. An update of a component with zero copies starts one copy, which
   * shows that the new version loads.
   *
   * @see https://docs.aws.amazon.com/sagemaker/latest/dg/endpoint-auto-scaling-zero-instances.html
   */
  public static invocationsPerCopy(options: InvocationsOptions): Scaling {
    return new Scaling([options], invocationsPerCopy(options));
  }

  /**
   * Target tracking on the number of concurrent requests per copy of an inference component (predefined metric
   * `SageMakerInferenceComponentConcurrentRequestsPerCopyHighResolution`). For inference components only. The metric is published every 10
   * seconds, so this strategy reacts faster than `invocationsPerCopy`. A `minCapacity` of 0 has the same effect as with
   * `invocationsPerCopy`.
   *
   * @see https://docs.aws.amazon.com/sagemaker/latest/dg/endpoint-auto-scaling-zero-instances.html
   */
  public static concurrentRequestsPerCopy(options: ConcurrentRequestsPerCopyOptions): Scaling {
    return new Scaling([options], concurrentRequestsPerCopy(options));
  }

  /**
   * Target tracking on the backlog of an asynchronous endpoint, in requests per instance (metric `ApproximateBacklogSizePerInstance`). With
   * a `minCapacity` of 0, the endpoint scales in to zero instances when the queue is empty, and scales out to one instance when a request
   * arrives.
   */
  public static backlogPerInstance(options: BacklogPerInstanceOptions): Scaling {
    return new Scaling([options], backlogPolicies(options));
  }

  /**
   * Target tracking on the average GPU utilization. A GPU counts as utilized while any kernel runs on it, however small. The metric
   * therefore does not show how much capacity a model with batching has left. For models with batching, use `concurrentRequests`.
   */
  public static gpuUtilization(options: GpuScalingOptions): Scaling {
    return new Scaling([options], [gpuUtilization(options)]);
  }

  /** Target tracking on the average CPU utilization. @internal */
  public static _cpuUtilization(options: GpuScalingOptions): Scaling {
    return new Scaling([options], [cpuUtilization(options)]);
  }

  /** Target tracking on any metric or metric math expression. Scales the instances of a variant, or the copies of an inference component. */
  public static custom(options: CustomScalingOptions): Scaling {
    return new Scaling([options], [customMetric(options)]);
  }

  /**
   * Step scaling. The number of instances or copies that are added or removed depends on how far a metric is from its thresholds. The strategy
   * creates the alarms.
   */
  public static steps(options: StepScalingOptions): Scaling {
    return new Scaling([options], [new StepPolicy(options)]);
  }

  /**
   * Scheduled scaling, which changes the minimum and maximum capacity. Application Auto Scaling immediately adjusts the number of instances or
   * copies to the new limits. To scale with the load between the limits, combine this strategy with a different strategy.
   */
  public static scheduled(options: ScheduledScalingOptions): Scaling {
    return new Scaling([options], [], options.actions);
  }

  /**
   * Combines two or more strategies for one variant or component. If the strategies require different capacities, Application Auto Scaling uses the
   * largest capacity. If several strategies set a capacity limit, their values must be equal. A `minCapacity` that only one of the
   * strategies sets applies to all of them.
   *
   * @param strategies two or more strategies with different metrics
   * @throws an error if there are fewer than two strategies, or if one of them is `Scaling.none()`
   */
  public static combine(...strategies: Scaling[]): Scaling {
    const scalingStrategies = strategies.filter(({ _scales }) => _scales);
    if (scalingStrategies.length < 2 || scalingStrategies.length < strategies.length) {
      throw new Error(
        `Scaling.combine: got ${scalingStrategies.length} of ${strategies.length} strategies that scale; allowed: at least 2 strategies, and not Scaling.none() ${rulePage('sm.scaling-combination')}`,
      );
    }
    return new Scaling(
      scalingStrategies.flatMap(({ capacities }) => capacities),
      startingOnce(scalingStrategies.flatMap(({ policies }) => policies)),
      scalingStrategies.flatMap(({ actions }) => actions),
    );
  }

  /**
   * No autoscaling. No scalable target is registered, and each deployment resets the number of instances to the instance count of the
   * variant, or the number of copies to the copy count of the component.
   */
  public static none(): Scaling {
    return new Scaling([], []);
  }

  private constructor(
    private readonly capacities: ScalingCapacity[],
    private readonly policies: Policy[],
    private readonly actions: ScheduledCapacity[] = [],
  ) {}

  /**
   * Maximum number of instances, including all scheduled changes. Undefined without autoscaling.
   */
  public get maxCapacity(): number | undefined {
    if (!this._scales) return undefined;
    const { maxCapacity } = combinedCapacity(this.capacities);
    if (isUnresolved(maxCapacity)) return maxCapacity;
    return Math.max(maxCapacity, ...knownValues(this.actions.map((action) => action.maxCapacity)));
  }

  /**
   * Creates the scaling policies of a variant in a scope that no other variant uses.
   *
   * @internal
   */
  public _bind(scope: Construct, target: IScalableTarget, variant: NamedVariant): BoundStrategy {
    return {
      ...combinedCapacity(this.capacities),
      policies: bindPolicies(scope, target, variant, this.policies),
      actions: this.actions,
    };
  }

  /**
   * Whether scaling changes the number of instances. If it does, updates of the endpoint must retain the current number.
   *
   * @internal
   */
  public get _scales(): boolean {
    return this.capacities.length > 0;
  }

  /**
   * Scaling targets, for alarms and dashboards.
   *
   * @internal
   */
  public get _targets(): ScalingTargets {
    return Object.assign({}, ...this.policies.map(({ targets }) => targets));
  }

  /**
   * Minimum number of instances with which a variant can start. A number that is known only at deployment stays a token.
   *
   * @internal
   */
  public get _initialCapacity(): number {
    const minCapacity = this._scales ? combinedCapacity(this.capacities).minCapacity : undefined;
    return isCount(minCapacity) || (minCapacity !== undefined && isUnresolved(minCapacity)) ? minCapacity : 1;
  }

  /**
   * Minimum and maximum number of instances at any time.
   *
   * @param instanceCount initial number of instances, which does not change without scaling
   * @internal
   */
  public _range(instanceCount: number): InstanceRange {
    if (!this._scales) return { minimum: instanceCount, maximum: instanceCount };
    const { minCapacity = instanceCount } = combinedCapacity(this.capacities);
    const scheduled = knownValues(this.actions.map((action) => action.minCapacity));
    return {
      minimum: isUnresolved(minCapacity) ? minCapacity : Math.min(minCapacity, ...scheduled),
      maximum: this.maxCapacity ?? instanceCount,
    };
  }

  /**
   * Reports values that Application Auto Scaling or SageMaker would reject for a variant.
   *
   * @internal
   */
  public _check(variant: ScaledVariant): Finding[] {
    if (!this._scales) return [];
    return checkStrategy(this.capacities, this.policies, this.actions, variant);
  }
}

/**
 * The limits, policies and scheduled actions of a strategy for one variant.
 *
 * @internal
 */
export interface BoundStrategy extends ScalingCapacity {
  readonly policies: CfnScalingPolicy[];
  readonly actions: ScheduledCapacity[];
}

/** Keeps only the first of several policies that start the first instance or copy, since each of them would start one. */
function startingOnce(policies: Policy[]): Policy[] {
  const first = policies.findIndex(({ kind }) => kind === FROM_ZERO);
  return policies.filter(({ kind }, index) => kind !== FROM_ZERO || index === first);
}

function knownValues(values: (number | undefined)[]): number[] {
  return values.filter((value): value is number => value !== undefined && !isUnresolved(value));
}
