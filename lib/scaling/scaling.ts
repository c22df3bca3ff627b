import { Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { backlogPolicies } from './backlog';
import { bindPolicies } from './bind-policies';
import { ScalingBindOptions, ScalingConfig } from './config';
import { Finding } from '../findings/finding';
import { combinedCapacity, isCount } from './capacity';
import { checkStrategy } from './check';
import { customMetric } from './custom-metric';
import { gpuMetric } from './gpu-metric';
import { Policy } from './policy';
import { concurrentRequests, invocationsPerInstance } from './predefined-metric';
import { InstanceRange, ScaledVariant, ScalingGoal } from './scaled-variant';
import {
  BacklogPerInstanceProps,
  ConcurrentRequestsProps,
  CustomScalingProps,
  GpuScalingProps,
  InvocationsPerInstanceProps,
  ScalingCapacity,
  ScheduledCapacity,
  ScheduledScalingProps,
  StepScalingProps,
} from './scaling-props';
import { StepPolicy } from './step-policy';
import { rulePage } from '../findings/rule-page';

/**
 * How the number of instances follows the load. Derive from it for a strategy of your own.
 *
 * Whatever a strategy says wrong is reported with the endpoint that uses it, in one error with all other findings.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/endpoint-auto-scaling.html
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', {
 *   model,
 *   scaling: Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 8 }),
 * });
 */
export abstract class Scaling {
  /** Keeps the requests per second and instance at a target (predefined metric `SageMakerVariantInvocationsPerInstance`). */
  public static invocationsPerInstance(props: InvocationsPerInstanceProps): Scaling {
    return new PolicyScaling([props], [invocationsPerInstance(props)]);
  }

  /**
   * Keeps the requests in flight per instance at a target. The metric comes every 10 s, so this reacts sooner than
   * invocations (predefined metric `SageMakerVariantConcurrentRequestsPerModelHighResolution`).
   */
  public static concurrentRequests(props: ConcurrentRequestsProps): Scaling {
    return new PolicyScaling([props], [concurrentRequests(props)]);
  }

  /**
   * Keeps the queue of an asynchronous endpoint at a number of requests per instance (metric `ApproximateBacklogSizePerInstance`). With a
   * `minCapacity` of 0 the last instance goes when the queue is empty, and the first one comes when a request waits.
   */
  public static backlogPerInstance(props: BacklogPerInstanceProps): Scaling {
    return new PolicyScaling([props], backlogPolicies(props));
  }

  /**
   * Keeps the GPUs at a mean utilization. A GPU is utilized whenever a kernel runs on it, however small: it says little of what a
   * batching model has in reserve, so prefer `concurrentRequests` where the model batches.
   */
  public static gpuUtilization(props: GpuScalingProps): Scaling {
    return new PolicyScaling([props], [gpuMetric('GpuUtilization', 'GPUUtilization', props)]);
  }

  /**
   * Keeps the memory of the GPUs at a mean utilization: for models whose state grows with the requests. Weights and the pools of most
   * backends stay in memory when requests end, so that others never scale in on it.
   */
  public static gpuMemory(props: GpuScalingProps): Scaling {
    return new PolicyScaling([props], [gpuMetric('GpuMemory', 'GPUMemoryUtilization', props)]);
  }

  /** Keeps any metric, or expression over metrics, at a target. */
  public static custom(props: CustomScalingProps): Scaling {
    return new PolicyScaling([props], [customMetric(props)]);
  }

  /** Adds and removes instances in steps, by how far a metric is from the thresholds; makes the alarms too. */
  public static steps(props: StepScalingProps): Scaling {
    return new PolicyScaling([props], [new StepPolicy(props)]);
  }

  /**
   * Changes the limits at times. SageMaker brings the fleet inside the new limits at once; to follow the load between them, combine it
   * with another strategy.
   */
  public static scheduled(props: ScheduledScalingProps): Scaling {
    return new PolicyScaling([props], [], props.actions);
  }

  /**
   * Several strategies for one variant. Of the capacities that they ask for the service takes the largest. Limits that they state have
   * to agree; a `minCapacity` that one of them states holds for all.
   *
   * @param strategies two or more of those that this class makes, which keep different metrics
   * @throws with fewer than two, or with `Scaling.none()` among them
   */
  public static combine(...strategies: Scaling[]): Scaling {
    const scaling = strategies.filter(
      (strategy) => strategy instanceof PolicyScaling && strategy._scales,
    ) as PolicyScaling[];
    if (scaling.length < 2 || scaling.length < strategies.length) {
      throw new Error(
        `Scaling.combine: got ${scaling.length} of ${strategies.length} strategies that scale; allowed: at least 2 that Scaling makes, and no Scaling.none() ${rulePage('sm.scaling-combination')}`,
      );
    }
    return new PolicyScaling(
      scaling.flatMap(({ capacities }) => capacities),
      scaling.flatMap(({ policies }) => policies),
      scaling.flatMap(({ actions }) => actions),
    );
  }

  /** Keeps the variant's instance count: nothing is registered, and each deployment sets the count anew. */
  public static none(): Scaling {
    return new PolicyScaling([], []);
  }

  /**
   * Makes the policies of a variant. Called once for each variant that scales so; what it returns is checked.
   *
   * @param scope where policies and alarms are made; it belongs to this variant alone
   * @param options the variant
   */
  public abstract bind(scope: Construct, options: ScalingBindOptions): ScalingConfig;

  /** Most instances, at any time of a schedule: alarms and quota depend on it. Undefined when nothing scales, or when it is not known. */
  public get maxCapacity(): number | undefined {
    return undefined;
  }

  /**
   * Whether anything changes the number of instances: then updates have to retain it.
   *
   * @internal
   */
  public get _scales(): boolean {
    return true;
  }

  /**
   * What it keeps to.
   *
   * @internal
   */
  public get _goal(): ScalingGoal {
    return {};
  }

  /**
   * Fewest instances that a variant can begin with, as far as it is known before anything is made.
   *
   * @internal
   */
  public get _beginsWith(): number {
    return 1;
  }

  /**
   * Between which numbers of instances a variant is at any time.
   *
   * @param instanceCount what the variant begins with, and keeps where nothing scales
   * @internal
   */
  public _range(instanceCount: number): InstanceRange {
    return { minimum: instanceCount, maximum: this.maxCapacity ?? instanceCount };
  }

  /**
   * What the service would refuse for a variant, as far as it is known before anything is made.
   *
   * @internal
   */
  public _check(_variant: ScaledVariant): Finding[] {
    return [];
  }
}

class PolicyScaling extends Scaling {
  constructor(
    public readonly capacities: ScalingCapacity[],
    public readonly policies: Policy[],
    public readonly actions: ScheduledCapacity[] = [],
  ) {
    super();
  }

  public bind(scope: Construct, options: ScalingBindOptions): ScalingConfig {
    return {
      ...combinedCapacity(this.capacities),
      policies: bindPolicies(scope, options, this.policies),
      actions: this.actions,
    };
  }

  public get maxCapacity(): number | undefined {
    if (!this._scales) return undefined;
    const { maxCapacity } = combinedCapacity(this.capacities);
    if (Token.isUnresolved(maxCapacity)) return maxCapacity;
    return Math.max(maxCapacity, ...known(this.actions.map((action) => action.maxCapacity)));
  }

  public get _scales(): boolean {
    return this.capacities.length > 0;
  }

  public get _goal(): ScalingGoal {
    return Object.assign({}, ...this.policies.map(({ goal }) => goal));
  }

  public get _beginsWith(): number {
    const minCapacity = this._scales ? combinedCapacity(this.capacities).minCapacity : undefined;
    return isCount(minCapacity) ? minCapacity : 1;
  }

  public _range(instanceCount: number): InstanceRange {
    if (!this._scales) return { minimum: instanceCount, maximum: instanceCount };
    const { minCapacity = instanceCount } = combinedCapacity(this.capacities);
    const scheduled = known(this.actions.map((action) => action.minCapacity));
    return {
      minimum: Token.isUnresolved(minCapacity) ? minCapacity : Math.min(minCapacity, ...scheduled),
      maximum: this.maxCapacity ?? instanceCount,
    };
  }

  public _check(variant: ScaledVariant): Finding[] {
    if (!this._scales) return [];
    return checkStrategy(this.capacities, this.policies, this.actions, variant);
  }
}

function known(values: (number | undefined)[]): number[] {
  return values.filter((value): value is number => value !== undefined && !Token.isUnresolved(value));
}
